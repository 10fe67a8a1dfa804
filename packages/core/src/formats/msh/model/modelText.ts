import { MeshglotError } from "../../../bytes/fault.ts";
import { boundsOf } from "../../../scene/space.ts";
import type { MshFile } from "../file.ts";

/**
 * The lines of a model text that follow from a mesh, ready to paste: `#AABOX` and `#SPHERE`, in centimetres. Here the
 * sphere is the centre of the box and the largest distance of a vertex (one real file agrees), unlike in the mesh.
 *
 * @throws MeshglotError `MSH_NO_POSITIONS`
 * @example modelTextOf(file) // "#AABOX\n-50 0 -5\n50 100 5\n#SPHERE\n0 50 0 70.9\n"
 */
export function modelTextOf(file: MshFile): string {
  const positions = file.positions ?? new Float32Array(0);
  const box = boundsOf(positions);
  if (!box) {
    throw new MeshglotError({
      code: "MSH_NO_POSITIONS",
      detail: "the mesh has no positions, so it has no box",
      hint: "Export it with positions (mask 0x1).",
    });
  }
  const center = box.min.map((low, axis) => (low + (box.max[axis] ?? 0)) / 2);
  const [cx = 0, cy = 0, cz = 0] = center;
  let square = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y, z] = [(positions[i] ?? 0) - cx, (positions[i + 1] ?? 0) - cy, (positions[i + 2] ?? 0) - cz];
    const own = x * x + y * y + z * z;
    if (own > square) square = own;
  }
  const line = (values: readonly number[]) => values.map((value) => String(Math.fround(value))).join(" ");
  return `#AABOX\n${line(box.min)}\n${line(box.max)}\n#SPHERE\n${line([...center, Math.sqrt(square)])}\n`;
}
