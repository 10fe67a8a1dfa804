import earcut from "earcut";
import type { EarLimit } from "./earLimit.ts";
import { growingIntegers } from "./growing.ts";
import type { ObjPart } from "./parse.ts";

/** Runs of quads (`q`, two triangles each) and of triangles (`t`), as `extras.meshglot.faceRuns` holds them. */
export type FaceRuns = ["q" | "t", number][];

/** The faces of a part as triangles. */
export interface Triangulated {
  /** Numbers of corners of the part, 3 per triangle. */
  corners: Uint32Array;
  runs: FaceRuns;
  /** Faces of five and more corners. */
  polygons: number;
  /** Those of them that were too large to be cut, and became a fan around their first corner. */
  fans: number;
}

/**
 * Triangles, quads as two triangles (i, j, k), (k, j, n) with outline i, j, n, k, and larger polygons cut into ears.
 *
 * @param positions 3 per position of the file
 * @param limit of the whole file
 */
export function triangulate(part: ObjPart, positions: Float64Array, limit: EarLimit): Triangulated {
  const triangles = growingIntegers();
  const cornerNumbers = part.corners.values;
  const runs: FaceRuns = [];
  let polygons = 0;
  let fans = 0;
  let start = 0;
  for (const size of part.sizes.values) {
    const place = (corner: number): Point => {
      const at = (cornerNumbers[(start + corner) * 3] ?? 0) * 3;
      return [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0];
    };
    const numbers = () => new Set(Array.from({ length: size }, (_, i) => cornerNumbers[(start + i) * 3])).size;
    const cut = size <= 4 || limit.allows(size, numbers);
    const local = !cut ? fan(size) : size === 3 ? [0, 1, 2] : size === 4 ? quad(place) : ears(size, place);
    for (const corner of local) triangles.push(start + corner);
    if (size > 4) polygons++;
    if (!cut) fans++;
    addRun(runs, size === 4 ? "q" : "t", size === 4 ? 1 : local.length / 3);
    start += size;
  }
  return { corners: Uint32Array.from(triangles.values), runs, polygons, fans };
}

type Point = [number, number, number];

function addRun(runs: FaceRuns, kind: "q" | "t", count: number): void {
  const last = runs.at(-1);
  if (last?.[0] === kind) last[1] += count;
  else runs.push([kind, count]);
}

/** Cut along the diagonal whose halves face the same way; a concave quad has only one such. */
function quad(place: (corner: number) => Point): number[] {
  const [a, b, c, d] = [place(0), place(1), place(2), place(3)];
  const agree = dot(cross(a, b, d), cross(d, b, c)) >= 0;
  return agree ? [0, 1, 3, 3, 1, 2] : [1, 2, 0, 0, 2, 3];
}

/** Right for every convex polygon. */
function fan(size: number): number[] {
  const triangles: number[] = [];
  for (let corner = 1; corner + 1 < size; corner++) triangles.push(0, corner, corner + 1);
  return triangles;
}

/** Cut in the plane that the polygon lies in, or most nearly does. */
function ears(size: number, place: (corner: number) => Point): number[] {
  const points = Array.from({ length: size }, (_, i) => place(i));
  const normal = newell(points);
  const longest = [0, 1, 2].reduce((best, axis) =>
    Math.abs(normal[axis] ?? 0) > Math.abs(normal[best] ?? 0) ? axis : best,
  );
  // Keeping the sense of rotation, so that the ears face as the polygon does.
  const [u, v] = (normal[longest] ?? 0) >= 0 ? [longest + 1, longest + 2] : [longest + 2, longest + 1];
  const flat = points.flatMap((point) => [point[u % 3] ?? 0, point[v % 3] ?? 0]);
  const found = earcut(flat);
  const turned = area(flat, found) < 0;
  return turned ? reversed(found) : found;
}

/** The sum of the edges' cross products: twice the area, perpendicular to the polygon. */
function newell(points: readonly Point[]): Point {
  const normal: Point = [0, 0, 0];
  points.forEach(([ax, ay, az], i) => {
    const [bx, by, bz] = points[(i + 1) % points.length] ?? [0, 0, 0];
    normal[0] += (ay - by) * (az + bz);
    normal[1] += (az - bz) * (ax + bx);
    normal[2] += (ax - bx) * (ay + by);
  });
  return normal;
}

function area(flat: readonly number[], triangles: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a = 0, b = 0, c = 0] = triangles.slice(i, i + 3);
    const at = (corner: number, axis: number) => flat[corner * 2 + axis] ?? 0;
    sum += (at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) - (at(c, 0) - at(a, 0)) * (at(b, 1) - at(a, 1));
  }
  return sum;
}

function reversed(triangles: readonly number[]): number[] {
  const turned = [...triangles];
  for (let i = 0; i + 2 < turned.length; i += 3) {
    turned[i + 1] = triangles[i + 2] ?? 0;
    turned[i + 2] = triangles[i + 1] ?? 0;
  }
  return turned;
}

function cross(a: Point, b: Point, c: Point): Point {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
