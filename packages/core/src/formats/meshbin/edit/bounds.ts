import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import { boundsOf } from "../buildBounds.ts";
import type { HeaderlessFile, MeshbinFile } from "../file.ts";
import { geometryOf } from "../geometry.ts";

/**
 * Box and sphere from the positions, as a writer computes them.
 * @throws MeshglotError `EDIT_UNSUPPORTED` for a mesh without positions or a layout without a box,
 *   `MESHBIN_COORDINATE_WRAPS` if the box does not fit its 16 bits
 */
export function recomputeMeshbinBounds(file: MeshbinFile | HeaderlessFile): Edited<MeshbinFile | HeaderlessFile> {
  const { positions } = geometryOf(file);
  const hasBox = "version" in file || file.bounds !== undefined;
  if (positions.length === 0 || !hasBox) {
    throw new MeshglotError({
      code: "EDIT_UNSUPPORTED",
      detail: hasBox ? "the mesh has no positions" : "this layout has no box",
      path: hasBox ? "positions" : "bounds",
    });
  }
  const notes = ["The box is also what the game collides with; authors may have set it by hand."];
  const { boundsMin, boundsMax, sphereCenter, sphereRadius } = boundsOf(Int32Array.from(positions));
  if (!("version" in file)) {
    return { file: { ...file, bounds: Int16Array.from([...boundsMin, ...boundsMax]) }, notes };
  }
  const sphere = file.sphereCenter ? { sphereCenter, sphereRadius } : {};
  return { file: { ...file, boundsMin, boundsMax, ...sphere }, notes };
}
