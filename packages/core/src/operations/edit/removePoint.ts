import type { Edit } from "./edit.ts";
import { findPoint, pointsOf } from "./points.ts";

/**
 * A file without one of its control points or hardpoints.
 *
 * @example await editMesh(bytes, [removePoint("trailend_0")])
 */
export function removePoint(name: string): Edit {
  return async (target) => pointsOf(target).remove(target.mesh.file, await findPoint(target, name));
}
