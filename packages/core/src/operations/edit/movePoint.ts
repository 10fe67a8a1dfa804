import type { Point } from "../../editing.ts";
import type { Edit } from "./edit.ts";
import { findPoint, pointsOf } from "./points.ts";

/**
 * Another place for a control point or hardpoint.
 *
 * @param position in the file's units and axes, in the space of the mesh
 * @example await editMesh(bytes, [movePoint("trailend_0", [0, 120, 0])])
 */
export function movePoint(name: string, position: Point["position"]): Edit {
  return async (target) => pointsOf(target).move(target.mesh.file, await findPoint(target, name), position);
}
