import { type Edit, encodeText, unsupported } from "./edit.ts";
import { findName, requireFree } from "./findName.ts";

/**
 * Another name for a surface of UNIGINE or a material section of bMesh: what materials are assigned by.
 *
 * @param from its name, or `#3` for the fourth
 * @example await editMesh(bytes, [renameSurface("torus", "ring")])
 */
export function renameSurface(from: string, to: string): Edit {
  return async (target) => {
    const { surfaces } = target.editing;
    if (!surfaces) throw unsupported(target.mesh, "names of surfaces");
    const names = surfaces.list(target.mesh.file);
    const index = await findName("surface", names, from, target);
    const name = await encodeText(to, target);
    requireFree("surface", names, name, index);
    return surfaces.rename(target.mesh.file, index, name);
  };
}
