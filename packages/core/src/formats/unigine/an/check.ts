import type { Report } from "../../../issues/report.ts";
import { checkJoints, checkPose, checkReference, jointsMissingFrom } from "../checkSkeleton.ts";
import { endsWithZero, textOf } from "../names.ts";
import type { SnFile } from "../sn/file.ts";
import { type AnimFile, ASSUMED_FPS } from "./file.ts";
import { numbersOf } from "./frames.ts";

const KNOWN_FLAGS = 7;
const UNIT_TOLERANCE = 1e-3;

/** Adds what is wrong with an animation that could be read to its end; with a skeleton also whether they fit. */
export function checkAnim(file: AnimFile, report: Report, skeleton?: SnFile): void {
  const { joints, animated, trailing } = file;
  joints.forEach(({ name }, i) => {
    if (!endsWithZero(name)) report.add("ANIM_STRING", `joints[${i}].name`, `"${textOf(name)}" has no zero at the end`);
  });
  checkJoints(joints, "ANIM", report);
  const seen = new Set<number>();
  animated.forEach((joint, i) => {
    if (joint < 0 || joint >= joints.length)
      report.add("ANIM_JOINT_INDEX", `animated[${i}]`, `joint ${joint} of ${joints.length}`);
    else if (seen.has(joint)) report.add("ANIM_JOINT_INDEX", `animated[${i}]`, `joint ${joint} is listed twice`);
    seen.add(joint);
  });
  if ("bind" in file) {
    checkPose(file.bind, "bind", joints.length, "ANIM", report);
    report.add("ANIM_ASSUMED_FPS", "frameCount", `the file names no rate; ${ASSUMED_FPS} frames a second are assumed`);
  } else {
    checkReference(file, "ANIM", joints.length > 0, report);
    if (file.fps <= 0) report.add("ANIM_FPS", "fps", `${file.fps} frames a second`);
  }
  checkFrames(file, report);
  if (skeleton) checkAgainstSkeleton(file, skeleton, report);
  if (trailing.byteLength > 0)
    report.add("ANIM_TRAILING_BYTES", "trailing", `${trailing.byteLength} bytes after the last identifier`);
}

/** Findings of a kind are one issue, because there may be one per frame. */
function checkFrames({ frames: { flags, values } }: AnimFile, report: Report): void {
  let [unknown, lengths, infinite] = [0, 0, 0];
  let [firstFlags, firstLength] = [0, 1];
  let at = 0;
  for (const own of flags) {
    if (own > KNOWN_FLAGS && unknown++ === 0) firstFlags = own;
    if (own & 2) {
      const start = at + (own & 1 ? 3 : 0);
      const [x = 0, y = 0, z = 0, w = 0] = values.subarray(start, start + 4);
      const length = Math.sqrt(x * x + y * y + z * z + w * w);
      if (Math.abs(length - 1) > UNIT_TOLERANCE && lengths++ === 0) firstLength = length;
    }
    at += numbersOf(own);
  }
  for (const value of values) if (!Number.isFinite(value)) infinite++;
  const add = (code: string, count: number, message: string) => count > 0 && report.add(code, "frames", message);
  add("ANIM_FLAGS", unknown, `${unknown} entries with bits that have no meaning, the first is ${firstFlags}`);
  add("ANIM_QUATERNION_LENGTH", lengths, `${lengths} rotations not of unit length, the first is ${firstLength}`);
  add("ANIM_NOT_FINITE", infinite, `${infinite} numbers that are not finite`);
}

/** Joints that move and that the skeleton does not have. */
function checkAgainstSkeleton({ joints, animated }: AnimFile, skeleton: SnFile, report: Report): void {
  const moving = Array.from(animated).flatMap((number) => {
    const joint = joints[number];
    return joint ? [{ number, name: joint.name }] : [];
  });
  for (const { number, name } of jointsMissingFrom(moving, skeleton)) {
    report.add("ANIM_JOINT_UNKNOWN", `joints[${number}].name`, `the skeleton has no joint "${textOf(name)}"`);
  }
}
