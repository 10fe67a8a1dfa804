import type { Report } from "../../issues/report.ts";
import { foldOf, hasArea } from "./faceShape.ts";
import { type MeshbinGeometry, QUAD_OUTLINE, TRIANGLE_SLOTS } from "./geometry.ts";

/** Beyond this angle between its halves the renderer, which tests the first half only, loses or shows the second wrongly. */
const FOLD_LIMIT = 30;
/** The same as {@link foldOf} says it. */
const FOLD_COSINE = Math.cos((FOLD_LIMIT * Math.PI) / 180) ** 2;

/** A file may hold hundreds of thousands of faces: good ones pass in the tight loop, others are looked at closely. */
export function checkFaces(geometry: MeshbinGeometry, report: Report): void {
  const { positionIndices, normalIndices, uvIndices, vertexCount, normalCount, uvCount, positions } = geometry;
  const used = new Uint8Array(vertexCount);
  for (let face = 0, at = 0; face < geometry.faceCount; face++, at += 4) {
    const a = positionIndices[at] ?? -1;
    const b = positionIndices[at + 1] ?? -1;
    const c = positionIndices[at + 2] ?? -1;
    const d = positionIndices[at + 3] ?? -1;
    const triangle = b === -1;
    // Numbers of which none is negative have no sign in their union either.
    if (
      (a | c | d) >= 0 &&
      (triangle || b >= 0) &&
      a < vertexCount &&
      b < vertexCount &&
      c < vertexCount &&
      d < vertexCount
    ) {
      used[a] = 1;
      if (!triangle) used[b] = 1;
      used[c] = 1;
      used[d] = 1;
      const fine = triangle ? hasArea(positions, a, c, d) : a !== d && foldOf(positions, a, b, c, d) >= FOLD_COSINE;
      if (!fine) reportShape(positionIndices, positions, face, triangle, report);
    } else {
      const slots = triangle ? TRIANGLE_SLOTS : QUAD_OUTLINE;
      for (const slot of slots) {
        const index = positionIndices[at + slot] ?? -1;
        if (index >= 0 && index < vertexCount) used[index] = 1;
      }
      reportIndices("positionIndices", positionIndices, vertexCount, face, slots, report);
    }
    if (!isPlain(normalIndices, at, triangle, normalCount)) {
      checkParallel("normalIndices", normalIndices, normalCount, face, triangle, report);
    }
    if (!isPlain(uvIndices, at, triangle, uvCount)) {
      checkParallel("uv0Indices", uvIndices, uvCount, face, triangle, report);
    }
  }
  let unused = vertexCount;
  for (let i = 0; i < vertexCount; i++) unused -= used[i] ?? 0;
  if (unused > 0)
    report.add("MESHBIN_UNUSED_VERTEX", "positions", `${unused} of ${vertexCount} positions are never used`);
}

/** Whether the four indices are in range and marked as those of the positions, as nearly all are. */
function isPlain(indices: Int16Array, at: number, triangle: boolean, limit: number): boolean {
  const a = indices[at] ?? -1;
  const b = indices[at + 1] ?? -1;
  const c = indices[at + 2] ?? -1;
  const d = indices[at + 3] ?? -1;
  return (a | c | d) >= 0 && triangle === (b === -1) && b >= -1 && a < limit && b < limit && c < limit && d < limit;
}

/** Normal and UV indices: all four -1 where the face has none, else marked like the position indices and in range. */
function checkParallel(
  name: "normalIndices" | "uv0Indices",
  indices: Int16Array,
  limit: number,
  face: number,
  triangle: boolean,
  report: Report,
): void {
  const at = face * 4;
  const marked = indices[at + 1] === -1;
  if (marked && indices[at] === -1 && indices[at + 2] === -1 && indices[at + 3] === -1) {
    if (name === "uv0Indices" && limit > 0) {
      report.add("MESHBIN_MISSING_UV", `uv0Indices[${face}]`, `face ${face} has no UVs, the mesh has ${limit}`);
    }
    return;
  }
  if (marked !== triangle) {
    const kinds = triangle ? ["triangle", "quad"] : ["quad", "triangle"];
    const message = `face ${face} is a ${kinds[0]} in positionIndices and a ${kinds[1]} in ${name}`;
    report.add("MESHBIN_TRIANGLE_MARK_MISMATCH", `${name}[${face}]`, message);
  }
  const slots = triangle ? TRIANGLE_SLOTS : QUAD_OUTLINE;
  for (const slot of slots) {
    const index = indices[at + slot] ?? 0;
    if (index >= 0 && index < limit) continue;
    reportIndices(name, indices, limit, face, slots, report);
    return;
  }
}

function reportIndices(
  name: string,
  indices: Int16Array,
  limit: number,
  face: number,
  slots: readonly number[],
  report: Report,
): void {
  for (const slot of slots) {
    const index = indices[face * 4 + slot] ?? 0;
    const message = `${name} of face ${face}, slot ${slot + 1}, is ${index}`;
    if (index < 0) report.add("MESHBIN_NEGATIVE_INDEX", `${name}[${face}]`, message);
    else if (index >= limit) report.add("MESHBIN_INDEX_OUT_OF_RANGE", `${name}[${face}]`, `${message} of ${limit}`);
  }
}

function reportShape(
  indices: Int16Array,
  positions: ArrayLike<number>,
  face: number,
  triangle: boolean,
  report: Report,
): void {
  const at = face * 4;
  const [s1, s2, s3, s4] = [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0, indices[at + 3] ?? 0];
  const fold = triangle ? Number.NaN : foldOf(positions, s1, s2, s3, s4);
  const path = `positionIndices[${face}]`;
  const twice = s1 === s3 || s1 === s4 || s3 === s4 || (!triangle && (s1 === s2 || s2 === s3 || s2 === s4));
  if (twice || Number.isNaN(fold)) {
    if (!report.lists("MESHBIN_DEGENERATE_FACE")) report.count("MESHBIN_DEGENERATE_FACE");
    else report.add("MESHBIN_DEGENERATE_FACE", path, `face ${face} ${twice ? "uses a corner twice" : "has no area"}`);
    return;
  }
  if (!report.lists("MESHBIN_FOLDED_QUAD")) {
    report.count("MESHBIN_FOLDED_QUAD");
    return;
  }
  const angle = (Math.acos(Math.max(-1, Math.sign(fold) * Math.sqrt(Math.abs(fold)))) * 180) / Math.PI;
  report.add("MESHBIN_FOLDED_QUAD", path, `quad ${face} is folded by ${angle.toFixed(0)} degrees`);
}
