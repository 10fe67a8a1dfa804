import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import type { MshFile } from "./file.ts";

const SUM_TOLERANCE = 1e-3;

/** Rules of the client's two ways of skinning: hardware uses all four slots, software stops at the first that is not positive. */
export function checkWeights(file: MshFile, { limits }: EngineProfile, report: Report): void {
  const { vertexWeights: weights, boneNames = [] } = file;
  if (!weights) return;
  const limit = Math.min(boneNames.length, limits.boneNumbers ?? Infinity);
  const most = limits.influences ?? Infinity;
  let four = 0;
  let firstFour = -1;
  let unsorted = 0;
  let firstUnsorted = -1;
  for (let base = 0; base + 7 < weights.length; base += 8) {
    const w0 = weights[base] ?? 0;
    const w1 = weights[base + 1] ?? 0;
    const w2 = weights[base + 2] ?? 0;
    const w3 = weights[base + 3] ?? 0;
    // As nearly every vertex of a good file is: sorted, none below zero, summing to one, with bones that exist.
    const plain = w0 > 0 && w0 >= w1 && w1 >= w2 && w2 >= w3 && w3 >= 0;
    if (plain && Math.abs(w0 + w1 + w2 + w3 - 1) <= SUM_TOLERANCE && bonesExist(weights, base, w1, w2, w3, limit)) {
      if (1 + (w1 > 0 ? 1 : 0) + (w2 > 0 ? 1 : 0) + (w3 > 0 ? 1 : 0) > most && four++ === 0) firstFour = base / 8;
      continue;
    }
    const { positive, sorted } = checkVertex(weights, base, limit, report);
    if (positive > most && four++ === 0) firstFour = base / 8;
    if (!sorted && unsorted++ === 0) firstUnsorted = base / 8;
  }
  if (four > 0) {
    report.add(
      "MSH_FOUR_INFLUENCES",
      `vertexWeights[${firstFour}]`,
      `${four} vertices have four positive weights, the first is ${firstFour}`,
    );
  }
  if (unsorted > 0) {
    report.add(
      "MSH_WEIGHTS_UNSORTED",
      `vertexWeights[${firstUnsorted}]`,
      `the weights of ${unsorted} vertices are not sorted, the first is ${firstUnsorted}`,
    );
  }
}

/** The bones of the slots that have a weight; the first has. */
function bonesExist(weights: Float32Array, base: number, w1: number, w2: number, w3: number, limit: number): boolean {
  return (
    isBone(weights[base + 4] ?? 0, limit) &&
    (w1 === 0 || isBone(weights[base + 5] ?? 0, limit)) &&
    (w2 === 0 || isBone(weights[base + 6] ?? 0, limit)) &&
    (w3 === 0 || isBone(weights[base + 7] ?? 0, limit))
  );
}

function isBone(number: number, limit: number): boolean {
  return number >= 0 && number < limit && Math.floor(number) === number;
}

/** The weights of one vertex, slot by slot. */
function checkVertex(
  weights: Float32Array,
  base: number,
  limit: number,
  report: Report,
): { positive: number; sorted: boolean } {
  const vertex = base / 8;
  const path = `vertexWeights[${vertex}]`;
  let positive = 0;
  let stopped = false;
  let after = false;
  let sorted = true;
  let sum = 0;
  for (let slot = 0; slot < 4; slot++) {
    const weight = weights[base + slot] ?? 0;
    if (slot > 0 && weight > (weights[base + slot - 1] ?? 0)) sorted = false;
    if (!(weight > 0)) {
      stopped = true;
      continue;
    }
    positive++;
    sum += weight;
    if (stopped) after = true;
    const bone = weights[base + 4 + slot] ?? 0;
    if (isBone(bone, limit)) continue;
    report.add("MSH_BONE_NUMBER_INVALID", path, `slot ${slot + 1} of vertex ${vertex} names bone ${bone} of ${limit}`);
  }
  if (!((weights[base] ?? 0) > 0)) {
    report.add("MSH_FIRST_WEIGHT_NOT_POSITIVE", path, `the first weight of vertex ${vertex} is ${weights[base]}`);
  } else if (after) {
    report.add("MSH_WEIGHT_AFTER_ZERO", path, `vertex ${vertex} has a weight behind one that is not positive`);
  }
  if (Math.abs(sum - 1) > SUM_TOLERANCE) {
    report.add("MSH_WEIGHT_SUM", path, `the weights of vertex ${vertex} sum to ${Number(sum.toPrecision(6))}`);
  }
  return { positive, sorted };
}
