import type { Recomputable } from "../../editing.ts";
import { type Edit, unsupported } from "./edit.ts";

/**
 * Something that follows from the rest of a mesh, computed anew: its box and sphere, the tree that the engine collides
 * with, tangents, normals.
 *
 * @example await editMesh(bytes, [recompute("bounds")])
 */
export function recompute(what: Recomputable): Edit {
  return ({ editing, mesh }) => {
    const compute = editing.recompute[what];
    if (compute) return compute(mesh.file, mesh.dialect);
    const known = Object.keys(editing.recompute);
    const hint = known.length > 0 ? `What can be recomputed here: ${known.join(", ")}.` : undefined;
    throw unsupported(mesh, `${what} that could be recomputed`, hint);
  };
}
