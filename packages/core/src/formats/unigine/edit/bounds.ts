import type { Edited } from "../../../editing.ts";
import { unigineBounds } from "../bounds.ts";
import type { UnigineBounds, UnigineFile } from "../file.ts";
import { surfacesOf } from "../surfaces.ts";

/**
 * Boxes and spheres of the surfaces and of the mesh from the positions of the first morph target. Those of empty
 * surfaces stay.
 */
export function recomputeUnigineBounds(file: UnigineFile): Edited<UnigineFile> {
  const own = surfacesOf(file).map(({ targets }) => targets[0]?.positions ?? new Float32Array(0));
  const around = (arrays: readonly Float32Array[], before: UnigineBounds) => {
    const made = unigineBounds(arrays);
    return made.radius < 0 ? before : made;
  };
  const surfaces = file.surfaces.map((surface, i) => ({
    ...surface,
    bounds: around(own[i] ? [own[i]] : [], surface.bounds),
  }));
  return { file: { ...file, surfaces, bounds: around(own, file.bounds) } as UnigineFile, notes: [] }; // each surface keeps its own kind
}
