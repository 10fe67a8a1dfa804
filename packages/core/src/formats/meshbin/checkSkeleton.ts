import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import type { MeshbinFile } from "./file.ts";

/** Allowed distance of a quaternion's length from 4096. */
const LENGTH_TOLERANCE = 8;

export function checkSkeleton(file: MeshbinFile, limits: EngineProfile["limits"], report: Report): void {
  const { hasSkeleton = 0, numBones = 0, bones, vertexBone } = file;
  if (hasSkeleton > 1) report.add("MESHBIN_FLAG_NOT_BOOLEAN", "hasSkeleton", `hasSkeleton is ${hasSkeleton}`);
  if (hasSkeleton === 0 && numBones > 0) {
    report.add("MESHBIN_BONES_WITHOUT_FLAG", "numBones", `${numBones} bones declared, hasSkeleton is 0`);
  }
  if (!bones) return;
  if (file.version === 3) report.add("MESHBIN_SKINNED_V3_ENGINE_BUG", "bones", "version 3 with a skeleton");
  if (numBones > (limits.bones ?? Infinity))
    report.add("MESHBIN_TOO_MANY_BONES", "numBones", `${numBones} bones, the engine takes ${limits.bones}`);
  bones.forEach((bone, i) => {
    if (bone.parent < -1 || bone.parent >= i) {
      report.add(
        "MESHBIN_BONE_PARENT",
        `bones[${i}].parent`,
        `bone ${i} has parent ${bone.parent}, which does not come before it`,
      );
    }
    const length = Math.hypot(...bone.localRotation);
    if (Math.abs(length - 4096) > LENGTH_TOLERANCE) {
      report.add(
        "MESHBIN_QUATERNION_LENGTH",
        `bones[${i}].localRotation`,
        `the rotation of bone ${i} has length ${length.toFixed(1)}, expected is 4096`,
      );
    }
  });
  vertexBone?.forEach((bone, vertex) => {
    if (bone < bones.length) return;
    report.add(
      "MESHBIN_BONE_ID_OUT_OF_RANGE",
      `vertexBone[${vertex}]`,
      `vertex ${vertex} belongs to bone ${bone} of ${bones.length}`,
    );
  });
}
