/**
 * Normals from the triangles, weighted by area: each vertex gets the sum of the cross products around it.
 * @param positions 3 per vertex
 * @param indices counter-clockwise triangles
 * @returns 3 per vertex, unit length; (0, 1, 0) where no triangle with an area touches a vertex
 */
export function normalsFromFaces(positions: ArrayLike<number>, indices: ArrayLike<number>): Float32Array {
  const sums = new Float64Array(positions.length);
  const at = (vertex: number, axis: number) => positions[vertex * 3 + axis] ?? 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = indices[i] ?? 0;
    const b = indices[i + 1] ?? 0;
    const c = indices[i + 2] ?? 0;
    const ux = at(b, 0) - at(a, 0);
    const uy = at(b, 1) - at(a, 1);
    const uz = at(b, 2) - at(a, 2);
    const vx = at(c, 0) - at(a, 0);
    const vy = at(c, 1) - at(a, 1);
    const vz = at(c, 2) - at(a, 2);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    add(sums, a, nx, ny, nz);
    add(sums, b, nx, ny, nz);
    add(sums, c, nx, ny, nz);
  }
  return normalize(sums, UP).vectors;
}

function add(sums: Float64Array, vertex: number, x: number, y: number, z: number): void {
  const at = vertex * 3;
  sums[at] = (sums[at] ?? 0) + x;
  sums[at + 1] = (sums[at + 1] ?? 0) + y;
  sums[at + 2] = (sums[at + 2] ?? 0) + z;
}

const UP = [0, 1, 0] as const;

/**
 * Unit vectors, as glTF demands them.
 * @param source 3 per vector, any length
 * @param fallback what a vector without direction becomes: one vector, or 3 numbers per vector
 * @returns the vectors and how many had no direction; vectors that were unit length are copied bit for bit
 */
export function normalize(
  source: ArrayLike<number>,
  fallback: ArrayLike<number> = UP,
): { vectors: Float32Array; replaced: number } {
  const vectors = new Float32Array(source.length);
  let replaced = 0;
  for (let i = 0; i + 2 < source.length; i += 3) {
    const x = source[i] ?? 0;
    const y = source[i + 1] ?? 0;
    const z = source[i + 2] ?? 0;
    const length = Math.sqrt(x * x + y * y + z * z); // Math.hypot makes an array for each call
    if (length > 0 && Number.isFinite(length)) {
      const factor = Math.abs(length - 1) < UNIT_TOLERANCE ? 1 : 1 / length;
      vectors[i] = x * factor;
      vectors[i + 1] = y * factor;
      vectors[i + 2] = z * factor;
    } else {
      replaced++;
      const from = fallback.length > 3 ? i : 0;
      vectors[i] = fallback[from] ?? 0;
      vectors[i + 1] = fallback[from + 1] ?? 1;
      vectors[i + 2] = fallback[from + 2] ?? 0;
    }
  }
  return { vectors, replaced };
}

/** gltf-validator allows 5e-4; closer than this a vector is left as it is, so that it survives a round trip. */
const UNIT_TOLERANCE = 2e-4;
