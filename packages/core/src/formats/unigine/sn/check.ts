import type { Report } from "../../../issues/report.ts";
import { checkJoints, checkPose } from "../checkSkeleton.ts";
import { endsWithZero, textOf } from "../names.ts";
import type { SnFile } from "./file.ts";

const PROFILES = ["masks", "timeProfiles", "weightProfiles"] as const;
const MODES = 3;

/** Adds what is wrong with a skeleton that could be read to its end. */
export function checkSn(file: SnFile, report: Report): void {
  const { joints, bind, retarget, trailing } = file;
  joints.forEach(({ name }, i) => {
    if (!endsWithZero(name))
      report.add("SKELETON_STRING", `joints[${i}].name`, `"${textOf(name)}" has no zero at the end`);
  });
  checkJoints(joints, "SKELETON", report);
  checkPose(bind, "bind", joints.length, "SKELETON", report);
  for (const kind of PROFILES) {
    file[kind].forEach(({ name, values }, i) => {
      const path = `${kind}[${i}]`;
      if (!endsWithZero(name))
        report.add("SKELETON_STRING", `${path}.name`, `"${textOf(name)}" has no zero at the end`);
      if (values.length !== joints.length)
        report.add("SKELETON_COUNT_MISMATCH", path, `${values.length} values for ${joints.length} joints`);
      if (!values.every(Number.isFinite))
        report.add("SKELETON_NOT_FINITE", `${path}.values`, `"${textOf(name)}" holds what is no number`);
      else if (kind === "masks" && values.some((value) => value < 0 || value > 1))
        report.add("SKELETON_MASK_RANGE", `${path}.values`, `"${textOf(name)}" holds influences outside 0 to 1`);
    });
  }
  if (retarget.length !== 0 && retarget.length !== joints.length)
    report.add(
      "SKELETON_COUNT_MISMATCH",
      "retarget",
      `${retarget.length} retarget entries for ${joints.length} joints`,
    );
  retarget.forEach(({ mode, customLength }, i) => {
    const path = `retarget[${i}]`;
    if (mode < 0 || mode >= MODES)
      report.add("SKELETON_RETARGET_MODE", path, `joint ${i} has the retarget mode ${mode}`);
    if (!Number.isFinite(customLength))
      report.add("SKELETON_NOT_FINITE", path, `the custom length of joint ${i} is ${customLength}`);
  });
  if (trailing.byteLength > 0)
    report.add("SKELETON_TRAILING_BYTES", "trailing", `${trailing.byteLength} bytes after the last identifier`);
}
