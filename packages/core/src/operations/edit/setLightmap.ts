import { type Edit, unsupported } from "./edit.ts";
import { findName } from "./findName.ts";

/**
 * The light map of a UNIGINE surface.
 *
 * @param surface its name, or `#0` for the first
 * @param channel set of UVs that it uses: 0 or 1
 * @param texels side of the map: 32, 64, … 4096
 * @example await editMesh(bytes, [setLightmap("walls", 1, 512)])
 */
export function setLightmap(surface: string, channel: number, texels: number): Edit {
  return async (target) => {
    const { surfaces, setLightmap: set } = target.editing;
    if (!surfaces || !set) throw unsupported(target.mesh, "light map settings");
    const index = await findName("surface", surfaces.list(target.mesh.file), surface, target);
    return set(target.mesh.file, index, channel, texels);
  };
}
