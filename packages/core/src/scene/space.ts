import type { Bounds } from "../format.ts";

/**
 * How the axes of a format become glTF's: component `i` of the result is `signs[i]` times component `axes[i]` of the
 * source. Permutations and signs lose no bit, so the way back is exact.
 */
export interface Space {
  readonly axes: readonly [number, number, number];
  readonly signs: readonly [number, number, number];
  /** Metres per unit of the file. */
  readonly metres: number;
  /** True if the factor is exact in float32 and is multiplied into the numbers; else it sits on the root node. */
  readonly bakeScale: boolean;
  /** In words, for people: "left-handed, Y up, centimetres". */
  readonly summary: string;
}

/** True if the map mirrors: then triangles swap two indices and TANGENT.w changes its sign. */
export function isMirror(space: Space): boolean {
  const [a, b, c] = space.axes;
  const even = (a === 0 && b === 1 && c === 2) || (a === 1 && b === 2 && c === 0) || (a === 2 && b === 0 && c === 1);
  const signs = space.signs[0] * space.signs[1] * space.signs[2];
  return (even ? signs : -signs) < 0;
}

/** The way back: from glTF's axes to the file's. */
export function inverseOf(space: Space): Space {
  const axes: [number, number, number] = [0, 0, 0];
  const signs: [number, number, number] = [1, 1, 1];
  for (const i of [0, 1, 2] as const) {
    axes[space.axes[i]] = i;
    signs[space.axes[i]] = space.signs[i];
  }
  return { ...space, axes, signs, metres: 1 / space.metres };
}

/**
 * Maps vectors of three into glTF's axes. Zeros keep their sign as every number does, so that the way back gives the
 * same bits.
 *
 * @param source components of the file, any numeric array, `stride` numbers per vector of which the first three count
 * @param factor multiplied in; 1 for directions
 */
export function mapVectors(source: ArrayLike<number>, space: Space, factor = 1, stride = 3): Float32Array {
  const [a, b, c] = space.axes;
  const sa = space.signs[0] * factor;
  const sb = space.signs[1] * factor;
  const sc = space.signs[2] * factor;
  const n = Math.floor(source.length / stride);
  const result = new Float32Array(n * 3);
  for (let i = 0, from = 0, to = 0; i < n; i++, from += stride, to += 3) {
    result[to] = (source[from + a] ?? 0) * sa;
    result[to + 1] = (source[from + b] ?? 0) * sb;
    result[to + 2] = (source[from + c] ?? 0) * sc;
  }
  return result;
}

/**
 * Maps quaternions into glTF's axes. The axis of a rotation is turned round by a mirror, the angle is not.
 * @param source x, y, z, w each
 */
export function mapQuaternions(source: ArrayLike<number>, space: Space): Float32Array {
  const axes = mapVectors(source, space, isMirror(space) ? -1 : 1, 4);
  const result = new Float32Array(Math.floor(source.length / 4) * 4);
  for (let from = 0, to = 0; to < result.length; from += 3, to += 4) {
    result[to] = axes[from] ?? 0;
    result[to + 1] = axes[from + 1] ?? 0;
    result[to + 2] = axes[from + 2] ?? 0;
    result[to + 3] = source[to + 3] ?? 0;
  }
  return result;
}

/** Box of vectors of three, ignoring those that are not finite; null if none is left. */
export function boundsOf(positions: ArrayLike<number>): Bounds | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let [minX, minY, minZ] = min;
  let [maxX, maxY, maxZ] = max;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = positions[i] ?? 0;
    const y = positions[i + 1] ?? 0;
    const z = positions[i + 2] ?? 0;
    if (!Number.isFinite(x + y + z)) continue;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  return minX > maxX ? null : { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] };
}

/** A box of the file as a box in metres and glTF axes. */
export function boundsInMetres(bounds: Bounds, space: Space): Bounds {
  const corner = (point: readonly number[]): [number, number, number] => {
    const at = (i: 0 | 1 | 2) => (point[space.axes[i]] ?? 0) * space.signs[i] * space.metres + 0;
    return [at(0), at(1), at(2)];
  };
  const a = corner(bounds.min);
  const b = corner(bounds.max);
  return {
    min: [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])],
    max: [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])],
  };
}
