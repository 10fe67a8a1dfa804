import type { Space } from "./space.ts";

/** Sixteen numbers, column by column as in glTF: element (row, column) is at `column * 4 + row`. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * A matrix of a format in glTF's axes: what `mapVectors` is for points. Signs and permutations only, so no bit is lost.
 *
 * @param source 16 numbers, column by column (which is row by row for row vectors)
 */
export function mapMatrix(source: ArrayLike<number>, space: Space): number[] {
  const axes = [...space.axes, 3];
  const signs = [...space.signs, 1];
  const mapped: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      const value = source[(axes[column] ?? 0) * 4 + (axes[row] ?? 0)] ?? 0;
      mapped.push(value * (signs[column] ?? 1) * (signs[row] ?? 1) + 0); // + 0 turns -0 into 0
    }
  }
  return mapped;
}

/** The matrix that applies `b` first and `a` then. */
export function multiplyMatrices(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const product: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0);
      product.push(sum);
    }
  }
  return product;
}

/** A matrix taken apart. */
export interface Placement {
  position: [number, number, number];
  /** x, y, z, w of unit length. */
  rotation: [number, number, number, number];
  scale: [number, number, number];
}

/** The matrix of a position, a rotation of unit length and a scale. */
export function matrixOf({ position, rotation: [x, y, z, w], scale: [sx, sy, sz] }: Placement): Matrix {
  return [
    ...[(1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + w * z) * sx, 2 * (x * z - w * y) * sx, 0],
    ...[2 * (x * y - w * z) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + w * x) * sy, 0],
    ...[2 * (x * z + w * y) * sz, 2 * (y * z - w * x) * sz, (1 - 2 * (x * x + y * y)) * sz, 0],
    ...[...position, 1],
  ];
}

/** A point moved by a matrix. */
export function transformPoint(m: ArrayLike<number>, point: ArrayLike<number>): [number, number, number] {
  const [x = 0, y = 0, z = 0] = [point[0], point[1], point[2]];
  const at = (row: number) => (m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + (m[row + 12] ?? 0);
  return [at(0), at(1), at(2)];
}

/** Of the upper left three by three: negative if the matrix mirrors. */
export function determinantOf(m: ArrayLike<number>): number {
  const at = (i: number) => m[i] ?? 0;
  return (
    at(0) * (at(5) * at(10) - at(6) * at(9)) -
    at(4) * (at(1) * at(10) - at(2) * at(9)) +
    at(8) * (at(1) * at(6) - at(2) * at(5))
  );
}

/** The inverse of a matrix whose bottom row is 0, 0, 0, 1, or undefined if it has none or numbers run over. */
export function invertAffine(m: ArrayLike<number>): number[] | undefined {
  const at = (column: number, row: number) => m[column * 4 + row] ?? 0;
  const cofactor = (row: number, column: number): number => {
    const [r1, r2] = [(row + 1) % 3, (row + 2) % 3];
    const [c1, c2] = [(column + 1) % 3, (column + 2) % 3];
    return at(c1, r1) * at(c2, r2) - at(c2, r1) * at(c1, r2);
  };
  const determinant = at(0, 0) * cofactor(0, 0) + at(1, 0) * cofactor(0, 1) + at(2, 0) * cofactor(0, 2);
  if (!Number.isFinite(1 / determinant)) return undefined;
  const inverse: number[] = [];
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) inverse.push(cofactor(column, row) / determinant + 0);
    inverse.push(0);
  }
  for (let row = 0; row < 3; row++) {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += (inverse[k * 4 + row] ?? 0) * at(3, k);
    inverse.push(-sum + 0);
  }
  inverse.push(1);
  return inverse.every(Number.isFinite) ? inverse : undefined;
}

/** The largest difference between two matrices, element by element; infinite if one holds what is no number. */
export function matrixDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let distance = 0;
  for (let i = 0; i < 16; i++) {
    const difference = Math.abs((a[i] ?? 0) - (b[i] ?? 0));
    if (!(difference <= distance)) distance = Number.isNaN(difference) ? Infinity : difference;
  }
  return distance;
}

/** The largest element of a matrix by amount, at least 1: what a tolerance is multiplied with. */
export function matrixSize(m: ArrayLike<number>): number {
  let size = 1;
  for (let i = 0; i < 16; i++) size = Math.max(size, Math.abs(m[i] ?? 0) || 0);
  return size;
}

/**
 * What turns the normals of a surface that a matrix places: its cofactors, which need no division. A mirror would turn
 * them inside, so the sign follows it. The lengths change.
 *
 * @param m column by column
 */
export function normalMatrix(m: Matrix): Matrix {
  const outward = determinantOf(m) < 0 ? -1 : 1;
  const at = (column: number, row: number) => m[(column % 3) * 4 + (row % 3)] ?? 0;
  const cofactors: number[] = [];
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) {
      const [c1, c2, r1, r2] = [column + 1, column + 2, row + 1, row + 2];
      cofactors.push(outward * (at(c1, r1) * at(c2, r2) - at(c2, r1) * at(c1, r2)));
    }
    cofactors.push(0);
  }
  return [...cofactors, 0, 0, 0, 1];
}
