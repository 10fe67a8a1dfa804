import { cornerSlots, isDrawable, isTriangle, type MeshbinGeometry } from "./geometry.ts";
import type { Winding } from "./winding.ts";

/** The faces of a file as glTF wants them: one vertex per distinct corner, counter-clockwise triangles. */
export interface MeshbinVertices {
  /** Position, UV and normal of each vertex; -1 where the corner has none. */
  position: number[];
  uv: number[];
  normal: number[];
  /** 3 per triangle. */
  indices: number[];
  /** Face of each triangle. */
  faces: number[];
  /** Runs of quads (`q`, two triangles each) and triangles (`t`), in file order: what it takes to rebuild the quads. */
  faceRuns: ["q" | "t", number][];
  /** Faces left out because a corner has no position. */
  dropped: number;
  /** Corners of drawn faces whose UV index points nowhere. */
  withoutUv: number;
}

/**
 * One vertex per distinct triple of position, UV and normal, numbered by first use, faces in file order.
 *
 * @param flat number the faces' own normals instead of the stored ones: vertices are then not shared between faces
 */
export function splitVertices(geometry: MeshbinGeometry, winding: Winding["triangles"], flat = false): MeshbinVertices {
  const result: MeshbinVertices = {
    position: [],
    uv: [],
    normal: [],
    indices: [],
    faces: [],
    faceRuns: [],
    dropped: 0,
    withoutUv: 0,
  };
  const known = new Map<number, number>();
  const vertexOf = (position: number, uv: number, normal: number): number => {
    // Position and UV are below 2^16, normal or face below 2^20, so the key is exact in a double.
    const key = position + (uv + 1) * 2 ** 16 + (normal + 1) * 2 ** 32;
    const found = known.get(key);
    if (found !== undefined) return found;
    const vertex = result.position.length;
    known.set(key, vertex);
    result.position.push(position);
    result.uv.push(uv);
    result.normal.push(normal);
    return vertex;
  };
  for (let face = 0; face < geometry.faceCount; face++) {
    if (!isDrawable(geometry, face)) {
      result.dropped++;
      continue;
    }
    const at = (slot: number): number => {
      const position = geometry.positionIndices[face * 4 + slot] ?? 0;
      const uv = inRange(geometry.uvIndices[face * 4 + slot], geometry.uvCount);
      const normal = flat ? face : inRange(geometry.normalIndices[face * 4 + slot], geometry.normalCount);
      return vertexOf(position, uv, normal);
    };
    if (geometry.uvCount > 0) result.withoutUv += countWithoutUv(geometry, face);
    addFace(result, face, isTriangle(geometry, face), at, winding);
  }
  return result;
}

function addFace(
  result: MeshbinVertices,
  face: number,
  triangle: boolean,
  at: (slot: number) => number,
  winding: Winding["triangles"],
): void {
  const kind = triangle ? "t" : "q";
  const run = result.faceRuns.at(-1);
  if (run?.[0] === kind) run[1]++;
  else result.faceRuns.push([kind, 1]);
  // Named as on the format's page: slots s1 to s4 of a face.
  if (triangle) {
    const [s1, s3, s4] = [at(0), at(2), at(3)];
    result.indices.push(...(winding === "cw" ? [s1, s4, s3] : [s1, s3, s4]));
    result.faces.push(face);
  } else {
    const [s1, s2, s3, s4] = [at(0), at(1), at(2), at(3)];
    result.indices.push(s1, s3, s2, s2, s3, s4);
    result.faces.push(face, face);
  }
}

function inRange(index: number | undefined, count: number): number {
  return index !== undefined && index >= 0 && index < count ? index : -1;
}

function countWithoutUv(geometry: MeshbinGeometry, face: number): number {
  return cornerSlots(geometry, face).filter(
    (slot) => inRange(geometry.uvIndices[face * 4 + slot], geometry.uvCount) === -1,
  ).length;
}
