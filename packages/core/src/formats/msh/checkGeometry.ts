import type { Report } from "../../issues/report.ts";
import { allFinite } from "../../scene/finite.ts";
import { boundsOf } from "../../scene/space.ts";
import type { MshFile } from "./file.ts";

/** How far a stored box or radius may be off before it matters, in centimetres per centimetre of size. */
const RELATIVE_TOLERANCE = 1e-4;
const NORMAL_TOLERANCE = 1e-3;

const FLOAT_BLOCKS = [
  ["positions", 3],
  ["normals", 3],
  ["tangents", 3],
  ["binormals", 3],
  ["uv0", 2],
  ["uv1", 2],
  ["vertexWeights", 8],
  ["billboardCenters", 3],
] as const;

export function checkGeometry(file: MshFile, report: Report): void {
  for (const [name, stride] of FLOAT_BLOCKS) {
    const block = file[name];
    if (block) checkFinite(name, block, stride, report);
  }
  checkBounds(file, report);
  checkNormals(file, report);
  checkTriangles(file, report);
  if (file.meshType === 2) {
    report.add("MSH_LIGHTMAP_UV_ROLES", "meshType", "a lightmap mesh: uv0 is the lightmap's, uv1 the base texture's");
  }
}

function checkFinite(name: string, block: Float32Array, stride: number, report: Report): void {
  if (allFinite(block)) return;
  for (let i = 0; i < block.length; i++) {
    if (Number.isFinite(block[i])) continue;
    const vertex = Math.floor(i / stride);
    report.add("MSH_NOT_FINITE", `${name}[${vertex}]`, `${name} of vertex ${vertex} holds ${block[i]}`);
  }
}

function checkBounds(file: MshFile, report: Report): void {
  const box = file.positions && boundsOf(file.positions);
  if (!box) return;
  const size = Math.hypot(...box.max.map((max, axis) => max - (box.min[axis] ?? 0)));
  const allowed = Math.max(size * RELATIVE_TOLERANCE, 1e-3);
  const off = [0, 1, 2].reduce((worst, axis) => {
    const low = Math.abs((box.min[axis] ?? 0) - (file.boundsMin[axis] ?? 0));
    const high = Math.abs((box.max[axis] ?? 0) - (file.boundsMax[axis] ?? 0));
    return Math.max(worst, low, high);
  }, 0);
  if (!(off <= allowed)) report.add("MSH_BOUNDS_MISMATCH", "boundsMin", `the box is off by up to ${off.toFixed(3)} cm`);
  const half = Math.hypot(...file.boundsMax.map((max, axis) => max - (file.boundsMin[axis] ?? 0))) / 2;
  if (!(Math.abs(half - file.sphereRadius) <= allowed)) {
    const message = `the radius is ${file.sphereRadius}, half the diagonal of the box is ${Math.fround(half)}`;
    report.add("MSH_RADIUS_MISMATCH", "sphereRadius", message);
  }
}

/** The same tolerance for squares of lengths. */
const SHORTEST = (1 - NORMAL_TOLERANCE) ** 2;
const LONGEST = (1 + NORMAL_TOLERANCE) ** 2;

function checkNormals(file: MshFile, report: Report): void {
  const normals = file.normals ?? new Float32Array(0);
  let wrong = 0;
  let first = -1;
  for (let i = 0; i + 2 < normals.length; i += 3) {
    const x = normals[i] ?? 0;
    const y = normals[i + 1] ?? 0;
    const z = normals[i + 2] ?? 0;
    const squared = x * x + y * y + z * z;
    if (squared >= SHORTEST && squared <= LONGEST) continue;
    wrong++;
    if (first < 0) first = i / 3;
  }
  if (wrong === 0) return;
  const message = `${wrong} normals are not of length 1, the first is vertex ${first}'s`;
  report.add("MSH_NORMAL_LENGTH", `normals[${first}]`, message);
}

/** One pass over the faces; nothing is made per face, as there may be hundreds of thousands. */
function checkTriangles(file: MshFile, report: Report): void {
  const { indices, vertexCount } = file;
  // Without positions no byte of the file stands behind vertexCount, and it may be any number.
  const used = new Uint8Array(file.positions ? vertexCount : 0);
  const p = file.positions ?? new Float32Array(0);
  const count = used.length;
  let empty = 0;
  let first = -1;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = indices[i] ?? 0;
    const b = indices[i + 1] ?? 0;
    const c = indices[i + 2] ?? 0;
    if (a >= count || b >= count || c >= count) {
      markUsed(used, a, b, c);
      continue;
    }
    used[a] = 1;
    used[b] = 1;
    used[c] = 1;
    const ax = p[3 * a] ?? 0;
    const ay = p[3 * a + 1] ?? 0;
    const az = p[3 * a + 2] ?? 0;
    const ux = (p[3 * b] ?? 0) - ax;
    const uy = (p[3 * b + 1] ?? 0) - ay;
    const uz = (p[3 * b + 2] ?? 0) - az;
    const vx = (p[3 * c] ?? 0) - ax;
    const vy = (p[3 * c + 1] ?? 0) - ay;
    const vz = (p[3 * c + 2] ?? 0) - az;
    if (uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx) continue;
    empty++;
    if (first < 0) first = i / 3;
  }
  if (empty > 0)
    report.add("MSH_DEGENERATE_FACE", `indices[${first}]`, `${empty} faces have no area, the first is face ${first}`);
  let unused = used.length;
  for (let i = 0; i < used.length; i++) unused -= used[i] ?? 0;
  if (unused > 0) report.add("MSH_UNUSED_VERTEX", "indices", `${unused} of ${vertexCount} vertices are in no face`);
}

/** The corners of a face of which at least one does not exist. */
function markUsed(used: Uint8Array, ...corners: readonly number[]): void {
  for (const corner of corners) if (corner < used.length) used[corner] = 1;
}
