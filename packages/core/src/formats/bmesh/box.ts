import { boundsOf } from "../../scene/space.ts";
import type { BmeshFile } from "./file.ts";

/** The exact box of positions, lowest corner first; zeros without any. */
export function boxOf(positions: Float32Array): Float32Array {
  const { min, max } = boundsOf(positions) ?? { min: [0, 0, 0], max: [0, 0, 0] };
  return Float32Array.of(...min, ...max);
}

/** The box of a header in the same form. */
export function packBox({ boundsMin, boundsMax }: Pick<BmeshFile, "boundsMin" | "boundsMax">): Float32Array {
  return Float32Array.of(...boundsMin, ...boundsMax);
}
