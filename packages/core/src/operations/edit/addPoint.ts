import type { Point } from "../../editing.ts";
import { type Edit, encodeText } from "./edit.ts";
import { pointsOf } from "./points.ts";

/** A point as a user describes it. */
export interface NewPoint {
  /** `type_index` in MSH, any name in bMesh. */
  name: string;
  /** In the file's units and axes, in the space of the mesh. */
  position: Point["position"];
  /** Bone that it hangs on. */
  bone?: string;
  /** Text for the engine; MSH only. */
  info?: string;
}

/**
 * One more control point (MSH, which becomes version 2002) or hardpoint (bMesh).
 *
 * @throws MeshglotError (when it runs) `EDIT_POINT` for a name that is taken or that the engine could not use
 * @example await editMesh(bytes, [addPoint({ name: "trailstart_0", position: [1, 2, 3], bone: "Bip01 R Hand" })])
 */
export function addPoint({ name, position, bone, info }: NewPoint): Edit {
  return async (target) =>
    pointsOf(target).add(target.mesh.file, {
      name: await encodeText(name, target),
      position,
      ...(bone === undefined ? {} : { bone: await encodeText(bone, target) }),
      ...(info === undefined ? {} : { info: await encodeText(info, target) }),
    });
}
