import type { LossLedger } from "../../scene/loss.ts";
import type { SceneSkeleton } from "../../scene/skeletonOf.ts";
import type { Space } from "../../scene/space.ts";
import { positionsOf, streamOf, targetOffsetsOf } from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { gather, type WeldStream } from "../../scene/weld.ts";
import { colorBytes } from "./buildColors.ts";
import { type BuiltFrames, buildFrames } from "./buildFrames.ts";
import {
  buildWeights,
  emptyWeights,
  expandWeights,
  rigidWeights,
  type VertexWeights,
  weightStreams,
  weightTableOf,
} from "./buildWeights.ts";
import type { UnigineIndices } from "./file.ts";
import { indexWidth } from "./indices.ts";
import { type Numbering, numberVertices, tableOf } from "./numbering.ts";
import { type SurfaceFacts, sourceNumbers } from "./surfaceFacts.ts";
import type { WeightTable } from "./weights.ts";

/** Arrays of a surface, ready for any of the identifiers that can be built. */
export interface BuiltArrays {
  /** The surface itself first, then its morph targets. */
  targets: { positions: Float32Array; tangents: Int16Array }[];
  /** One entry per position, or none. */
  weights: WeightTable;
  uv0: Float32Array;
  uv1: Float32Array;
  /** 4 per t-vertex. */
  colors: Uint8Array;
  cIndices: UnigineIndices;
  tIndices: UnigineIndices;
}

/** What a file wants of a surface. */
export interface SurfaceWishes {
  space: Space;
  /** Joints that the weights name; undefined for a file that has none. */
  skeleton: SceneSkeleton | undefined;
  morphs: boolean;
}

/** Everything per vertex, where a vertex is what one corner of a face sees. */
interface Vertices {
  frames: BuiltFrames;
  positions: Float32Array[];
  weights: VertexWeights | undefined;
  uv0: Float32Array | undefined;
  uv1: Float32Array | undefined;
  colors: Uint8Array | undefined;
  cWanted: Uint32Array | undefined;
  tWanted: Uint32Array | undefined;
}

/**
 * A surface's tables and its two index arrays: positions shared by all vertices that agree in position, weights and
 * targets; t-vertices by those that agree in the rest and in their position.
 */
export function buildArrays(
  surface: SceneSurface,
  { space, skeleton, morphs }: SurfaceWishes,
  facts: SurfaceFacts | undefined,
  ledger: LossLedger,
): BuiltArrays {
  const targetCount = morphs ? surface.primitive.listTargets().length : 0;
  const vertices = verticesOf(surface, space, skeleton, targetCount, facts, ledger);
  const { frames, positions, weights, uv0, uv1, colors } = vertices;
  const { indices, tangents } = frames;
  const count = frames.origin.length;
  const unusedC = facts?.unusedPositions(targetCount + 1);
  const cStreams = [
    ...positions.map((array): WeldStream => ({ array, stride: 3 })),
    ...(weights ? weightStreams(weights) : []),
  ];
  const c = numberVertices(count, cStreams, indices, vertices.cWanted, unusedC?.numbers);
  const unusedT = facts?.unusedTVertices(targetCount + 1);
  const tStreams: WeldStream[] = [
    ...tangents.map((array) => ({ array, stride: 4 })),
    ...[uv0, uv1].flatMap((array) => (array ? [{ array, stride: 2 }] : [])),
    ...(colors ? [{ array: colors, stride: 4 }] : []),
    { array: c.numbers, stride: 1 },
  ];
  const t = numberVertices(count, tStreams, indices, vertices.tWanted, unusedT?.numbers);
  const table = (array: Float32Array | undefined, unused: Float32Array | undefined) =>
    array ? tableOf(array, 2, t, unused) : new Float32Array(0);
  return {
    targets: positions.map((own, i) => ({
      positions: tableOf(own, 3, c, unusedC?.targets[i]),
      tangents: tableOf(tangents[i] ?? new Int16Array(0), 4, t, unusedT?.targets[i]),
    })),
    weights: tableOfWeights(vertices, c, morphs && targetCount > 0, unusedC?.numbers, facts),
    uv0: table(uv0, unusedT?.uv0),
    uv1: table(uv1, unusedT?.uv1),
    colors: colors ? tableOf(colors, 4, t, unusedT?.colors) : new Uint8Array(0),
    cIndices: indexArray(indices, c),
    tIndices: indexArray(indices, t),
  };
}

function verticesOf(
  surface: SceneSurface,
  space: Space,
  skeleton: SceneSkeleton | undefined,
  targetCount: number,
  facts: SurfaceFacts | undefined,
  ledger: LossLedger,
): Vertices {
  const frames = buildFrames(surface, space, targetCount, facts, ledger);
  const { origin } = frames;
  const isUsed = new Uint8Array(surface.vertexCount);
  for (const vertex of surface.indices) isUsed[vertex] = 1;
  const unused = isUsed.reduce((count, used) => count - used, surface.vertexCount);
  ledger.add("VERTICES_UNUSED", surface.path, unused, "vertices that no face uses were left out");
  const cNumbers = sourceNumbers(surface, "_SOURCE_INDEX");
  const tNumbers = sourceNumbers(surface, "_SOURCE_TINDEX");
  const base = facts ? positionsOf(surface, space) : withoutMinus(positionsOf(surface, space));
  const weights = skeleton && weightsOf(surface, skeleton, cNumbers, facts, ledger);
  const spread = <A extends WeldStream["array"]>(array: A | undefined, stride: number) =>
    array && gather(array, stride, origin);
  const positions = [base];
  for (let target = 0; target < targetCount; target++) {
    positions.push(targetPositions(surface, target, base, space, cNumbers, facts));
  }
  return {
    frames,
    positions: positions.map((array) => gather(array, 3, origin)),
    weights: weights && {
      counts: gather(weights.counts, 1, origin),
      joints: gather(weights.joints, 4, origin),
      weights: gather(weights.weights, 4, origin),
    },
    uv0: spread(streamOf(surface, "TEXCOORD_0"), 2),
    uv1: spread(streamOf(surface, "TEXCOORD_1"), 2),
    colors: spread(colorBytes(surface, ledger), 4),
    cWanted: spread(cNumbers, 1),
    tWanted: spread(tNumbers, 1),
  };
}

/** Turning the axes gave some zeros a minus, which would tell equal positions apart; those of a file get theirs back. */
function withoutMinus(positions: Float32Array): Float32Array {
  return positions.map((value) => value + 0);
}

function weightsOf(
  surface: SceneSurface,
  skeleton: SceneSkeleton,
  numbers: Uint32Array | undefined,
  facts: SurfaceFacts | undefined,
  ledger: LossLedger,
): VertexWeights | undefined {
  return surface.skin ? buildWeights(surface, skeleton, numbers, facts, ledger) : rigidWeights(surface, skeleton);
}

/** Absolute positions of a morph target: the file's own where their differences to the mesh are still the same. */
function targetPositions(
  surface: SceneSurface,
  target: number,
  base: Float32Array,
  space: Space,
  numbers: Uint32Array | undefined,
  facts: SurfaceFacts | undefined,
): Float32Array {
  const offsets = targetOffsetsOf(surface, target, space) ?? new Float32Array(base.length);
  const kept = numbers && facts?.targetPositions(target, numbers);
  return base.map((value, i) => {
    const offset = offsets[i] ?? 0;
    const own = kept?.[i];
    return own !== undefined && Math.fround(own - value) === offset ? own : value + offset;
  });
}

/** A mesh that morphs without a skin has an entry without influences per position, as the vendor describes it. */
function tableOfWeights(
  { weights, frames }: Vertices,
  numbering: Numbering,
  morphs: boolean,
  unused: Uint32Array | undefined,
  facts: SurfaceFacts | undefined,
): WeightTable {
  const kept = facts?.weights();
  if (weights) {
    const rows = kept && unused && gatherWeights(expandWeights(kept), unused);
    return weightTableOf(weights, numbering, rows);
  }
  const hasEntries = morphs || (kept?.joints.length === 0 && kept.counts.length > 0);
  if (hasEntries) return weightTableOf(emptyWeights(frames.origin.length), numbering);
  return { counts: new Uint8Array(0), joints: new Int16Array(0), weights: new Uint16Array(0) };
}

function gatherWeights({ counts, joints, weights }: VertexWeights, numbers: Uint32Array): VertexWeights {
  return {
    counts: gather(counts, 1, numbers),
    joints: gather(joints, 4, numbers),
    weights: gather(weights, 4, numbers),
  };
}

/** As wide as the engine's rule wants it. */
function indexArray(indices: Uint32Array, { numbers, sources }: Numbering): UnigineIndices {
  const Indices = { 1: Uint8Array, 2: Uint16Array, 4: Int32Array }[indexWidth(sources.length)];
  return Indices.from(gather(numbers, 1, indices));
}
