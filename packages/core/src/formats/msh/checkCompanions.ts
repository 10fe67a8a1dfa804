import { latin1 } from "../../bytes/codePage.ts";
import type { CheckContext } from "../../issues/checkContext.ts";
import type { Report } from "../../issues/report.ts";
import { materialAmong, skeletonAmong } from "./companions.ts";
import type { MshFile } from "./file.ts";
import { materialsOf } from "./material/materials.ts";
import type { SklFile } from "./skl/file.ts";
import { boneFinder } from "./skl/tree.ts";

/** What only the files beside a mesh can tell: its material text and its skeleton, whichever are at hand. */
export function checkCompanions(file: MshFile, { companions, report }: CheckContext): void {
  const skeleton = skeletonAmong(companions);
  if (skeleton) checkBones(file, skeleton, report);
  const text = materialAmong(companions);
  const materials = text ? materialsOf(text).length : file.subMeshCount;
  if (materials === file.subMeshCount) return;
  const message = `${file.subMeshCount} sub-meshes, the material text has ${materials} materials`;
  report.add("MSH_MATERIAL_COUNT", "subMeshCount", message);
}

function checkBones({ boneNames = [], controlPoints = [] }: MshFile, skeleton: SklFile, report: Report): void {
  const find = boneFinder(skeleton);
  boneNames.forEach(({ raw }, i) => {
    if (find(raw) >= 0) return;
    const message = `"${latin1.decode(raw).text}" is no bone of the skeleton`;
    report.add("MSH_BONE_NOT_IN_SKELETON", `boneNames[${i}]`, message);
  });
  controlPoints.forEach(({ linkedBone: { raw } }, i) => {
    if (raw.byteLength === 0 || find(raw) >= 0) return;
    const message = `control point ${i} is linked to "${latin1.decode(raw).text}", which is no bone of the skeleton`;
    report.add("MSH_CONTROL_POINT_BONE", `controlPoints[${i}].linkedBone`, message);
  });
}
