import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import type { Bounds } from "../../../format.ts";
import { integersOf } from "../../../scene/rounding.ts";
import { boundsOf } from "../../../scene/space.ts";
import type { HeaderlessFile, MeshbinFile } from "../file.ts";
import { geometryOf } from "../geometry.ts";

/**
 * Box and sphere from the positions: the exact box, the floor of its middle, and the whole number above the largest
 * distance from there. The slack that the engine adds on loading is no part of the file (code).
 *
 * @throws MeshglotError `EDIT_UNSUPPORTED` for a layout without a box
 */
export function recomputeMeshbinBounds(file: MeshbinFile | HeaderlessFile): Edited<MeshbinFile | HeaderlessFile> {
  const { positions } = geometryOf(file);
  const box = boundsOf(positions);
  if (!box)
    throw new MeshglotError({ code: "EDIT_UNSUPPORTED", detail: "the mesh has no positions", path: "positions" });
  const notes = ["The box is also what the game collides with; authors may have set it by hand."];
  if (!("version" in file)) {
    if (!file.bounds) {
      throw new MeshglotError({ code: "EDIT_UNSUPPORTED", detail: "this layout has no box", path: "bounds" });
    }
    return { file: { ...file, bounds: integersOf([...box.min, ...box.max], file.bounds, "bounds") }, notes };
  }
  const edited = {
    ...file,
    boundsMin: integersOf(box.min, file.boundsMin, "boundsMin"),
    boundsMax: integersOf(box.max, file.boundsMax, "boundsMax"),
  };
  return {
    file: file.sphereCenter ? { ...edited, ...sphereAround(positions, box, file.sphereCenter) } : edited,
    notes,
  };
}

export function sphereAround(
  positions: ArrayLike<number>,
  { min, max }: Bounds,
  like: Int16Array,
): { sphereCenter: Int16Array; sphereRadius: number } {
  const center = min.map((low, axis) => Math.floor((low + (max[axis] ?? 0)) / 2));
  let farthest = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const distance = Math.hypot(...center.map((middle, axis) => (positions[i + axis] ?? 0) - middle));
    if (distance > farthest) farthest = distance;
  }
  return { sphereCenter: integersOf(center, like, "sphereCenter"), sphereRadius: Math.ceil(farthest) };
}
