import { inverseOf, type Space } from "./space.ts";

/** A map of points: `linear`, row by row, then `translation`. */
export interface Affine {
  readonly linear: readonly number[];
  readonly translation: readonly [number, number, number];
}

export type Vector3 = readonly [number, number, number];

export const UNCHANGED: Affine = { linear: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [0, 0, 0] };

/** How far a map may be from rotation and one factor and still count as that: rounding of sines and products. */
const RIGID = 1e-9;

export function translation(by: Vector3): Affine {
  return { linear: UNCHANGED.linear, translation: by };
}

export function scaling([x, y, z]: Vector3): Affine {
  return { linear: [x, 0, 0, 0, y, 0, 0, 0, z], translation: [0, 0, 0] };
}

/** A turn around an axis through the origin; counter-clockwise where the axis points at the viewer of a right-handed space. */
export function rotation(axis: Vector3, degrees: number): Affine {
  const length = Math.hypot(...axis);
  const [x = 0, y = 0, z = 0] = axis.map((part) => part / length);
  const [c, s] = [exact(Math.cos((degrees * Math.PI) / 180)), exact(Math.sin((degrees * Math.PI) / 180))];
  const t = 1 - c;
  return {
    linear: [
      t * x * x + c,
      t * x * y - s * z,
      t * x * z + s * y,
      t * x * y + s * z,
      t * y * y + c,
      t * y * z - s * x,
      t * x * z - s * y,
      t * y * z + s * x,
      t * z * z + c,
    ],
    translation: [0, 0, 0],
  };
}

/** The cosine of a right angle is 0, whatever pi is in a computer: quarter turns lose no bit. */
function exact(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) < 1e-15 ? whole + 0 : value;
}

/** `first`, and `then` after it. */
export function compose(first: Affine, then: Affine): Affine {
  const at = (m: readonly number[], row: number, column: number) => m[3 * row + column] ?? 0;
  const linear = Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3];
    return [0, 1, 2].reduce((sum, k) => sum + at(then.linear, row, k) * at(first.linear, k, column), 0);
  });
  return { linear, translation: mapPoint(then, first.translation) };
}

export function mapPoint({ linear, translation: t }: Affine, [x, y, z]: Vector3): [number, number, number] {
  const row = (r: 0 | 1 | 2) =>
    (linear[3 * r] ?? 0) * x + (linear[3 * r + 1] ?? 0) * y + (linear[3 * r + 2] ?? 0) * z + t[r];
  return [row(0), row(1), row(2)];
}

/** The factor of a map that only turns, moves and scales evenly; undefined for any other. */
export function uniformScale({ linear }: Affine): number | undefined {
  const row = (r: number) => linear.slice(3 * r, 3 * r + 3);
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const [a, b, c] = [row(0), row(1), row(2)];
  const square = dot(a, a);
  const off = [dot(b, b) - square, dot(c, c) - square, dot(a, b), dot(b, c), dot(a, c)];
  return off.every((value) => Math.abs(value) <= RIGID * square) ? Math.sqrt(square) : undefined;
}

/** The turn alone of a map with a uniform scale. */
export function rotationOf(affine: Affine, scale: number): Affine {
  return { linear: affine.linear.map((value) => value / scale), translation: [0, 0, 0] };
}

/** True if directions stay as they are. */
export function keepsDirections(affine: Affine): boolean {
  const scale = uniformScale(affine);
  return (
    scale !== undefined &&
    rotationOf(affine, scale).linear.every((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) < RIGID)
  );
}

/** How normals are mapped: the inverse turned over, so that they stay at right angles to their surface. */
export function normalMap({ linear }: Affine): Affine {
  const at = (row: number, column: number) => linear[3 * (row % 3) + (column % 3)] ?? 0;
  const cofactors = Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3];
    return at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
  });
  return { linear: cofactors, translation: [0, 0, 0] };
}

/** x, y, z, w of the turn of a map with a uniform scale. */
export function quaternionOf(affine: Affine, scale: number): [number, number, number, number] {
  return rotationQuaternion(rotationOf(affine, scale).linear);
}

/**
 * x, y, z, w of a rotation matrix.
 * @param m nine numbers, row by row
 */
export function rotationQuaternion(m: readonly number[]): [number, number, number, number] {
  const at = (row: number, column: number) => m[3 * row + column] ?? 0;
  const squares = [
    1 + at(0, 0) - at(1, 1) - at(2, 2),
    1 - at(0, 0) + at(1, 1) - at(2, 2),
    1 - at(0, 0) - at(1, 1) + at(2, 2),
    1 + at(0, 0) + at(1, 1) + at(2, 2),
  ];
  const [xy, xz, yz] = [at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(1, 2) + at(2, 1)];
  const [xw, yw, zw] = [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1)];
  // The largest of the four is no difference of nearly equal numbers, so the others are divided by its root.
  const largest = squares.indexOf(Math.max(...squares));
  const square = squares[largest] ?? 0;
  const rows = [
    [square, xy, xz, xw],
    [xy, square, yz, yw],
    [xz, yz, square, zw],
    [xw, yw, zw, square],
  ];
  const q = rows[largest] ?? [0, 0, 0, 1];
  const length = Math.hypot(...q);
  const part = (i: number) => (q[i] ?? 0) / length + 0; // + 0 turns -0 into 0
  return [part(0), part(1), part(2), part(3)];
}

/** The turn `a` after the turn `b`, both x, y, z, w. */
export function multiplyQuaternions(a: ArrayLike<number>, b: ArrayLike<number>): [number, number, number, number] {
  const [ax = 0, ay = 0, az = 0, aw = 1] = [a[0], a[1], a[2], a[3]];
  const [bx = 0, by = 0, bz = 0, bw = 1] = [b[0], b[1], b[2], b[3]];
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/**
 * Points or directions of three numbers, each through a map.
 * @param source 3 of every `stride` numbers count; the others are copied
 * @returns an array of doubles of the same length: whoever stores it rounds it as its field asks for
 */
export function mapAll(affine: Affine, source: ArrayLike<number>, stride = 3): Float64Array {
  const result = Float64Array.from(source);
  for (let i = 0; i + 2 < source.length; i += stride) {
    result.set(mapPoint(affine, [source[i] ?? 0, source[i + 1] ?? 0, source[i + 2] ?? 0]), i);
  }
  return result;
}

/** Directions through a map, each as long as it was; to the last bit the same if the map does not turn. */
export function mapDirections(affine: Affine, source: ArrayLike<number>, stride = 3): Float64Array {
  if (keepsDirections(affine)) return Float64Array.from(source);
  const result = mapAll({ ...affine, translation: [0, 0, 0] }, source, stride);
  for (let i = 0; i + 2 < source.length; i += stride) {
    const before = Math.hypot(source[i] ?? 0, source[i + 1] ?? 0, source[i + 2] ?? 0);
    const after = Math.hypot(result[i] ?? 0, result[i + 1] ?? 0, result[i + 2] ?? 0);
    const factor = after > 0 ? before / after : 0;
    for (let k = i; k < i + 3; k++) result[k] = (result[k] ?? 0) * factor;
  }
  return result;
}

/** A map of glTF's axes and metres as one of a format's own. */
export function inFileSpace({ linear, translation: t }: Affine, space: Space): Affine {
  const { axes, signs } = inverseOf(space);
  const cells = Array.from({ length: 9 }, (_, k) => {
    const [row, column] = [Math.floor(k / 3), k % 3] as [0 | 1 | 2, 0 | 1 | 2];
    return (linear[3 * axes[row] + axes[column]] ?? 0) * signs[row] * signs[column] + 0; // + 0 turns -0 into 0
  });
  return { linear: cells, translation: pointInFileSpace(t, space) };
}

/** A place in glTF's axes and metres as one of a format's own axes and units. */
export function pointInFileSpace(point: Vector3, space: Space): [number, number, number] {
  const { axes, signs } = inverseOf(space);
  const part = (axis: 0 | 1 | 2) => ((point[axes[axis]] ?? 0) * signs[axis]) / space.metres + 0;
  return [part(0), part(1), part(2)];
}
