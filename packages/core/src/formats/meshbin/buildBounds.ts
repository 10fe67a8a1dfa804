import type { Document } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import type { MeshbinFile } from "./file.ts";
import { UNITS_PER_METRE } from "./geometry.ts";

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

/** Box and sphere that an OBJ of the engine's own exporter brings along: authors set the box by hand. */
export function handSetBounds(document: Document): Partial<MeshbinBounds> {
  const { aabb, bsphere } = (extrasOf(document.getRoot()).objEngine ?? {}) as { aabb?: unknown; bsphere?: unknown };
  const [box, sphere] = [unitsOf(aabb, 6), unitsOf(bsphere, 4)];
  return {
    ...(box ? { boundsMin: Int16Array.from(box.slice(0, 3)), boundsMax: Int16Array.from(box.slice(3)) } : {}),
    ...(sphere ? { sphereCenter: Int16Array.from(sphere.slice(0, 3)), sphereRadius: sphere[3] ?? 0 } : {}),
  };
}

/** Metres in the engine's axes as units of the file. @throws MeshglotError `MESHBIN_COORDINATE_WRAPS` */
function unitsOf(metres: unknown, count: number): number[] | undefined {
  if (!Array.isArray(metres) || metres.length !== count) return undefined;
  const units = metres.map((value) => Math.round(Number(value) * UNITS_PER_METRE));
  const wide = units.find((value) => Math.abs(value) > 32767);
  if (wide === undefined) return units;
  throw sceneFault(
    "MESHBIN_COORDINATE_WRAPS",
    "aabb, bsphere",
    `the exporter's box or sphere reaches ${wide}, and its numbers have 16 bits`,
    "Use --recompute-bounds true, or correct the lines in the OBJ.",
  );
}
