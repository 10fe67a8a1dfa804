import type { Document, Node } from "@gltf-transform/core";
import type { BuildResult, ConvertOptions } from "../../format.ts";
import { extrasOf } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { type SceneSurface, sceneSurfaces } from "../../scene/surfaces.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import { listUnheld } from "../../scene/unheld.ts";
import { joinRuns, plainZeros, shareVertices, type VertexRun, weldedRun } from "../../scene/vertexRuns.ts";
import { boxOf } from "./box.ts";
import { BLOCK_STRIDES, type BmeshBlocks, blocksOf, type WantedBlocks } from "./buildBlocks.ts";
import { type BuiltBones, bonesOf } from "./buildBones.ts";
import { faceFieldsOf, originalFaces } from "./buildFaces.ts";
import { hardpointsOf } from "./buildHardpoints.ts";
import { reference } from "./buildReference.ts";
import { type BmeshBuildSettings, settingsOf } from "./buildSettings.ts";
import { linksOf, markSkinned, originalLinks, skinBytes } from "./buildSkin.ts";
import { KEPT_ARRAYS } from "./extras.ts";
import { type BmeshFile, emptyBmesh } from "./file.ts";
import { type BmeshKept, keptOf, sectionFromExtras } from "./kept.ts";
import { restoreBlocks } from "./restoreBlocks.ts";

/**
 * A scene as a bMesh of version 32: z up, a section per primitive, faces that every reader understands alike. What came
 * from a bMesh and was not edited keeps its bits.
 *
 * @throws MeshglotError `SCENE_*`, `BMESH_CANNOT_HOLD_*`, `OPTION_VALUE`
 */
export function bmeshFromScene(document: Document, options: ConvertOptions): BuildResult<BmeshFile> {
  const ledger = new LossLedger();
  const surfaces = sceneSurfaces(document, 1, ledger);
  const kept = keptOf(document, surfaces[0]?.mesh ?? markedNode(document));
  if (surfaces.length === 0 && !kept) {
    throw sceneFault("SCENE_EMPTY", "", "the scene has no faces", "Export the meshes too, not the skeleton alone.");
  }
  const settings = settingsOf(kept, options);
  const bones = bonesOf(document, surfaces, settings.space);
  const file: BmeshFile = {
    ...emptyBmesh(),
    bones: bones.bones,
    hardpoints: hardpointsOf(document, bones, settings.space),
  };
  if (surfaces.length > 0) addGeometry(file, surfaces, settings, bones, kept, ledger);
  else if (kept) addUnshown(file, kept);
  Object.assign(file, reference(kept, file.positions.length / 3, ledger), boundsOf(file.positions, kept));
  markSkinned(file, bones.nodes);
  listUnheld(document, surfaces, { format: "bMesh", skins: true, colors: true, tangents: true, uvSets: 2 }, ledger);
  return { file, dialect: "bMesh", losses: ledger.losses };
}

/** The root of a document whose bMesh had nothing to show. */
function markedNode(document: Document): Node | undefined {
  return document
    .getRoot()
    .listNodes()
    .find((node) => extrasOf(node).format === "bmesh");
}

function addGeometry(
  file: BmeshFile,
  surfaces: readonly SceneSurface[],
  settings: BmeshBuildSettings,
  bones: BuiltBones,
  kept: BmeshKept | undefined,
  ledger: LossLedger,
): void {
  const wanted = wantedBlocks(surfaces, kept);
  const build = (surface: SceneSurface) => {
    const skin = bones.skeleton && skinBytes(surface, bones, ledger);
    return blocksOf(surface, settings, wanted, skin, ledger);
  };
  const whole = shareVertices(surfaces);
  const original = whole && !surfaces[0]?.place ? kept : undefined;
  const run = whole
    ? wholeRun(surfaces, build)
    : joinRuns<BmeshBlocks>(
        surfaces.map((surface) => weldedRun<BmeshBlocks>(surface, build(surface), BLOCK_STRIDES)),
        BLOCK_STRIDES,
      );
  const [first] = surfaces;
  const { skin, ...arrays } =
    original && first ? restoreBlocks(run.blocks, first, original, settings) : (plainZeros(run.blocks) as BmeshBlocks);
  Object.assign(file, arrays);
  if (original) addHomeless(file, original);
  const faces = original && originalFaces(surfaces, run.parts, file, original, settings);
  Object.assign(file, faces ?? faceFieldsOf(surfaces, run.parts, run.vertexCount, settings));
  const links = original && originalLinks(first, file, original);
  Object.assign(file, links ?? (skin ? linksOf(skin) : {}));
}

/** All vertices that the surfaces share, in their order. */
function wholeRun(
  surfaces: readonly SceneSurface[],
  build: (surface: SceneSurface) => BmeshBlocks,
): VertexRun<BmeshBlocks> {
  const parts = surfaces.map(({ indices }) => indices);
  const [first] = surfaces;
  if (!first) return { blocks: {}, vertexCount: 0, parts };
  const indices = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    indices.set(part, at);
    at += part.length;
  }
  return { blocks: build({ ...first, indices }), vertexCount: first.vertexCount, parts };
}

/** Arrays of the original with another number of elements than vertices have no place in glTF. */
function addHomeless(file: BmeshFile, kept: BmeshKept): void {
  for (const name of ["normals", "uv0", "uv1", "tangents", "colors"] as const) {
    const array = file[name].length === 0 ? kept.array(name) : undefined;
    if (array) Object.assign(file, { [name]: array });
  }
}

/** Arrays that some part of the scene has. Normals are made up for, unless the file had none before. */
function wantedBlocks(surfaces: readonly SceneSurface[], kept: BmeshKept | undefined): WantedBlocks {
  const some = (semantic: string) => surfaces.some(({ primitive }) => primitive.getAttribute(semantic) !== null);
  return {
    normals: some("NORMAL") || !kept,
    uv0: some("TEXCOORD_0"),
    uv1: some("TEXCOORD_1"),
    tangents: surfaces.every(({ primitive }) => primitive.getAttribute("TANGENT") !== null),
    colors: some("COLOR_0"),
  };
}

/** A mesh that had nothing to show: all of it lies in the extras. */
function addUnshown(file: BmeshFile, kept: BmeshKept): void {
  for (const name of KEPT_ARRAYS) Object.assign(file, { [name]: kept.array(name) ?? file[name] });
  const { materialSections } = kept.extras;
  const records: unknown[] = Array.isArray(materialSections) ? materialSections : [];
  file.materialSections = records.flatMap((record) => sectionFromExtras(record) ?? []);
}

/** The box of the header: the original's as long as that of the positions is what it was. */
function boundsOf(positions: Float32Array, kept: BmeshKept | undefined): Pick<BmeshFile, "boundsMin" | "boundsMax"> {
  const computed = boxOf(positions);
  const before = kept?.floats("boundsOfPositions", 6);
  const [boundsMin, boundsMax] = [kept?.floats("boundsMin", 3), kept?.floats("boundsMax", 3)];
  if (boundsMin && boundsMax && before && sameBits(before, computed)) return { boundsMin, boundsMax };
  return { boundsMin: computed.slice(0, 3), boundsMax: computed.slice(3) };
}
