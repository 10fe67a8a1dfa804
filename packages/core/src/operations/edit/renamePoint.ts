import { type Edit, encodeText } from "./edit.ts";
import { findPoint, pointsOf } from "./points.ts";

/**
 * Another name for a control point or hardpoint.
 *
 * @example await editMesh(bytes, [renamePoint("trailend_0", "trailend_1")])
 */
export function renamePoint(from: string, to: string): Edit {
  return async (target) =>
    pointsOf(target).rename(target.mesh.file, await findPoint(target, from), await encodeText(to, target));
}
