import { latin1, toHex } from "../../../bytes/codePage.ts";
import type { Report } from "../../../issues/report.ts";
import { invertAffine, matrixDistance, matrixSize } from "../../../scene/matrices.ts";
import { NO_PARENT, SKL_VERSION, type SklFile } from "./file.ts";
import { inverseBindOf, restWorlds } from "./pose.ts";
import { namesParent, type SklTree, treeOf, unreachedBones } from "./tree.ts";

/** How far an inverse bind matrix may be from that of the rest pose, per centimetre of its size. */
const BIND_TOLERANCE = 1e-3;
const UNIT_TOLERANCE = 1e-3;

/** Adds what is wrong with a skeleton that could be read to its end. */
export function checkSkl(file: SklFile, report: Report): void {
  if (file.version !== SKL_VERSION) {
    report.add("SKL_UNKNOWN_VERSION", "version", `version ${file.version}; ${SKL_VERSION} is known`);
  }
  const nameOf = (bone: number) => latin1.decode(file.bones[bone]?.name.raw ?? new Uint8Array()).text;
  checkNames(file, report);
  checkNumbers(file, report);
  const tree = treeOf(file);
  for (const { bone, child } of tree.unknown) {
    const name = latin1.decode(file.bones[bone]?.childNames[child]?.raw ?? new Uint8Array()).text;
    report.add(
      "SKL_CHILD_UNKNOWN",
      `bones[${bone}].childNames[${child}]`,
      `bone ${bone} has a child "${name}", which no bone is called`,
    );
  }
  for (const { bone, child, target } of tree.cyclic) {
    report.add(
      "SKL_CYCLE",
      `bones[${bone}].childNames[${child}]`,
      `bone ${bone} has the child ${target} ("${nameOf(target)}"), which has a place in the tree already`,
    );
  }
  for (const bone of unreachedBones(file, tree)) {
    report.add(
      "SKL_UNREACHABLE_BONE",
      `bones[${bone}]`,
      `no list of children leads to bone ${bone} ("${nameOf(bone)}")`,
    );
  }
  const root = latin1.encode(NO_PARENT);
  for (const bone of tree.order) {
    const parent = tree.parents[bone] ?? -1;
    if (namesParent(file, bone, parent, root)) continue;
    const stored = latin1.decode(file.bones[bone]?.parentName.raw ?? new Uint8Array()).text;
    const due = parent < 0 ? NO_PARENT : nameOf(parent);
    report.add("SKL_PARENT_MISMATCH", `bones[${bone}].parentName`, `bone ${bone} says "${stored}", the tree "${due}"`);
  }
  checkBind(file, tree, report);
  if (file.trailing.byteLength > 0) {
    report.add("SKL_TRAILING_BYTES", "trailing", `${file.trailing.byteLength} bytes after the end of the skeleton`);
  }
}

function checkNames(file: SklFile, report: Report): void {
  const seen = new Map<string, number>();
  file.bones.forEach(({ name }, i) => {
    const key = toHex(name.raw);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, i);
    else
      report.add(
        "SKL_NAME_DUPLICATE",
        `bones[${i}].name`,
        `bones ${before} and ${i} are both "${latin1.decode(name.raw).text}"`,
      );
  });
}

function checkNumbers(file: SklFile, report: Report): void {
  file.bones.forEach((bone, i) => {
    for (const field of [
      "localPosition",
      "localRotation",
      "inverseBindPosition",
      "inverseBindRotation",
      "objectMatrix",
    ] as const) {
      if (!bone[field].every(Number.isFinite))
        report.add("SKL_NOT_FINITE", `bones[${i}].${field}`, `${field} of bone ${i} holds what is no number`);
    }
    for (const field of ["localRotation", "inverseBindRotation"] as const) {
      const length = Math.hypot(...bone[field]);
      if (Math.abs(length - 1) > UNIT_TOLERANCE)
        report.add("SKL_QUATERNION_LENGTH", `bones[${i}].${field}`, `${field} of bone ${i} has the length ${length}`);
    }
  });
}

/** Whether each inverse bind matrix is the inverse of the rest pose; eyes and mantles of add-on files are not. */
function checkBind(file: SklFile, tree: SklTree, report: Report): void {
  const worlds = restWorlds(file, tree);
  for (const i of tree.order) {
    const [bone, world] = [file.bones[i], worlds[i]];
    const due = world && invertAffine(world);
    if (!bone || !due) continue;
    const off = matrixDistance(inverseBindOf(bone), due);
    if (off <= BIND_TOLERANCE * matrixSize(due)) continue;
    report.add(
      "SKL_BIND_MISMATCH",
      `bones[${i}].inverseBindPosition`,
      `the inverse bind of bone ${i} is off the rest pose by up to ${off.toPrecision(3)}`,
    );
  }
}
