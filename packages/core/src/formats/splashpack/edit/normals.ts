import type { Edited } from "../../../editing.ts";
import type { SplashpackFile } from "../file.ts";
import { type NormalFrame, normalFrame, outward, turnNormal } from "../storedNormals.ts";
import { columnOf, replaceColumn } from "./rows.ts";

const ONE = 4096;

/**
 * The normal of each triangle from its corners, in the frame in which the file keeps normals. The exporter stores the
 * normal of the first vertex instead, which is smooth; the runtime reads neither.
 */
export function recomputeSplashpackNormals(file: SplashpackFile, dialect: string): Edited<SplashpackFile> {
  const { frame } = normalFrame(file, dialect, {});
  const meshes = file.meshes.map((mesh, i) => {
    const positions = columnOf(mesh, dialect, "positions");
    const normals = columnOf(mesh, dialect, "normal");
    const rotation = inverseOf(file.objects[i]?.rotation ?? new Int32Array(9));
    for (let t = 0; 9 * t < positions.length; t++) {
      const facing = outward(positions, t);
      const length = Math.hypot(...facing);
      if (length === 0) continue; // a triangle without area faces nowhere; its normal stays
      const stored = stored4096(frame, rotation, facing, length);
      normals.set(stored, 3 * t);
    }
    return replaceColumn(mesh, dialect, "normal", normals);
  });
  return {
    file: { ...file, meshes },
    notes: ["Normals are those of the triangles, not the smooth ones of the exporter."],
  };
}

function stored4096(
  frame: NormalFrame,
  rotation: ArrayLike<number>,
  [x, y, z]: readonly [number, number, number],
  length: number,
): number[] {
  const local = turnNormal(frame, rotation, x / length, y / length, z / length);
  const own = Math.hypot(...local) || 1;
  return local.map((part) => Math.round((part / own) * ONE));
}

/** The way back of a rotation is its transpose. */
function inverseOf(rotation: ArrayLike<number>): Int32Array {
  return Int32Array.from({ length: 9 }, (_, i) => rotation[3 * (i % 3) + Math.floor(i / 3)] ?? 0);
}
