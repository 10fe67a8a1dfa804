import { influencesOf } from "../../scene/influences.ts";
import type { LossLedger } from "../../scene/loss.ts";
import type { SceneSkeleton } from "../../scene/skeletonOf.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import type { WeldStream } from "../../scene/weld.ts";
import { NO_NUMBER, type Numbering, tableOf } from "./numbering.ts";
import { skinWeights } from "./skinWeights.ts";
import type { SurfaceFacts } from "./surfaceFacts.ts";
import type { WeightTable } from "./weights.ts";

/** Influences that the format holds per vertex (documented). */
const SLOTS = 4;
const ONE = 65535;

/** Influences of vertices in columns of one width, so that vertices can be compared and sorted. */
export interface VertexWeights {
  /** Per vertex. */
  counts: Uint8Array;
  /** 4 per vertex; the first `count` of them matter, the others are 0. */
  joints: Int16Array;
  weights: Uint16Array;
}

export function emptyWeights(vertexCount: number): VertexWeights {
  return {
    counts: new Uint8Array(vertexCount),
    joints: new Int16Array(SLOTS * vertexCount),
    weights: new Uint16Array(SLOTS * vertexCount),
  };
}

/**
 * The influences of a skinned surface in the units of the file: largest first, normalised, then truncated to 1/65535 as
 * the engine does. Vertices that come from a file keep its influences while they say the same as the scene's.
 *
 * @param numbers per vertex, its position's number in the file that the scene comes from
 */
export function buildWeights(
  surface: SceneSurface,
  skeleton: SceneSkeleton,
  numbers: Uint32Array | undefined,
  facts: SurfaceFacts | undefined,
  ledger: LossLedger,
): VertexWeights {
  const { joints, weights, limited, unweighted } = influencesOf(surface, skeleton, SLOTS);
  const made = emptyWeights(surface.vertexCount);
  for (let vertex = 0; vertex < surface.vertexCount; vertex++) {
    let count = 0;
    for (let slot = SLOTS * vertex; slot < SLOTS * (vertex + 1); slot++) {
      const weight = Math.trunc((weights[slot] ?? 0) * ONE);
      if (weight === 0) continue;
      made.joints[SLOTS * vertex + count] = joints[slot] ?? 0;
      made.weights[SLOTS * vertex + count] = weight;
      count++;
    }
    if (count === 0) {
      made.weights[SLOTS * vertex] = ONE;
      count = 1;
    }
    made.counts[vertex] = count;
  }
  if (numbers) putKept(made, surface, skeleton, numbers, facts?.weights());
  ledger.add(
    "WEIGHTS_LIMITED",
    `${surface.path}.WEIGHTS`,
    limited,
    `influences beyond the ${SLOTS} largest were left out`,
  );
  ledger.add(
    "VERTICES_UNWEIGHTED",
    `${surface.path}.WEIGHTS`,
    unweighted,
    "vertices that no joint moves hang on the first joint",
  );
  return made;
}

/**
 * A mesh that stands below a joint without being skinned moves with it as a whole.
 * @returns undefined if there is no joint above it
 */
export function rigidWeights({ node, vertexCount }: SceneSurface, skeleton: SceneSkeleton): VertexWeights | undefined {
  let joint = -1;
  for (let above = node.getParentNode(); above && joint < 0; above = above.getParentNode()) {
    joint = skeleton.joints.findIndex((known) => known.node === above);
  }
  if (joint < 0) return undefined;
  const made = emptyWeights(vertexCount);
  made.counts.fill(1);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    made.joints[SLOTS * vertex] = joint;
    made.weights[SLOTS * vertex] = ONE;
  }
  return made;
}

/** Puts the influences of the file where the scene's are what they became. */
function putKept(
  made: VertexWeights,
  surface: SceneSurface,
  skeleton: SceneSkeleton,
  numbers: Uint32Array,
  table: WeightTable | undefined,
): void {
  const joints = surface.primitive.getAttribute("JOINTS_0")?.getArray();
  const weights = surface.primitive.getAttribute("WEIGHTS_0")?.getArray();
  const more = surface.primitive.getAttribute("JOINTS_1");
  if (!table || !joints || !weights || more || !surface.skin) return;
  const jointNumbers = skeleton.jointsOf(surface.skin);
  const expected = skinWeights(table, table.counts.length, skeleton.joints.length);
  const rows = expandWeights(table);
  const isSame = (vertex: number, number: number) => {
    for (let slot = 0; slot < SLOTS; slot++) {
      const [own, other] = [SLOTS * vertex + slot, SLOTS * number + slot];
      if (Math.fround(weights[own] ?? 0) !== expected.weights[other]) return false;
      if ((jointNumbers[joints[own] ?? 0] ?? 0) !== expected.joints[other] && weights[own] !== 0) return false;
    }
    return true;
  };
  for (const [vertex, number] of numbers.entries()) {
    if (number === NO_NUMBER || number >= table.counts.length) continue;
    const count = table.counts[number] ?? 0;
    if (count > SLOTS || !isSame(vertex, number)) continue;
    made.counts[vertex] = count;
    made.joints.set(rows.joints.subarray(SLOTS * number, SLOTS * (number + 1)), SLOTS * vertex);
    made.weights.set(rows.weights.subarray(SLOTS * number, SLOTS * (number + 1)), SLOTS * vertex);
  }
}

/** A table of the file in columns of one width; influences beyond the fourth are left out. */
export function expandWeights({ counts, joints, weights }: WeightTable): VertexWeights {
  const expanded = emptyWeights(counts.length);
  let pair = 0;
  for (const [vertex, count] of counts.entries()) {
    const kept = Math.min(SLOTS, count);
    expanded.counts[vertex] = kept;
    expanded.joints.set(joints.subarray(pair, pair + kept), SLOTS * vertex);
    expanded.weights.set(weights.subarray(pair, pair + kept), SLOTS * vertex);
    pair += count;
  }
  return expanded;
}

/** What tells vertices apart by their influences. */
export function weightStreams({ counts, joints, weights }: VertexWeights): WeldStream[] {
  return [
    { array: counts, stride: 1 },
    { array: joints, stride: SLOTS },
    { array: weights, stride: SLOTS },
  ];
}

/** The table of the file, one entry per position. */
export function weightTableOf(vertices: VertexWeights, numbering: Numbering, unused?: VertexWeights): WeightTable {
  const counts = tableOf(vertices.counts, 1, numbering, unused?.counts);
  const joints = tableOf(vertices.joints, SLOTS, numbering, unused?.joints);
  const weights = tableOf(vertices.weights, SLOTS, numbering, unused?.weights);
  const isUsed = (_: number, i: number) => i % SLOTS < (counts[Math.floor(i / SLOTS)] ?? 0);
  return { counts, joints: joints.filter(isUsed), weights: weights.filter(isUsed) };
}
