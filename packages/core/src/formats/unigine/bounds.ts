import { boundsOf } from "../../scene/space.ts";
import type { UnigineBounds } from "./file.ts";

/**
 * The box of positions and the sphere around its centre, as the engine computes them for one surface (verified on 88
 * surfaces). Of a mesh that has several the engine's own sphere is somewhat larger, by a rule that is not known.
 *
 * @param positions 3 per vertex, metres; several arrays count together; what is not finite does not
 * @returns for no positions what the engine writes for an empty mesh: an inside-out box and the radius -1
 */
export function unigineBounds(positions: readonly Float32Array[]): UnigineBounds {
  const boxes = positions.flatMap((array) => boundsOf(array) ?? []);
  if (boxes.length === 0) {
    const [min, max] = [new Float32Array(3).fill(1e9), new Float32Array(3).fill(-1e9)];
    return { min, max, center: new Float32Array(3), radius: -1 };
  }
  const min = Float32Array.from([0, 1, 2], (axis) => Math.min(...boxes.map((box) => box.min[axis] ?? 0)));
  const max = Float32Array.from([0, 1, 2], (axis) => Math.max(...boxes.map((box) => box.max[axis] ?? 0)));
  const center = min.map((low, axis) => (low + (max[axis] ?? 0)) / 2);
  return { min, max, center, radius: radiusAround(center, positions) };
}

/** Rounded to single precision: the nearest number, which may be a hair below the real distance, as in real files. */
function radiusAround([cx = 0, cy = 0, cz = 0]: Float32Array, positions: readonly Float32Array[]): number {
  let square = 0;
  for (const array of positions) {
    for (let i = 0; i + 2 < array.length; i += 3) {
      const [x, y, z] = [(array[i] ?? 0) - cx, (array[i + 1] ?? 0) - cy, (array[i + 2] ?? 0) - cz];
      const own = x * x + y * y + z * z;
      if (own > square && own < Infinity) square = own;
    }
  }
  return Math.fround(Math.sqrt(square));
}
