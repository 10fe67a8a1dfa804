import type { Report } from "../../issues/report.ts";
import { cornerSlots, isDrawable, isTriangle, type MeshbinGeometry } from "./geometry.ts";

/** Beyond this angle between its halves the renderer, which tests the first half only, loses or shows the second wrongly. */
const FOLD_LIMIT = 30;

export function checkFaces(geometry: MeshbinGeometry, report: Report): void {
  const used = new Uint8Array(geometry.vertexCount);
  for (let face = 0; face < geometry.faceCount; face++) {
    checkIndices(geometry, face, report);
    checkMarks(geometry, face, report);
    for (const slot of cornerSlots(geometry, face)) used[geometry.positionIndices[face * 4 + slot] ?? 0] = 1;
    if (isDrawable(geometry, face)) checkShape(geometry, face, report);
  }
  const unused = used.reduce((count, yes) => count + (yes ? 0 : 1), 0);
  if (unused > 0)
    report.add("MESHBIN_UNUSED_VERTEX", "positions", `${unused} of ${geometry.vertexCount} positions are never used`);
}

/** Whether all four slots are -1, which means that the face has no such attribute. */
function isAbsent(indices: Int16Array, face: number): boolean {
  return [0, 1, 2, 3].every((slot) => indices[face * 4 + slot] === -1);
}

function checkIndices(geometry: MeshbinGeometry, face: number, report: Report): void {
  const arrays = [
    ["positionIndices", geometry.positionIndices, geometry.vertexCount],
    ["normalIndices", geometry.normalIndices, geometry.normalCount],
    ["uv0Indices", geometry.uvIndices, geometry.uvCount],
  ] as const;
  for (const [name, indices, limit] of arrays) {
    if (name !== "positionIndices" && isAbsent(indices, face)) continue;
    for (const slot of cornerSlots(geometry, face)) {
      const index = indices[face * 4 + slot] ?? 0;
      if (index < 0) {
        report.add(
          "MESHBIN_NEGATIVE_INDEX",
          `${name}[${face}]`,
          `${name} of face ${face}, slot ${slot + 1}, is ${index}`,
        );
      } else if (index >= limit) {
        report.add(
          "MESHBIN_INDEX_OUT_OF_RANGE",
          `${name}[${face}]`,
          `${name} of face ${face}, slot ${slot + 1}, is ${index} of ${limit}`,
        );
      }
    }
  }
}

function checkMarks(geometry: MeshbinGeometry, face: number, report: Report): void {
  const triangle = isTriangle(geometry, face);
  for (const [name, indices] of [
    ["normalIndices", geometry.normalIndices],
    ["uv0Indices", geometry.uvIndices],
  ] as const) {
    if (isAbsent(indices, face)) {
      if (name === "uv0Indices" && geometry.uvCount > 0) {
        report.add(
          "MESHBIN_MISSING_UV",
          `uv0Indices[${face}]`,
          `face ${face} has no UVs, the mesh has ${geometry.uvCount}`,
        );
      }
      continue;
    }
    const marked = indices[face * 4 + 1] === -1;
    if (marked === triangle) continue;
    report.add(
      "MESHBIN_TRIANGLE_MARK_MISMATCH",
      `${name}[${face}]`,
      `face ${face} is a ${triangle ? "triangle" : "quad"} in positionIndices and a ${marked ? "triangle" : "quad"} in ${name}`,
    );
  }
}

type Vector = readonly [number, number, number];

function checkShape(geometry: MeshbinGeometry, face: number, report: Report): void {
  const path = `positionIndices[${face}]`;
  const corners = cornerSlots(geometry, face).map((slot) => geometry.positionIndices[face * 4 + slot] ?? 0);
  if (new Set(corners).size < corners.length) {
    report.add("MESHBIN_DEGENERATE_FACE", path, `face ${face} uses a corner twice`);
    return;
  }
  const at = (corner: number): Vector => {
    const index = (corners[corner] ?? 0) * 3;
    return [geometry.positions[index] ?? 0, geometry.positions[index + 1] ?? 0, geometry.positions[index + 2] ?? 0];
  };
  // Outline 0, 1, 2, 3 of a quad is slots 1, 2, 4, 3; its halves are slots (1, 2, 3) and (3, 2, 4).
  const first = corners.length === 3 ? cross(at(0), at(1), at(2)) : cross(at(0), at(1), at(3));
  const second = corners.length === 3 ? first : cross(at(3), at(1), at(2));
  const lengths = [Math.hypot(...first), Math.hypot(...second)] as const;
  if (lengths[0] === 0 || lengths[1] === 0) {
    report.add("MESHBIN_DEGENERATE_FACE", path, `face ${face} has no area`);
    return;
  }
  const cosine = (first[0] * second[0] + first[1] * second[1] + first[2] * second[2]) / (lengths[0] * lengths[1]);
  const angle = (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
  if (angle > FOLD_LIMIT)
    report.add("MESHBIN_FOLDED_QUAD", path, `quad ${face} is folded by ${angle.toFixed(0)} degrees`);
}

function cross(a: Vector, b: Vector, c: Vector): Vector {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}
