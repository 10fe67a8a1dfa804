import type { Report } from "../../issues/report.ts";
import type { UnigineFile } from "./file.ts";
import { endsWithZero, textOf } from "./names.ts";
import { safeParents } from "./pose.ts";
import type { SkeletonView, SurfaceView } from "./surfaces.ts";

const TRANSFORM = 10;
const MOST_INFLUENCES = 4;
/** Truncated to 1/65535, four weights that sum to one may lack three (verified). */
const LOWEST_SUM = 65532;
const HIGHEST_SUM = 65535;

/** Joints, poses and the reference to the skeleton. */
export function checkSkeleton(file: UnigineFile, { joints, bind, rest }: SkeletonView, report: Report): void {
  const parents = joints.map((joint) => joint.parent);
  parents.forEach((parent, i) => {
    if (parent < -1 || parent >= joints.length) {
      report.add(
        "UNIGINE_JOINT_PARENT",
        `joints[${i}].parent`,
        `joint ${i} has the parent ${parent} of ${joints.length} joints`,
      );
    } else if (parent > i) {
      report.add("UNIGINE_JOINT_ORDER", `joints[${i}].parent`, `joint ${i} comes before its parent ${parent}`);
    }
  });
  const existing = parents.map((parent) => (parent < 0 || parent >= joints.length ? -1 : parent));
  const safe = safeParents(existing).parents;
  existing.forEach((parent, i) => {
    if (safe[i] === parent) return;
    report.add("UNIGINE_JOINT_CYCLE", `joints[${i}].parent`, `joints ${i} and ${parent} are each other's ancestors`);
  });
  for (const [name, pose] of [
    ["bind", bind],
    ["rest", rest],
  ] as const) {
    if (!pose) continue;
    const transforms = pose.length / TRANSFORM;
    if (transforms !== joints.length) {
      report.add("UNIGINE_POSE_COUNT", name, `${transforms} transforms for ${joints.length} joints`);
    }
    const bad = pose.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0)
      report.add(
        "UNIGINE_NOT_FINITE",
        name,
        `number ${bad % TRANSFORM} of transform ${Math.floor(bad / TRANSFORM)} is not finite`,
      );
  }
  if ("skeletonGuid" in file) checkReference(file, joints.length, report);
}

function checkReference(
  file: Extract<UnigineFile, { skeletonGuid: unknown }>,
  jointCount: number,
  report: Report,
): void {
  const { skeletonGuid, skeletonPath } = file;
  for (const [path, name] of [
    ["skeletonGuid", skeletonGuid],
    ["skeletonPath", skeletonPath],
  ] as const) {
    // The empty form is open: no bytes at all are accepted as well as a lone zero.
    if (name.raw.length > 0 && !endsWithZero(name))
      report.add("UNIGINE_STRING", path, `"${textOf(name)}" has no zero at the end`);
  }
  const guid = textOf(skeletonGuid);
  if (guid !== "" && !/^[0-9a-f]{40}$/.test(guid)) {
    report.add("UNIGINE_SKELETON_REFERENCE", "skeletonGuid", `"${guid}" is not 40 lower-case hex digits`);
  } else if (guid === "" && textOf(skeletonPath) === "" && jointCount > 0) {
    // A mesh that only morphs has no joints (documented), so there is no skeleton to refer to.
    report.add("UNIGINE_SKELETON_REFERENCE", "skeletonPath", "neither a GUID nor a path");
  }
}

/** Weights of one surface. Findings of a kind are one issue with a number, because there may be one per vertex. */
export function checkWeights(
  { weights, vertexCount, geometryPath }: SurfaceView,
  jointCount: number,
  report: Report,
): void {
  const { counts, joints, weights: values } = weights;
  if (counts.length === 0) return;
  const path = `${geometryPath}.weights`;
  if (counts.length !== vertexCount) {
    report.add("UNIGINE_WEIGHT_COUNT", path, `${counts.length} entries for ${vertexCount} positions`);
  }
  let [crowded, unweighted, unbalanced, badJoints] = [0, 0, 0, 0];
  let [firstCrowded, firstSum, firstBad] = ["", "", ""];
  let pair = 0;
  counts.forEach((count, vertex) => {
    let sum = 0;
    for (const end = pair + count; pair < end; pair++) {
      sum += values[pair] ?? 0;
      const joint = joints[pair] ?? -1;
      if (joint >= 0 && joint < jointCount) continue;
      if (badJoints++ === 0) firstBad = `vertex ${vertex} names joint ${joint} of ${jointCount}`;
    }
    if (count > MOST_INFLUENCES && crowded++ === 0) firstCrowded = `vertex ${vertex} has ${count}`;
    if (count === 0) unweighted++;
    else if ((sum < LOWEST_SUM || sum > HIGHEST_SUM) && unbalanced++ === 0)
      firstSum = `vertex ${vertex} sums to ${sum}`;
  });
  const add = (code: string, count: number, message: string) => count > 0 && report.add(code, path, message);
  add("UNIGINE_WEIGHT_JOINT", badJoints, `${badJoints} weights on joints that do not exist; ${firstBad}`);
  add(
    "UNIGINE_WEIGHT_INFLUENCES",
    crowded,
    `${crowded} vertices with more than ${MOST_INFLUENCES} influences; ${firstCrowded}`,
  );
  add(
    "UNIGINE_WEIGHT_SUM",
    unbalanced,
    `${unbalanced} vertices whose weights are not ${LOWEST_SUM} to ${HIGHEST_SUM}; ${firstSum}`,
  );
  // A mesh that only morphs has no joints and an entry without influences per position.
  add(
    "UNIGINE_UNWEIGHTED_VERTEX",
    jointCount > 0 ? unweighted : 0,
    `${unweighted} of ${counts.length} vertices have no influence`,
  );
}
