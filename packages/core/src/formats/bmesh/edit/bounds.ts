import type { Edited } from "../../../editing.ts";
import { boundsOf } from "../../../scene/space.ts";
import type { BmeshFile } from "../file.ts";

/** The exact box of the positions; zeros for an empty mesh. */
export function recomputeBmeshBounds(file: BmeshFile): Edited<BmeshFile> {
  const { min, max } = boundsOf(file.positions) ?? { min: [0, 0, 0], max: [0, 0, 0] };
  return { file: { ...file, boundsMin: Float32Array.from(min), boundsMax: Float32Array.from(max) }, notes: [] };
}
