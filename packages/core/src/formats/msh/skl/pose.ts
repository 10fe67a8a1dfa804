import { IDENTITY, type Matrix, multiplyMatrices } from "../../../scene/matrices.ts";
import type { SklBone, SklFile } from "./file.ts";
import type { SklTree } from "./tree.ts";

/** Rotation and translation as a matrix, column by column; the quaternion need not be of unit length. */
export function rigidMatrix(position: ArrayLike<number>, rotation: ArrayLike<number>): Matrix {
  const [x, y, z, w] = [rotation[0] ?? 0, rotation[1] ?? 0, rotation[2] ?? 0, rotation[3] ?? 1];
  const square = x * x + y * y + z * z + w * w;
  const s = square > 0 && Number.isFinite(square) ? 2 / square : 0;
  const column = [
    [1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y), 0],
    [s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x), 0],
    [s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y), 0],
  ];
  return [...column.flat(), position[0] ?? 0, position[1] ?? 0, position[2] ?? 0, 1];
}

/** What takes a vertex of the mesh into the bone, in the file's axes. */
export function inverseBindOf(bone: SklBone): Matrix {
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
