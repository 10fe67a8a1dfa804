import { toHex } from "../../bytes/codePage.ts";
import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import type { UnigineFile, UnigineJoint } from "./file.ts";
import { endsWithZero, textOf, type UnigineName } from "./names.ts";
import { safeParents } from "./pose.ts";
import type { SnFile } from "./sn/file.ts";
import type { SkeletonView, SurfaceView } from "./surfaces.ts";

const TRANSFORM = 10;
/** Truncated to 1/65535, four weights that sum to one may lack three (verified). */
const LOWEST_SUM = 65532;
const HIGHEST_SUM = 65535;

/** Joints, poses and the reference to the skeleton. */
export function checkSkeleton(file: UnigineFile, { joints, bind, rest }: SkeletonView, report: Report): void {
  checkJoints(joints, "UNIGINE", report);
  for (const [name, pose] of [
    ["bind", bind],
    ["rest", rest],
  ] as const) {
    if (pose) checkPose(pose, name, joints.length, "UNIGINE", report);
  }
  if ("skeletonGuid" in file) checkReference(file, "UNIGINE", joints.length > 0, report);
}

/** Parents that do not exist, come later, or lead in a circle. @param family prefix of the codes */
export function checkJoints(joints: readonly Pick<UnigineJoint, "parent">[], family: string, report: Report): void {
  const parents = joints.map((joint) => joint.parent);
  parents.forEach((parent, i) => {
    if (parent < -1 || parent >= joints.length) {
      report.add(
        `${family}_JOINT_PARENT`,
        `joints[${i}].parent`,
        `joint ${i} has the parent ${parent} of ${joints.length} joints`,
      );
    } else if (parent > i) {
      report.add(`${family}_JOINT_ORDER`, `joints[${i}].parent`, `joint ${i} comes before its parent ${parent}`);
    }
  });
  const existing = parents.map((parent) => (parent < 0 || parent >= joints.length ? -1 : parent));
  const safe = safeParents(existing).parents;
  existing.forEach((parent, i) => {
    if (safe[i] === parent) return;
    report.add(`${family}_JOINT_CYCLE`, `joints[${i}].parent`, `joints ${i} and ${parent} are each other's ancestors`);
  });
}

/** Transforms that are too few, too many, or no numbers. */
export function checkPose(pose: Float32Array, path: string, jointCount: number, family: string, report: Report): void {
  const transforms = pose.length / TRANSFORM;
  if (transforms !== jointCount) {
    report.add(`${family}_POSE_COUNT`, path, `${transforms} transforms for ${jointCount} joints`);
  }
  const bad = pose.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    report.add(
      `${family}_NOT_FINITE`,
      path,
      `number ${bad % TRANSFORM} of transform ${Math.floor(bad / TRANSFORM)} is not finite`,
    );
}

/** Joints that a skeleton does not have, by the bytes of their names. */
export function jointsMissingFrom<J extends Pick<UnigineJoint, "name">>(joints: readonly J[], skeleton: SnFile): J[] {
  const known = new Set(skeleton.joints.map(({ name }) => toHex(name.raw)));
  return joints.filter(({ name }) => !known.has(toHex(name.raw)));
}

/** What a file says of the skeleton that it belongs to. */
export interface SkeletonReference {
  skeletonGuid: UnigineName;
  skeletonPath: UnigineName;
}

/** @param hasJoints a mesh that only morphs has none (documented), so there is no skeleton to refer to */
export function checkReference(file: SkeletonReference, family: string, hasJoints: boolean, report: Report): void {
  const { skeletonGuid, skeletonPath } = file;
  for (const [path, name] of [
    ["skeletonGuid", skeletonGuid],
    ["skeletonPath", skeletonPath],
  ] as const) {
    // The empty form is open: no bytes at all are accepted as well as a lone zero.
    if (name.raw.length > 0 && !endsWithZero(name))
      report.add(`${family}_STRING`, path, `"${textOf(name)}" has no zero at the end`);
  }
  const guid = textOf(skeletonGuid);
  if (guid !== "" && !/^[0-9a-f]{40}$/.test(guid)) {
    report.add(`${family}_SKELETON_REFERENCE`, "skeletonGuid", `"${guid}" is not 40 lower-case hex digits`);
  } else if (guid === "" && textOf(skeletonPath) === "" && hasJoints) {
    report.add(`${family}_SKELETON_REFERENCE`, "skeletonPath", "neither a GUID nor a path");
  }
}

/** Weights of one surface. Findings of a kind are one issue with a number, because there may be one per vertex. */
export function checkWeights(
  { weights, vertexCount, geometryPath }: SurfaceView,
  jointCount: number,
  { influences = Infinity }: EngineProfile["limits"],
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
    if (count > influences && crowded++ === 0) firstCrowded = `vertex ${vertex} has ${count}`;
    if (count === 0) unweighted++;
    else if ((sum < LOWEST_SUM || sum > HIGHEST_SUM) && unbalanced++ === 0)
      firstSum = `vertex ${vertex} sums to ${sum}`;
  });
  const add = (code: string, count: number, message: string) => count > 0 && report.add(code, path, message);
  add("UNIGINE_WEIGHT_JOINT", badJoints, `${badJoints} weights on joints that do not exist; ${firstBad}`);
  add(
    "UNIGINE_WEIGHT_INFLUENCES",
    crowded,
    `${crowded} vertices with more than ${influences} influences; ${firstCrowded}`,
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
