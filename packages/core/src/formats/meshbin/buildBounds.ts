import { sceneFault } from "../../scene/sceneFault.ts";
import type { MeshbinFile } from "./file.ts";

/** Box and sphere of a file. */
export type MeshbinBounds = Required<Pick<MeshbinFile, "boundsMin" | "boundsMax" | "sphereCenter" | "sphereRadius">>;

/** Smallest and largest coordinates, min then max: 6 numbers. */
export function extentOf(positions: ArrayLike<number>): Int32Array {
  const extent = Int32Array.of(0, 0, 0, 0, 0, 0);
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i] ?? 0;
    const axis = i % 3;
    if (i < 3 || value < (extent[axis] ?? 0)) extent[axis] = value;
    if (i < 3 || value > (extent[axis + 3] ?? 0)) extent[axis + 3] = value;
  }
  return extent;
}

/**
 * The box of the positions, and the sphere around the box's middle that holds all of them. The engine adds slack to the
 * radius on loading; a file must not have it.
 *
 * @throws MeshglotError `MESHBIN_COORDINATE_WRAPS` if the box does not fit 16 bits
 */
export function boundsOf(positions: Int32Array): MeshbinBounds {
  const extent = extentOf(positions);
  const wide = extent.findIndex((value) => value > 32767 || value < -32768);
  if (wide >= 0) {
    throw sceneFault(
      "MESHBIN_COORDINATE_WRAPS",
      wide < 3 ? "boundsMin" : "boundsMax",
      `the box reaches ${extent[wide]}, and its numbers have 16 bits`,
      "Scale the model down or split it.",
    );
  }
  const center = Int16Array.from([0, 1, 2], (axis) => Math.floor(((extent[axis] ?? 0) + (extent[axis + 3] ?? 0)) / 2));
  let farthest = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const d = (axis: number) => (positions[i + axis] ?? 0) - (center[axis] ?? 0);
    farthest = Math.max(farthest, Math.hypot(d(0), d(1), d(2)));
  }
  return {
    boundsMin: Int16Array.from(extent.subarray(0, 3)),
    boundsMax: Int16Array.from(extent.subarray(3)),
    sphereCenter: center,
    sphereRadius: Math.ceil(farthest),
  };
}
