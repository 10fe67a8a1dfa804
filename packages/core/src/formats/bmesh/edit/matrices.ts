import type { Affine, Vector3 } from "../../../scene/affine.ts";
import { type Matrix, multiplyMatrices } from "../../../scene/matrices.ts";
import { floatsOf } from "../../../scene/rounding.ts";
import type { BmeshBone, BmeshHardpoint } from "../file.ts";

/** A map as a matrix. The file's rows for row vectors are glTF's columns: the same numbers in the same order. */
export function matrixOf({ linear, translation: t }: Affine): Matrix {
  const at = (row: number, column: number) => linear[3 * row + column] ?? 0;
  return [at(0, 0), at(1, 0), at(2, 0), 0, at(0, 1), at(1, 1), at(2, 1), 0, at(0, 2), at(1, 2), at(2, 2), 0, ...t, 1];
}

export function scaleMatrix(s: number): Matrix {
  return [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1];
}

export function translationMatrix(by: Vector3): Matrix {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...by, 1];
}

/** A matrix without its scale: each of the three axes made one long (inferred from the name of the fields). */
export function withoutScale(m: ArrayLike<number>): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const column = 4 * Math.floor(i / 4);
    const length = Math.hypot(m[column] ?? 0, m[column + 1] ?? 0, m[column + 2] ?? 0);
    return i % 4 === 3 || i > 11 || length === 0 ? (m[i] ?? 0) : (m[i] ?? 0) / length;
  });
}

/** All five matrices of a hardpoint from its place in the model, and from the bone that it hangs on. */
export function hardpointMatrices(
  bind: Matrix,
  inverse: Matrix,
  bone: BmeshBone | undefined,
): Omit<BmeshHardpoint, "name" | "parent"> {
  // Row vectors: the hardpoint first, then the way into the bone. In columns the order is turned round.
  const toBone = bone ? multiplyMatrices(bone.inverseBindMatrix, bind) : bind;
  const store = (matrix: Matrix, path: string) => floatsOf(matrix, matrix, path);
  return {
    bindMatrix: store(bind, "bindMatrix"),
    inverseBindMatrix: store(inverse, "inverseBindMatrix"),
    hpToBoneMatrix: store(toBone, "hpToBoneMatrix"),
    normalizedBindMatrix: store(withoutScale(bind), "normalizedBindMatrix"),
    normalizedHpToBoneMatrix: store(withoutScale(toBone), "normalizedHpToBoneMatrix"),
  };
}
