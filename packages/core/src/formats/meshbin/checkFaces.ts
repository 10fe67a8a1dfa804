import type { Report } from "../../issues/report.ts";
import { FaceShape } from "./faceShape.ts";
import { type MeshbinGeometry, QUAD_OUTLINE, TRIANGLE_SLOTS } from "./geometry.ts";

/** Beyond this angle between its halves the renderer, which tests the first half only, loses or shows the second wrongly. */
const FOLD_LIMIT = 30;

/** A file may hold hundreds of thousands of faces, so the loops below make no object per face. */
export function checkFaces(geometry: MeshbinGeometry, report: Report): void {
  const { positionIndices, vertexCount } = geometry;
  const used = new Uint8Array(vertexCount);
  const shape = new FaceShape(geometry.positions);
  for (let face = 0; face < geometry.faceCount; face++) {
    const triangle = positionIndices[face * 4 + 1] === -1;
    const slots = triangle ? TRIANGLE_SLOTS : QUAD_OUTLINE;
    let drawable = true;
    for (const slot of slots) {
      const index = positionIndices[face * 4 + slot] ?? -1;
      if (index >= 0 && index < vertexCount) used[index] = 1;
      else drawable = false;
    }
    if (!drawable) reportIndices("positionIndices", positionIndices, vertexCount, face, slots, report);
    checkParallel("normalIndices", geometry.normalIndices, geometry.normalCount, face, triangle, report);
    checkParallel("uv0Indices", geometry.uvIndices, geometry.uvCount, face, triangle, report);
    if (drawable) checkShape(positionIndices, face, triangle, shape, report);
  }
  const unused = used.reduce((count, yes) => count + (yes ? 0 : 1), 0);
  if (unused > 0)
    report.add("MESHBIN_UNUSED_VERTEX", "positions", `${unused} of ${vertexCount} positions are never used`);
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

function checkShape(indices: Int16Array, face: number, triangle: boolean, shape: FaceShape, report: Report): void {
  const at = face * 4;
  const [s1, s2, s3, s4] = [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0, indices[at + 3] ?? 0];
  const twice = s1 === s3 || s1 === s4 || s3 === s4 || (!triangle && (s1 === s2 || s2 === s3 || s2 === s4));
  if (twice) {
    report.add("MESHBIN_DEGENERATE_FACE", `positionIndices[${face}]`, `face ${face} uses a corner twice`);
    return;
  }
  // The halves of a quad, with equal winding, are slots (1, 2, 3) and (3, 2, 4).
  const cosine = triangle ? shape.cosine(s1, s3, s4, s1, s3, s4) : shape.cosine(s1, s2, s3, s3, s2, s4);
  if (Number.isNaN(cosine)) {
    report.add("MESHBIN_DEGENERATE_FACE", `positionIndices[${face}]`, `face ${face} has no area`);
    return;
  }
  const angle = (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
  if (angle > FOLD_LIMIT) {
    report.add(
      "MESHBIN_FOLDED_QUAD",
      `positionIndices[${face}]`,
      `quad ${face} is folded by ${angle.toFixed(0)} degrees`,
    );
  }
}
