import { IDENTITY, type Matrix, matrixOf, multiplyMatrices } from "../../../scene/matrices.ts";
import type { SklBone, SklFile } from "./file.ts";
import type { SklTree } from "./tree.ts";

/** Rotation and translation as a matrix, column by column; the quaternion need not be of unit length. */
export function rigidMatrix(position: ArrayLike<number>, rotation: ArrayLike<number>): Matrix {
  const [x = 0, y = 0, z = 0] = Array.from(position);
  const q = Array.from(rotation);
  const length = Math.hypot(...q);
  const usable = length > 0 && Number.isFinite(length);
  const [qx = 0, qy = 0, qz = 0, qw = 1] = usable ? q.map((value) => value / length) : [0, 0, 0, 1];
  return matrixOf({ position: [x, y, z], rotation: [qx, qy, qz, qw], scale: [1, 1, 1] });
}

/** What takes a vertex of the mesh into the bone, in the file's axes. */
export function inverseBindOf(bone: Pick<SklBone, "inverseBindPosition" | "inverseBindRotation">): Matrix {
  return rigidMatrix(bone.inverseBindPosition, bone.inverseBindRotation);
}

/** Places of the bones in the rest pose, in the file's axes; identity for bones outside the tree. */
export function restWorlds(file: Pick<SklFile, "bones">, { order, parents }: SklTree): Matrix[] {
  const worlds = new Array<Matrix>(file.bones.length).fill(IDENTITY);
  for (const i of order) {
    const bone = file.bones[i];
    if (!bone) continue;
    const local = rigidMatrix(bone.localPosition, bone.localRotation);
    const parent = worlds[parents[i] ?? -1];
    worlds[i] = parent ? multiplyMatrices(parent, local) : local;
  }
  return worlds;
}
