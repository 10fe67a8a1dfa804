import { latin1, toHex } from "../../bytes/codePage.ts";
import type { CheckContext } from "../../issues/checkContext.ts";
import type { MshFile } from "./file.ts";
import { countMaterials } from "./material.ts";
import { skeletonNames } from "./skeletonNames.ts";

/** What only the files beside a mesh can tell: its material text and its skeleton, whichever are at hand. */
export function checkCompanions(file: MshFile, { companions, report }: CheckContext): void {
  for (const { name, bytes } of companions) {
    const bones = skeletonNames(bytes);
    if (bones) checkBones(file, bones, name, report);
    const materials = bones ? undefined : countMaterials(bytes);
    if (materials === undefined || materials === file.subMeshCount) continue;
    const message = `${file.subMeshCount} sub-meshes, ${name} has ${materials} materials`;
    report.add("MSH_MATERIAL_COUNT", "subMeshCount", message);
  }
}

function checkBones(
  { boneNames = [], controlPoints = [] }: MshFile,
  bones: readonly Uint8Array[],
  skeleton: string,
  report: CheckContext["report"],
): void {
  const known = new Set(bones.map(toHex));
  boneNames.forEach(({ raw }, i) => {
    if (known.has(toHex(raw))) return;
    const message = `"${latin1.decode(raw).text}" is no bone of ${skeleton}`;
    report.add("MSH_BONE_NOT_IN_SKELETON", `boneNames[${i}]`, message);
  });
  controlPoints.forEach(({ linkedBone: { raw } }, i) => {
    if (raw.byteLength === 0 || known.has(toHex(raw))) return;
    const message = `control point ${i} is linked to "${latin1.decode(raw).text}", which is no bone of ${skeleton}`;
    report.add("MSH_CONTROL_POINT_BONE", `controlPoints[${i}].linkedBone`, message);
  });
}
