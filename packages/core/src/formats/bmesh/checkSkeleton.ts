import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import { IDENTITY, matrixDistance, matrixSize, multiplyMatrices } from "../../scene/matrices.ts";
import type { BmeshBone, BmeshFile, BmeshHardpoint } from "./file.ts";
import { hierarchyOf } from "./hierarchy.ts";
import { nameBytes as bytesOfName, nameText } from "./names.ts";

/** How far matrices may be from what they should be, per unit of their size: single floats, multiplied. */
const CLOSE = 1e-3;

type Limits = EngineProfile["limits"];

/** Names, parents and matrices of the bones. */
export function checkSkeleton({ bones }: BmeshFile, limits: Limits, report: Report): void {
  if (bones.length > (limits.bones ?? Infinity)) {
    report.add("BMESH_TOO_MANY_BONES", "bones", `${bones.length} bones, weights can name ${limits.bones}`);
  }
  checkNames(bones, "bones", limits, report);
  const { invalid } = hierarchyOf(bones.map(({ parent }) => parent));
  for (const bone of invalid) {
    const parent = bones[bone]?.parent ?? 0;
    const why = parent >= bones.length ? `of ${bones.length}` : parent === bone ? "is itself" : "leads in a circle";
    report.add("BMESH_PARENT_INVALID", `bones[${bone}].parent`, `bone ${bone} has parent ${parent}, which ${why}`);
  }
  bones.forEach((bone, i) => {
    if (bone.parent > i && bone.parent < bones.length) {
      report.add("BMESH_PARENT_ORDER", `bones[${i}].parent`, `bone ${i} comes before its parent ${bone.parent}`);
    }
    const path = `bones[${i}]`;
    checkFinite(bone, ["bindMatrix", "inverseBindMatrix"], path, report);
    checkInverse(bone, `${path}.inverseBindMatrix`, report);
    if (bone.hasSkinnedVertices > 1) {
      const message = `hasSkinnedVertices of bone ${i} is ${bone.hasSkinnedVertices}; 0 and 1 are known`;
      report.add("BMESH_RESERVED_VALUE", `${path}.hasSkinnedVertices`, message);
    }
    if (bone.pad.some((byte) => byte !== 0)) {
      report.add("BMESH_RESERVED_VALUE", `${path}.pad`, `the pad of bone ${i} is ${Array.from(bone.pad).join(", ")}`);
    }
  });
}

/** Names, parents and matrices of the hardpoints. */
export function checkHardpoints({ bones, hardpoints }: BmeshFile, limits: Limits, report: Report): void {
  checkNames(hardpoints, "hardpoints", limits, report);
  const matrices = [
    "bindMatrix",
    "inverseBindMatrix",
    "hpToBoneMatrix",
    "normalizedBindMatrix",
    "normalizedHpToBoneMatrix",
  ] as const;
  hardpoints.forEach((point, i) => {
    const path = `hardpoints[${i}]`;
    checkFinite(point, matrices, path, report);
    checkInverse(point, `${path}.inverseBindMatrix`, report);
    const bone = bones[point.parent];
    if (!bone) {
      if (point.parent < 0) return;
      const message = `hardpoint ${i} hangs on bone ${point.parent} of ${bones.length}`;
      report.add("BMESH_PARENT_INVALID", `${path}.parent`, message);
      return;
    }
    // Row vectors: the hardpoint's place first, then the way into the bone. In columns the order is turned round.
    const expected = multiplyMatrices(bone.inverseBindMatrix, point.bindMatrix);
    const distance = matrixDistance(expected, point.hpToBoneMatrix);
    if (!(distance > CLOSE * matrixSize(point.bindMatrix)) || distance === Infinity) return;
    const message = `hpToBoneMatrix of "${nameText(point.name)}" is ${distance.toPrecision(3)} away from bindMatrix seen from its bone`;
    report.add("BMESH_HARDPOINT_MATRIX", `${path}.hpToBoneMatrix`, message);
  });
}

function checkNames(
  items: readonly { name: Uint8Array }[],
  list: string,
  { nameBytes = Infinity }: Limits,
  report: Report,
): void {
  const first = new Map<string, number>();
  items.forEach(({ name }, i) => {
    const text = nameText(name);
    if (bytesOfName(name).length > nameBytes) {
      report.add("BMESH_NAME_UNTERMINATED", `${list}[${i}].name`, `"${text}" fills all ${name.length} bytes`);
    }
    const before = first.get(text);
    if (before === undefined) first.set(text, i);
    else report.add("BMESH_NAME_DUPLICATE", `${list}[${i}].name`, `"${text}" is the name of ${list}[${before}] too`);
  });
}

function checkFinite<K extends string>(
  item: Readonly<Record<K, Float32Array>>,
  names: readonly K[],
  path: string,
  report: Report,
): void {
  for (const name of names) {
    const bad = item[name].find((value) => !Number.isFinite(value));
    if (bad !== undefined) report.add("BMESH_NOT_FINITE", `${path}.${name}`, `${name} holds ${bad}`);
  }
}

function checkInverse(item: BmeshBone | BmeshHardpoint, path: string, report: Report): void {
  const { bindMatrix, inverseBindMatrix } = item;
  const distance = matrixDistance(multiplyMatrices(bindMatrix, inverseBindMatrix), IDENTITY);
  if (!(distance > CLOSE * matrixSize(bindMatrix)) || distance === Infinity) return; // what is no number has its own code
  const message = `bindMatrix times inverseBindMatrix of "${nameText(item.name)}" is ${distance.toPrecision(3)} away from identity`;
  report.add("BMESH_BIND_NOT_INVERSE", path, message);
}
