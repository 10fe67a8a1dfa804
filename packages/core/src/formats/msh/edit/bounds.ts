import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import { boundsOf } from "../../../scene/space.ts";
import type { MshFile } from "../file.ts";

/**
 * Box and radius from the positions: the exact box, and half of its diagonal, as in all retail files (verified).
 * @throws MeshglotError `EDIT_UNSUPPORTED` for a mesh without positions
 */
export function recomputeMshBounds(file: MshFile): Edited<MshFile> {
  const box = file.positions && boundsOf(file.positions);
  if (!box)
    throw new MeshglotError({ code: "EDIT_UNSUPPORTED", detail: "the mesh has no positions", path: "positions" });
  const sphereRadius = Math.fround(Math.hypot(...box.max.map((max, axis) => max - (box.min[axis] ?? 0))) / 2);
  return {
    file: { ...file, boundsMin: Float32Array.from(box.min), boundsMax: Float32Array.from(box.max), sphereRadius },
    notes: [],
  };
}
