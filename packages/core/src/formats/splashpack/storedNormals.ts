import type { ConvertOptions } from "../../format.ts";
import { wordOption } from "../../scene/options.ts";
import type { SplashpackFile } from "./file.ts";
import { triangleColumn } from "./triangles.ts";

/**
 * How stored normals become directions in the axes of the positions. `unity`: turned by the object's rotation in
 * Unity's frame, because vertices were baked into the world and normals were not (verified on both L1 files). `file`:
 * turned by the rotation as it stands. `none`: normals and vertices are both local (verified on all later files).
 */
export type NormalFrame = "none" | "unity" | "file";

export interface NormalEvidence {
  frame: NormalFrame;
  /** In words, for people. */
  evidence: string;
}

/** Triangles looked at per object; more do not change the mean. */
const SAMPLE = 2000;
/** A reading has to be better than the usual one by this much. */
const MARGIN = 0.05;

/** Turns a stored normal, in 1/4096, into the axes of the positions. */
export function turnNormal(
  frame: NormalFrame,
  rotation: ArrayLike<number>,
  x: number,
  y: number,
  z: number,
): [number, number, number] {
  if (frame === "none") return [x, y, z];
  const sign = frame === "unity" ? -1 : 1;
  const cell = (row: number, column: number) =>
    ((rotation[3 * row + column] ?? 0) / 4096) * ((row === 1) !== (column === 1) ? sign : 1);
  return [
    cell(0, 0) * x + cell(0, 1) * y + cell(0, 2) * z,
    cell(1, 0) * x + cell(1, 1) * y + cell(1, 2) * z,
    cell(2, 0) * x + cell(2, 1) * y + cell(2, 2) * z,
  ];
}

/** The reading of the stored normals that agrees best with the triangles, unless an option says which. */
export function normalFrame(file: SplashpackFile, dialect: string, options: ConvertOptions): NormalEvidence {
  const option = wordOption(options, "normalFrame", ["none", "unity", "file"]);
  if (option) return { frame: option, evidence: "option" };
  const usual: NormalFrame = dialect === "L1" ? "unity" : "none";
  const frames: readonly NormalFrame[] = ["none", "unity", "file"];
  const means = agreements(file, dialect, frames);
  const best = Math.max(...means);
  const frame = best > (means[frames.indexOf(usual)] ?? 0) + MARGIN ? (frames[means.indexOf(best)] ?? usual) : usual;
  const numbers = frames.map((name, i) => `${name} ${(means[i] ?? 0).toFixed(2)}`).join(", ");
  return { frame, evidence: `mean cosine to the triangles: ${numbers}` };
}

/** Mean cosine between stored normals and the outward side of their triangles, for each way to read them. */
function agreements(file: SplashpackFile, dialect: string, frames: readonly NormalFrame[]): number[] {
  const sums = frames.map(() => 0);
  let count = 0;
  (file.objects ?? []).forEach(({ rotation }, i) => {
    const positions = triangleColumn(file, dialect, i, "positions", Int16Array, SAMPLE);
    const normals = triangleColumn(file, dialect, i, "normal", Int16Array, SAMPLE);
    for (let t = 0; t < normals.length / 3; t++) {
      const [gx, gy, gz] = outward(positions, t);
      const [x = 0, y = 0, z = 0] = [normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]];
      const area = Math.hypot(gx, gy, gz);
      if (area === 0 || Math.hypot(x, y, z) === 0) continue;
      count++;
      frames.forEach((frame, k) => {
        const [nx, ny, nz] = turnNormal(frame, rotation, x, y, z);
        const length = Math.hypot(nx, ny, nz);
        if (length > 0) sums[k] = (sums[k] ?? 0) + (gx * nx + gy * ny + gz * nz) / (area * length);
      });
    }
  });
  return sums.map((sum) => (count > 0 ? sum / count : 0));
}

/** (v2 - v0) x (v1 - v0), which points outward in the file's axes (verified). */
export function outward(positions: Int16Array, t: number): [number, number, number] {
  const p = (k: number) => positions[9 * t + k] ?? 0;
  const [ax, ay, az] = [p(6) - p(0), p(7) - p(1), p(8) - p(2)];
  const [bx, by, bz] = [p(3) - p(0), p(4) - p(1), p(5) - p(2)];
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
