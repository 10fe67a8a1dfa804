import type { Document } from "@gltf-transform/core";
import type { BuildResult, ConvertOptions } from "../../format.ts";
import { LossLedger } from "../../scene/loss.ts";
import { loadArray } from "../../scene/rawData.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import type { SceneSkeleton } from "../../scene/skeletonOf.ts";
import { type SceneSurface, sceneSurfaces } from "../../scene/surfaces.ts";
import { assembleMs14, assembleMs15, assembleSk10, type BuiltMesh, type BuiltSurface } from "./assemble.ts";
import { unigineBounds } from "./bounds.ts";
import { buildCollision } from "./buildCollision.ts";
import { surfaceNames } from "./buildNames.ts";
import { checkOptions, type Wishes } from "./buildOptions.ts";
import { buildSkeleton, sceneSkeleton, skeletonUnit } from "./buildSkeleton.ts";
import { buildArrays } from "./buildSurface.ts";
import { shapeDigest } from "./digest.ts";
import { boundsIn, byteIn, type DocumentFacts, documentFacts, factsIn } from "./facts.ts";
import type { UnigineFile } from "./file.ts";
import { hollowArrays } from "./hollow.ts";
import { fromHex, nameFrom, nameOf, type UnigineName } from "./names.ts";
import { type ScenePart, sceneParts } from "./sceneParts.ts";
import { spaceFor } from "./space.ts";
import { listLeftOut } from "./unheld.ts";

/** The documented limit. */
const MOST_SURFACES = 32767;
/** Triangles in a leaf of the tree, in all known files. */
const LEAF_SIZE = 4;

/**
 * A scene as a UNIGINE mesh: a surface per primitive, with the tables that its vertices share, bounds, edges and tree.
 * What the scene keeps of the file that it was made from comes back as long as it is still true.
 *
 * @param target `ms15`, `ms14` or `sk10`
 * @throws MeshglotError `UNIGINE_CANNOT_HOLD_*` with a count and what to do, `SCENE_*`
 */
export function unigineFromScene(
  document: Document,
  target: string,
  options: ConvertOptions,
): BuildResult<UnigineFile> {
  const ledger = new LossLedger();
  const source = documentFacts(document);
  const wishes = checkOptions(target, options, source);
  const surfaces = sceneSurfaces(document, 1, ledger);
  const parts = sceneParts(document, surfaces);
  requireSurfaces(parts.length, source);
  const space = spaceFor({ forward: wishes.forward });
  const found = wishes.skin ? sceneSkeleton(document, surfaces) : undefined;
  requireStatic(wishes, surfaces, found);
  const skeleton = wishes.id === "ms15" ? undefined : found;
  const names = surfaceNames(parts, ledger);
  const leafSize = leafSizeOf(source);
  let unchanged = parts.length === source.facts.surfaceCount;
  const built = parts.map((part, i): BuiltSurface => {
    const { facts, surface } = part;
    const targetCount = 1 + (wishes.morphs ? (surface?.primitive.listTargets().length ?? 0) : 0);
    const arrays = surface
      ? buildArrays(surface, { space, skeleton, morphs: wishes.morphs }, facts, ledger)
      : hollowArrays(part.facts, targetCount);
    const positions = arrays.targets.map((own) => own.positions);
    const hasOldShape = facts?.hasShape(shapeDigest(positions, arrays.cIndices, arrays.tIndices)) ?? false;
    unchanged &&= hasOldShape;
    return {
      name: names[i] ?? nameOf(""),
      arrays,
      targetNames: positions.map((_, k) => targetName(part, k)),
      bounds: (hasOldShape ? facts?.bounds() : undefined) ?? unigineBounds(positions),
      ...lightmapOf(part, arrays.uv1.length > 0),
      collision: wishes.id === "sk10" ? undefined : buildCollision(arrays, leafSize, facts, hasOldShape),
      stored: {
        geometry: wishes.stored ?? facts?.isStored(0) ?? false,
        tree: wishes.stored ?? facts?.isStored(1) ?? false,
      },
    };
  });
  const mesh: BuiltMesh = {
    spatialTreeTriangles: leafSize,
    bounds:
      (unchanged ? boundsIn(document, source.facts.bounds) : undefined) ??
      unigineBounds(built.flatMap(({ arrays }) => arrays.targets.map(({ positions }) => positions))),
    surfaces: built,
    estimatedRamBytes: unchanged && source.id === wishes.id ? ramOf(source) : undefined,
    ...bytesOfSource(document, source, wishes.id, ledger),
  };
  listLeftOut(document, parts, wishes, skeleton !== undefined, ledger);
  return {
    file: assemble(document, mesh, skeleton, skeletonUnit(surfaces), wishes, source, ledger),
    dialect: wishes.id,
    losses: ledger.losses,
  };
}

function assemble(
  document: Document,
  mesh: BuiltMesh,
  skeleton: SceneSkeleton | undefined,
  unit: number,
  wishes: Wishes,
  source: DocumentFacts,
  ledger: LossLedger,
): UnigineFile {
  if (wishes.id === "ms15") return assembleMs15(mesh);
  const space = spaceFor({ forward: wishes.forward });
  const joints = buildSkeleton(document, source, skeleton, space, unit, wishes.id === "sk10", ledger);
  return wishes.id === "ms14" ? assembleMs14(mesh, joints) : assembleSk10(mesh, joints, wishes.reference);
}

function requireSurfaces(count: number, source: DocumentFacts): void {
  if (count === 0 && source.id === undefined) {
    throw sceneFault("SCENE_EMPTY", "meshes", "the scene shows no faces", "Export meshes, not curves or points alone.");
  }
  if (count <= MOST_SURFACES) return;
  throw sceneFault(
    "UNIGINE_CANNOT_HOLD_SURFACES",
    "meshes",
    `${count} surfaces, the format holds ${MOST_SURFACES}`,
    "Merge meshes that share a material, or split the scene into several files.",
    { needed: count, available: MOST_SURFACES },
  );
}

/** ms15 holds neither joints nor morph targets, and leaving them out changes what is shown. */
function requireStatic(wishes: Wishes, surfaces: readonly SceneSurface[], skeleton: SceneSkeleton | undefined): void {
  if (wishes.id !== "ms15") return;
  if (skeleton) {
    const count = skeleton.joints.length;
    throw sceneFault(
      "UNIGINE_CANNOT_HOLD_SKIN",
      "skins",
      `ms15 holds static meshes, the scene has ${count} joints`,
      "Build sk10 (.mesh_skinned) or ms14, or leave the skin out with --drop skin.",
      { needed: count, available: 0 },
    );
  }
  const morphing = surfaces.filter(({ primitive }) => primitive.listTargets().length > 0).length;
  if (!wishes.morphs || morphing === 0) return;
  throw sceneFault(
    "UNIGINE_CANNOT_HOLD_MORPHS",
    "targets",
    `ms15 holds static meshes, ${morphing} surfaces have morph targets`,
    "Build sk10 (.mesh_skinned) or ms14, or leave the targets out with --drop morphs.",
    { needed: morphing, available: 0 },
  );
}

function targetName({ facts, surface }: ScenePart, target: number): UnigineName {
  const kept = facts?.targetName(target);
  if (target > 0) return nameFrom(kept, surface?.primitive.listTargets()[target - 1]?.getName() ?? "");
  // The mesh itself, which glTF has no name for.
  const text = typeof kept === "object" && kept !== null && "text" in kept ? kept.text : kept;
  return nameFrom(kept, typeof text === "string" ? text : "");
}

/** Channel 1 and 256 texels where there is a second set of UVs, as in all real files of ms14 and ms15. */
function lightmapOf({ facts }: ScenePart, hasUv1: boolean) {
  return {
    lightmapUvChannel: byteIn(facts?.facts.lightmapUvChannel) ?? (hasUv1 ? 1 : 0),
    lightmapResolution: byteIn(facts?.facts.lightmapResolution) ?? (hasUv1 ? 3 : 0),
  };
}

function leafSizeOf({ facts }: DocumentFacts): number {
  const own = facts.spatialTreeTriangles;
  return typeof own === "number" && Number.isInteger(own) && own > 0 && own < 2 ** 31 ? own : LEAF_SIZE;
}

function ramOf({ facts }: DocumentFacts): bigint | undefined {
  const own = facts.estimatedRamBytes;
  if (typeof own !== "string" || !/^-?\d{1,19}$/.test(own)) return undefined;
  return BigInt.asIntN(64, BigInt(own)) === BigInt(own) ? BigInt(own) : undefined;
}

/** Bytes that mean nothing but were in the file, which another layout has no place for. */
function bytesOfSource(document: Document, { id, facts }: DocumentFacts, target: string, ledger: LossLedger) {
  const trailing = loadArray(document, facts.trailing, "u8") ?? [];
  const spellings = Object.entries(factsIn(facts.spellings)).flatMap(([path, hex]): [string, Uint8Array][] => {
    const bytes = fromHex(hex);
    return bytes ? [[path, bytes]] : [];
  });
  if (id === target) return { trailing: Uint8Array.from(trailing), spellings: new Map(spellings) };
  ledger.add("TRAILING_BYTES_DROPPED", "trailing", trailing.length, "bytes behind the end of the source file");
  return { trailing: new Uint8Array(0), spellings: new Map<string, Uint8Array>() };
}
