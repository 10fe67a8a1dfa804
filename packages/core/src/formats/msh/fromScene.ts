import type { Document, Node } from "@gltf-transform/core";
import { DEFAULT_CODE_PAGE } from "../../bytes/codePage.ts";
import type { BuildResult, ConvertOptions } from "../../format.ts";
import { extrasOf } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { skeletonOf } from "../../scene/skeletonOf.ts";
import { type SceneSurface, sceneSurfaces } from "../../scene/surfaces.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import { flipTriangles } from "../../scene/triangles.ts";
import { listUnheld } from "../../scene/unheld.ts";
import { joinRuns, shareVertices, type VertexRun, weldedRun } from "../../scene/vertexRuns.ts";
import { type MshBounds, mshBounds, packBounds } from "./bounds.ts";
import { BLOCK_STRIDES, blocksOf, type MshBlocks } from "./buildBlocks.ts";
import { controlPointNodes, controlPointsOf, controlPointTexts } from "./buildControlPoints.ts";
import { faceFieldsOf } from "./buildFaces.ts";
import { type MshBuildSettings, settingsOf } from "./buildSettings.ts";
import { type MshSkinParts, skinPartsOf } from "./buildSkin.ts";
import { facesFromParts } from "./faces.ts";
import { FACES_SAFE, MAX_VERTICES, type MshFile } from "./file.ts";
import { KEPT_BLOCKS } from "./keep.ts";
import { hasBlock, keptOf, type MshKept } from "./kept.ts";
import { codePageForTexts, keptNameOf, textOfKept } from "./names.ts";
import { restoreBlocks } from "./restoreBlocks.ts";
import { MSH_SPACE } from "./space.ts";

/**
 * A scene as a Lost Saga mesh: centimetres, left-handed, a sub-mesh per primitive, box and radius of the written
 * positions. What came from an MSH and was not edited keeps its bits.
 *
 * @throws MeshglotError `SCENE_*`, `MSH_CANNOT_HOLD_*`, `MSH_SCENE_LACKS`, `OPTION_VALUE`, `TEXT_NOT_ENCODABLE`
 */
export async function mshFromScene(document: Document, options: ConvertOptions): Promise<BuildResult<MshFile>> {
  const ledger = new LossLedger();
  const surfaces = sceneSurfaces(document, MSH_SPACE.metres, ledger);
  const kept = keptOf(document, surfaces[0]?.mesh ?? markedNode(document));
  if (surfaces.length === 0 && !kept) {
    throw sceneFault("SCENE_EMPTY", "", "the scene has no faces", "Export the meshes too, not the skeleton alone.");
  }
  const skeleton = skeletonOf(surfaces, false);
  const points = controlPointNodes(document);
  const codePage = await codePageForTexts(String(options.codePage ?? kept?.codePage ?? DEFAULT_CODE_PAGE), [
    ...(kept?.boneNames ?? []).map(textOfKept),
    ...(skeleton?.joints ?? []).map(({ name }) => name),
    ...controlPointTexts(points),
  ]);
  const settings = settingsOf(surfaces, kept, options, ledger);
  const skin =
    skeleton && hasBlock(settings.vertexMask, "weights")
      ? skinPartsOf(surfaces, skeleton, settings.maxInfluences, kept, codePage, ledger)
      : undefined;
  const boneNames =
    skin?.boneNames ?? (kept?.boneNames ?? []).flatMap((name) => keptNameOf(name, codePage)?.name ?? []);
  const controlPoints = controlPointsOf(document, points, skeleton, boneNames, skin?.numbers, codePage);

  const geometry = surfaces.length > 0 ? shownOf(surfaces, settings, skin, kept, ledger) : unshownOf(kept);
  listLosses(document, surfaces, settings, geometry, ledger);
  const { version: before = 2000, trailing = new Uint8Array(0) } = kept ?? {};
  const version = controlPoints.length > 0 ? 2002 : before;
  const file: MshFile = {
    version,
    meshType: settings.meshType,
    vertexMask: settings.vertexMask,
    ...headerBounds(geometry.positions ?? new Float32Array(0), kept),
    ...geometry,
    ...(hasBlock(settings.vertexMask, "weights") ? { boneNames } : {}),
    ...(version === 2002 ? { controlPointCount: controlPoints.length, controlPoints } : {}),
    trailing,
  };
  return { file, dialect: "MSH", losses: ledger.losses };
}

/** Vertices and faces of a file. */
type Geometry = Omit<
  MshFile,
  | "version"
  | "meshType"
  | "vertexMask"
  | "boneNames"
  | "controlPointCount"
  | "controlPoints"
  | "trailing"
  | keyof MshBounds
>;

function shownOf(
  surfaces: readonly SceneSurface[],
  settings: MshBuildSettings,
  skin: MshSkinParts | undefined,
  kept: MshKept | undefined,
  ledger: LossLedger,
): Geometry {
  const original = kept && !surfaces[0]?.place && shareVertices(surfaces) ? kept : undefined;
  const run = original
    ? wholeRun(surfaces, settings, skin, original, ledger)
    : joinRuns<MshBlocks>(
        surfaces.map((surface, i) => {
          const blocks = blocksOf(surface, settings, skin?.surfaces[i], ledger);
          return weldedRun<MshBlocks>(surface, blocks, BLOCK_STRIDES);
        }),
        BLOCK_STRIDES,
      );
  refuseTooMany(run.vertexCount, surfaces, original);
  return { ...faceFieldsOf(run.parts, run.vertexCount, original), vertexCount: run.vertexCount, ...run.blocks };
}

/** All vertices that the surfaces share, in their order, whether a face uses them or not. */
function wholeRun(
  surfaces: readonly SceneSurface[],
  settings: MshBuildSettings,
  skin: MshSkinParts | undefined,
  kept: MshKept,
  ledger: LossLedger,
): VertexRun<MshBlocks> {
  const parts = surfaces.map(({ indices }) => indices);
  const [first] = surfaces;
  if (!first) return { blocks: {}, vertexCount: 0, parts };
  const corners = flipTriangles(facesFromParts(parts).indices);
  const whole = { ...first, indices: corners };
  const blocks = blocksOf(whole, settings, skin?.surfaces[0], ledger);
  return { blocks: restoreBlocks(blocks, whole, corners, kept, settings), vertexCount: first.vertexCount, parts };
}

/** A mesh that had nothing to show: all of it lies in the extras. */
function unshownOf(kept: MshKept | undefined): Geometry {
  const blocks = Object.fromEntries(
    KEPT_BLOCKS.flatMap((name) => (kept?.block(name) ? [[name, kept.block(name)]] : [])),
  );
  const indices = kept?.block("indices") ?? new Uint16Array(0);
  const subMeshes = kept?.subMeshes ?? [];
  return {
    vertexCount: kept?.vertexCount ?? 0,
    ...blocks,
    subMeshCount: subMeshes.length,
    subMeshes,
    faceCount: indices.length / 3,
    indices,
  };
}

/** The root of a document whose MSH had nothing to show. */
function markedNode(document: Document): Node | undefined {
  return document
    .getRoot()
    .listNodes()
    .find((node) => extrasOf(node).format === "msh");
}

/** Box and radius of the header: the original's as long as those of the positions are what they were. */
function headerBounds(positions: Float32Array, kept: MshKept | undefined): MshBounds {
  const computed = mshBounds(positions);
  const before = kept?.boundsOfPositions;
  return kept?.bounds && before && sameBits(before, packBounds(computed)) ? kept.bounds : computed;
}

function refuseTooMany(vertexCount: number, surfaces: readonly SceneSurface[], kept: MshKept | undefined): void {
  if (vertexCount <= MAX_VERTICES || kept?.wide) return;
  const hint =
    surfaces.length > 1
      ? `Split the scene into files: it has ${surfaces.length} parts, each of which would be a sub-mesh.`
      : "Reduce the mesh, or split it in the modelling program.";
  const what = `${vertexCount} vertices (each position, normal, UV and weight counts once), 16-bit indices reach ${MAX_VERTICES}`;
  throw sceneFault("MSH_CANNOT_HOLD_VERTICES", "positions", what, hint, {
    needed: vertexCount,
    available: MAX_VERTICES,
  });
}

function listLosses(
  document: Document,
  surfaces: readonly SceneSurface[],
  { vertexMask }: MshBuildSettings,
  { faceCount }: Geometry,
  ledger: LossLedger,
): void {
  const colors = hasBlock(vertexMask, "colors");
  const tangents = hasBlock(vertexMask, "tangents");
  const uvSets = hasBlock(vertexMask, "uv1") ? 2 : 1;
  const skins = hasBlock(vertexMask, "weights");
  listUnheld(document, surfaces, { format: "a mesh of this type", skins, colors, tangents, uvSets }, ledger);
  const above = faceCount > FACES_SAFE ? faceCount : 0;
  ledger.add("MSH_TOO_MANY_FACES", "indices", above, `above ${FACES_SAFE} faces a file may fail to load (community)`);
}
