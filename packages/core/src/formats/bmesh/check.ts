import type { CheckContext } from "../../issues/checkContext.ts";
import type { Report } from "../../issues/report.ts";
import { allFinite } from "../../scene/finite.ts";
import { boundsOf } from "../../scene/space.ts";
import { checkFaces, checkSections } from "./checkFaces.ts";
import { checkHardpoints, checkSkeleton } from "./checkSkeleton.ts";
import { checkWeights } from "./checkWeights.ts";
import { BMESH_TYPES, type BmeshFile } from "./file.ts";
import { interpret } from "./model.ts";

/** Adds what is wrong with a mesh that could be read to its end. */
export function checkBmesh(file: BmeshFile, { report, profile, options }: CheckContext): void {
  const { limits } = profile;
  const model = interpret(file, options);
  checkHeader(file, report);
  checkVertexArrays(file, report);
  checkFaces(model, report);
  checkSkeleton(file, limits, report);
  checkWeights(model, limits, report);
  checkHardpoints(file, limits, report);
  checkReference(file, report);
  checkSections(model, report);
  if (file.trailing.byteLength > 0) {
    report.add("BMESH_TRAILING_BYTES", "trailing", `${file.trailing.byteLength} bytes after the end of the mesh`);
  }
}

function checkHeader(file: BmeshFile, report: Report): void {
  const limits = { meshUsage: 0, tangentType: 1, tangentSplit: 1, meshType: BMESH_TYPES.length - 1 } as const;
  for (const name of ["meshUsage", "tangentType", "tangentSplit", "meshType"] as const) {
    if (file[name] > limits[name]) {
      report.add("BMESH_RESERVED_VALUE", name, `${name} is ${file[name]}; ${limits[name]} is the highest known`);
    }
  }
  for (const name of ["boundsMin", "boundsMax", "positions"] as const) {
    if (allFinite(file[name])) continue;
    const at = file[name].findIndex((value) => !Number.isFinite(value));
    const bad = file[name].reduce((sum, value) => sum + (Number.isFinite(value) ? 0 : 1), 0);
    const path = name === "positions" ? `positions[${Math.floor(at / 3)}]` : name;
    report.add("BMESH_NOT_FINITE", path, `${bad} numbers of ${name} are infinite or none, first ${file[name][at]}`);
  }
  const { count, bytes } = file.vertexLodPositions;
  if (count > 0) {
    report.add(
      "BMESH_LOD_DATA",
      "vertexLodPositions",
      `${count} elements; ${bytes.byteLength / count} bytes each is a guess, with which the rest fits the file`,
    );
  }
  checkBounds(file, report);
}

function checkBounds({ positions, boundsMin, boundsMax }: BmeshFile, report: Report): void {
  const box = boundsOf(positions);
  if (!box) return;
  let outside = 0;
  let size = 0;
  for (const axis of [0, 1, 2] as const) {
    outside = Math.max(outside, (boundsMin[axis] ?? 0) - box.min[axis], box.max[axis] - (boundsMax[axis] ?? 0));
    size = Math.max(size, box.max[axis] - box.min[axis]);
  }
  if (outside > 1e-5 * size) {
    report.add("BMESH_BOUNDS_MISMATCH", "boundsMin", `vertices lie up to ${outside.toPrecision(4)} m outside the box`);
  }
}

function checkVertexArrays(file: BmeshFile, report: Report): void {
  const vertexCount = file.positions.length / 3;
  const sizes = { normals: 4, uv0: 2, uv1: 2, tangents: 4, colors: 4 } as const;
  for (const name of ["normals", "uv0", "uv1", "tangents", "colors"] as const) {
    const count = file[name].length / sizes[name];
    if (count !== 0 && count !== vertexCount) {
      report.add("BMESH_VERTEX_ARRAY_COUNT", name, `${name} has ${count} elements, there are ${vertexCount} positions`);
    }
  }
  if (file.normals.length === 0 && vertexCount > 0) {
    report.add("BMESH_NO_NORMALS", "normals", `${vertexCount} positions and no normals`);
  }
  reportBytes(file.normals, (byte) => byte !== 0, report, "normals", "an unused byte that is not 0");
  reportBytes(
    file.tangents,
    (byte) => byte !== 0 && byte !== 255,
    report,
    "tangents",
    "a flag that is neither 0 nor 255",
  );
}

/** The fourth bytes of an array that are not as they should be, as one finding. */
function reportBytes(
  bytes: Uint8Array,
  odd: (byte: number) => boolean,
  report: Report,
  name: string,
  what: string,
): void {
  let count = 0;
  let first = -1;
  for (let i = 3; i < bytes.length; i += 4) {
    if (!odd(bytes[i] ?? 0)) continue;
    if (count === 0) first = (i - 3) / 4;
    count++;
  }
  if (count > 0) report.add("BMESH_RESERVED_VALUE", `${name}[${first}]`, `${count} of ${name} have ${what}`);
}

function checkReference(file: BmeshFile, report: Report): void {
  const diffs = file.baseVariantDiffs.length / 3;
  const conforms = file.conformWeights.length / 6;
  const role = BMESH_TYPES[file.meshType];
  const mismatch = (message: string) => report.add("BMESH_ROLE_MISMATCH", "meshType", message);
  if (file.meshType === 1 && diffs === 0) mismatch("a base variant without variant diffs");
  if (file.meshType === 2 && conforms === 0) mismatch("a conform mesh without conform weights");
  if (file.meshType !== 1 && diffs > 0) mismatch(`${diffs} variant diffs in a mesh of type ${role ?? file.meshType}`);
  if (file.meshType !== 2 && conforms > 0) {
    mismatch(`${conforms} conform weights in a mesh of type ${role ?? file.meshType}`);
  }
}
