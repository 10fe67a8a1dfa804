import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import type { MshFile } from "./file.ts";

const SUM_TOLERANCE = 1e-3;

/** Rules of the client's two ways of skinning: hardware uses all four slots, software stops at the first that is not positive. */
export function checkWeights(file: MshFile, { limits }: EngineProfile, report: Report): void {
  const { vertexWeights: weights, boneNames = [] } = file;
  if (!weights) return;
  const limit = Math.min(boneNames.length, limits.boneNumbers ?? Infinity);
  let four = 0;
  let firstFour = -1;
  let unsorted = 0;
  let firstUnsorted = -1;
  for (let vertex = 0; vertex * 8 + 7 < weights.length; vertex++) {
    const base = vertex * 8;
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
      if (!(Number.isInteger(bone) && bone >= 0 && bone < limit)) {
        report.add(
          "MSH_BONE_NUMBER_INVALID",
          path,
          `slot ${slot + 1} of vertex ${vertex} names bone ${bone} of ${limit}`,
        );
      }
    }
    if (!((weights[base] ?? 0) > 0)) {
      report.add("MSH_FIRST_WEIGHT_NOT_POSITIVE", path, `the first weight of vertex ${vertex} is ${weights[base]}`);
    } else if (after) {
      report.add("MSH_WEIGHT_AFTER_ZERO", path, `vertex ${vertex} has a weight behind one that is not positive`);
    }
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      report.add("MSH_WEIGHT_SUM", path, `the weights of vertex ${vertex} sum to ${Number(sum.toPrecision(6))}`);
    }
    if (positive > (limits.influences ?? Infinity) && four++ === 0) firstFour = vertex;
    if (!sorted && unsorted++ === 0) firstUnsorted = vertex;
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
