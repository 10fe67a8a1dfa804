import type { BmeshFile } from "./file.ts";
import { decodeComponent } from "./quantize.ts";

/** How triangles lie to the normals of their vertices. */
export interface Facing {
  /** Sum of dot(cross(e1, e2), mean normal) where it is positive: counter-clockwise triangles, by area. */
  withNormals: number;
  /** The same where it is negative: clockwise ones. */
  against: number;
  /** What the sum would be if every triangle faced its normal exactly. */
  possible: number;
  /** Six times the volume that counter-clockwise triangles would enclose. */
  volume6: number;
  /** Length of the sum of all cross products, 0 for a closed surface. */
  open: number;
  /** Sum of the lengths of all cross products: twice the area. */
  area2: number;
}

/** Geometry against normals, for all faces whose vertices exist. Without normals the first three stay 0. */
export function facing(file: BmeshFile, triangles: Uint32Array): Facing {
  const { positions, normals } = file;
  const vertexCount = positions.length / 3;
  const hasNormals = normals.length === vertexCount * 4;
  const result: Facing = { withNormals: 0, against: 0, possible: 0, volume6: 0, open: 0, area2: 0 };
  let [sumX, sumY, sumZ] = [0, 0, 0];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const a = triangles[i] ?? 0;
    const b = triangles[i + 1] ?? 0;
    const c = triangles[i + 2] ?? 0;
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount) continue;
    const ax = positions[a * 3] ?? 0;
    const ay = positions[a * 3 + 1] ?? 0;
    const az = positions[a * 3 + 2] ?? 0;
    const bx = positions[b * 3] ?? 0;
    const by = positions[b * 3 + 1] ?? 0;
    const bz = positions[b * 3 + 2] ?? 0;
    const cx = positions[c * 3] ?? 0;
    const cy = positions[c * 3 + 1] ?? 0;
    const cz = positions[c * 3 + 2] ?? 0;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0 && length < Infinity)) continue;
    result.area2 += length;
    result.volume6 += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    sumX += nx;
    sumY += ny;
    sumZ += nz;
    if (!hasNormals) continue;
    let [mx, my, mz] = [0, 0, 0];
    for (let corner = 0; corner < 3; corner++) {
      const at = (corner === 0 ? a : corner === 1 ? b : c) * 4;
      mx += decodeComponent(normals[at] ?? 0);
      my += decodeComponent(normals[at + 1] ?? 0);
      mz += decodeComponent(normals[at + 2] ?? 0);
    }
    const dot = (nx * mx + ny * my + nz * mz) / 3;
    if (dot > 0) result.withNormals += dot;
    else result.against -= dot;
    result.possible += (length * Math.sqrt(mx * mx + my * my + mz * mz)) / 3;
  }
  result.open = Math.sqrt(sumX * sumX + sumY * sumY + sumZ * sumZ);
  return result;
}
