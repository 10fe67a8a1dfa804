import { type Edit, encodeText, unsupported } from "./edit.ts";
import { findName, requireFree } from "./findName.ts";

/**
 * Another name for a bone, and for what refers to the bone by its name.
 *
 * @param from its name, or `#3` for the fourth
 * @example await editMesh(bytes, [renameBone("Bip01 R Hand", "hand_r")])
 */
export function renameBone(from: string, to: string): Edit {
  return async (target) => {
    const { bones } = target.editing;
    if (!bones) throw unsupported(target.mesh, "names of bones");
    const names = bones.list(target.mesh.file);
    const index = await findName("bone", names, from, target);
    const name = await encodeText(to, target);
    requireFree("bone", names, name, index);
    return bones.rename(target.mesh.file, index, name);
  };
}
