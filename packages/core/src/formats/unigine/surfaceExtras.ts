import type { Document } from "@gltf-transform/core";
import { toHex } from "../../bytes/codePage.ts";
import type { Json } from "../../json.ts";
import type { Scalars } from "../../layout/arrays.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { storeArray } from "../../scene/rawData.ts";
import { collisionTreeOf, isCanonicalTree } from "./collision.ts";
import type { JoinedVertices } from "./corners.ts";
import { shapeDigest } from "./digest.ts";
import type { UnigineBounds, UnigineFile } from "./file.ts";
import { indexValues, widthOf } from "./indices.ts";
import { nameForExtras } from "./names.ts";
import { spellingsOf } from "./spellings.ts";
import type { SurfaceView } from "./surfaces.ts";

/** What a surface has and glTF has no place for. */
export function surfaceExtras(
  document: Document,
  surface: SurfaceView,
  joined: JoinedVertices,
  leafSize: number,
  ledger: LossLedger,
): Record<string, Json | undefined> {
  const { lightmapUvChannel, lightmapResolution, bounds, name, vertexCount, tVertexCount } = surface;
  const store = (array: Scalars) => (array.length > 0 ? storeArray(document, array as Uint8Array) : undefined); // Int8Array is none of ours
  return {
    kind: "surface",
    name: name && nameForExtras(name),
    lightmapUvChannel,
    lightmapResolution,
    bounds: bounds && boundsForExtras(document, bounds),
    collision: collisionForExtras(document, surface, leafSize, ledger),
    shape: shapeDigest(
      surface.targets.map(({ positions }) => positions),
      surface.cIndices,
      surface.tIndices,
    ),
    storedBlocks: surface.blocks.length > 0 ? surface.blocks.map(({ block }) => block.stored) : undefined,
    targetNames: surface.targets.map((target) => (target.name ? nameForExtras(target.name) : "")),
    vertexCount,
    tVertexCount,
    indexWidths: [widthOf(surface.cIndices), widthOf(surface.tIndices)],
    ...(surface.weights.counts.length > 0 ? { weights: weightsForExtras(store, surface) } : {}),
    ...unusedForExtras(store, surface, joined),
    ...unfitForExtras(store, surface, joined),
  };
}

export function boundsForExtras(document: Document, bounds: UnigineBounds): Json {
  return {
    min: storeArray(document, bounds.min),
    max: storeArray(document, bounds.max),
    center: storeArray(document, bounds.center),
    radius: storeArray(document, Float32Array.of(bounds.radius)),
  };
}

type Store = (array: Scalars) => Json | undefined;

/** Counts, joints and weights as they lie in the file: glTF's are normalised and expanded to its vertices. */
function weightsForExtras(store: Store, { weights }: SurfaceView): Json {
  return present({ counts: store(weights.counts), joints: store(weights.joints), weights: store(weights.weights) });
}

/** `canonical` where our rules give the same bytes again. */
function collisionForExtras(
  document: Document,
  surface: SurfaceView,
  leafSize: number,
  ledger: LossLedger,
): Json | undefined {
  const { tree, treePath } = surface;
  if (!tree) return undefined;
  ledger.add(
    "COLLISION_DATA",
    treePath,
    tree.edgeCount,
    "edges and tree for collisions have no place in glTF",
    "mesh extras collision",
  );
  const made = collisionTreeOf(surface.targets[0]?.positions ?? new Float32Array(0), surface.cIndices, leafSize);
  if (made && isCanonicalTree(tree, made)) return { canonical: true };
  return {
    canonical: false,
    edges: storeArray(document, tree.edges),
    treeIndices: storeArray(document, tree.treeIndices.values),
    axes: storeArray(document, tree.nodes.axes),
    links: storeArray(document, tree.nodes.links.values),
    boxes: storeArray(document, tree.boxes),
    splitDistances: storeArray(document, tree.splitDistances),
  };
}

/** Positions and t-vertices that no triangle uses, with their numbers. */
function unusedForExtras(store: Store, surface: SurfaceView, joined: JoinedVertices): Record<string, Json | undefined> {
  const c = missing(surface.vertexCount, joined.c);
  const t = missing(surface.tVertexCount, surface.tVertexCount > 0 ? joined.t : new Uint32Array(0));
  const tangentSize = surface.targets[0]?.tangents instanceof Uint8Array ? 7 : 4;
  return {
    unusedPositions:
      c.length === 0
        ? undefined
        : {
            numbers: store(c) ?? [],
            targets: surface.targets.map(({ positions }) => store(rows(positions, 3, c)) ?? []),
          },
    unusedTVertices:
      t.length === 0
        ? undefined
        : present({
            numbers: store(t),
            targets: surface.targets.map(({ tangents }) => store(rows(tangents, tangentSize, t)) ?? []),
            uv0: store(rows(surface.uv0, 2, t)),
            uv1: store(rows(surface.uv1, 2, t)),
            colors: store(rows(surface.colors, 4, t)),
          }),
  };
}

/** Whole arrays where the vertices of glTF can not stand for them: faults of the file, mostly. */
function unfitForExtras(store: Store, surface: SurfaceView, joined: JoinedVertices): Record<string, Json | undefined> {
  const { uv0, uv1, colors, targets, tVertexCount, vertexCount } = surface;
  const facesLost = joined.dropped + joined.unpaired > 0 || (tVertexCount === 0 && joined.c.length > 0);
  const odd = (length: number) => length !== 0 && length !== tVertexCount;
  const notFinite = (array: Float32Array) => !array.every(Number.isFinite);
  const oddTarget = targets.some(
    (target) =>
      target.positions.length !== 3 * vertexCount ||
      target.tangentCount !== targets[0]?.tangentCount ||
      notFinite(target.positions),
  );
  return {
    cIndices: facesLost ? store(indexValues(surface.cIndices)) : undefined,
    tIndices: facesLost ? store(indexValues(surface.tIndices)) : undefined,
    uv0: odd(uv0.length / 2) || notFinite(uv0) ? store(uv0) : undefined,
    uv1: odd(uv1.length / 2) || notFinite(uv1) ? store(uv1) : undefined,
    colors: odd(colors.length / 4) ? store(colors) : undefined,
    rawTargets: oddTarget
      ? targets.map(({ positions, tangents }) => present({ positions: store(positions), tangents: store(tangents) }))
      : undefined,
  };
}

function missing(count: number, used: Uint32Array): Uint32Array {
  const seen = new Uint8Array(count);
  for (const number of used) seen[number] = 1;
  const result = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < count; i++) if (seen[i] === 0) result[n++] = i;
  return result.slice(0, n);
}

/** Some rows of an array, those beyond its end left out. */
function rows<A extends Float32Array | Int16Array | Uint8Array>(array: A, size: number, numbers: Uint32Array): A {
  const inside = numbers.filter((number) => size * (number + 1) <= array.length);
  // The constructor of a typed array makes arrays of its own kind.
  const result = new (array.constructor as new (length: number) => A)(size * inside.length);
  for (const [i, number] of inside.entries()) result.set(array.subarray(size * number, size * (number + 1)), size * i);
  return result;
}

function present(facts: Record<string, Json | undefined>): Json {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Record<string, Json>;
}

/** What the file as a whole has and glTF has no place for. */
export function documentExtras(
  document: Document,
  file: UnigineFile,
  id: string,
  forward: string | undefined,
): Record<string, Json | undefined> {
  return {
    format: "unigine",
    id,
    forward,
    surfaceCount: file.surfaceCount,
    bounds: boundsForExtras(document, file.bounds),
    ...("spatialTreeTriangles" in file
      ? { spatialTreeTriangles: file.spatialTreeTriangles, estimatedRamBytes: String(file.estimatedRamBytes) }
      : {}),
    ...("skeletonGuid" in file
      ? { skeletonGuid: nameForExtras(file.skeletonGuid), skeletonPath: nameForExtras(file.skeletonPath) }
      : {}),
    spellings: spellingsForExtras(file),
    trailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  };
}

/** More than these nobody spells by hand; a damaged file may have one per integer. */
const MOST_SPELLINGS = 1000;

/** Integers that are spelled in more bytes than need be, by their paths. */
function spellingsForExtras(file: UnigineFile): Json | undefined {
  const spellings = spellingsOf(file);
  if (spellings.length === 0 || spellings.length > MOST_SPELLINGS) return undefined;
  return Object.fromEntries(spellings.map(({ path, bytes }) => [path, toHex(bytes)]));
}
