/** Tangents of a mesh, 3 numbers per vertex, and where its texture is mirrored. */
export interface TangentFrames {
  /** Unit length, at right angles to the normals. */
  tangents: Float32Array;
  /** Per vertex: 1 if the texture's v grows along cross(normal, tangent), else -1, as in textures that are not mirrored. */
  signs: Int8Array;
  /** Per vertex: 1 where the UVs give no direction, and the tangent is any that fits the normal. */
  arbitrary: Uint8Array;
}

/**
 * Tangents along the growing u of the texture, summed over the triangles of a vertex by their area in UV space.
 *
 * @param positions 3 per vertex
 * @param normals 3 per vertex, unit length, in the same axes
 * @param uvs 2 per vertex
 * @param indices 3 per triangle, all of them within the vertices
 */
export function tangentFrames(
  positions: ArrayLike<number>,
  normals: ArrayLike<number>,
  uvs: ArrayLike<number>,
  indices: ArrayLike<number>,
): TangentFrames {
  const count = Math.floor(positions.length / 3);
  const [alongU, alongV] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0];
    const uv = (vertex: number, k: number) => uvs[2 * vertex + k] ?? 0;
    const [u1, v1, u2, v2] = [uv(b, 0) - uv(a, 0), uv(b, 1) - uv(a, 1), uv(c, 0) - uv(a, 0), uv(c, 1) - uv(a, 1)];
    // The sign of the area says whether the texture is mirrored; its size cancels out against 1 / area.
    const sign = Math.sign(u1 * v2 - u2 * v1);
    if (sign === 0) continue;
    for (let axis = 0; axis < 3; axis++) {
      const p = (vertex: number) => positions[3 * vertex + axis] ?? 0;
      const [e1, e2] = [p(b) - p(a), p(c) - p(a)];
      const [du, dv] = [sign * (e1 * v2 - e2 * v1), sign * (e2 * u1 - e1 * u2)];
      for (const vertex of [a, b, c]) {
        alongU[3 * vertex + axis] = (alongU[3 * vertex + axis] ?? 0) + du;
        alongV[3 * vertex + axis] = (alongV[3 * vertex + axis] ?? 0) + dv;
      }
    }
  }
  const frames: TangentFrames = {
    tangents: new Float32Array(3 * count),
    signs: new Int8Array(count),
    arbitrary: new Uint8Array(count),
  };
  for (let vertex = 0; vertex < count; vertex++) setFrame(frames, vertex, normals, alongU, alongV);
  return frames;
}

/** What a user should know: how many vertices kept what they had. */
export function notesOnTangents(kept: number): string[] {
  return kept > 0 ? [`The texture gives ${kept} vertices no direction; their tangents stay as they were.`] : [];
}

type Vector = readonly [number, number, number];

function setFrame(
  frames: TangentFrames,
  vertex: number,
  normals: ArrayLike<number>,
  alongU: Float64Array,
  alongV: Float64Array,
): void {
  const at = (source: ArrayLike<number>): Vector => [
    source[3 * vertex] ?? 0,
    source[3 * vertex + 1] ?? 0,
    source[3 * vertex + 2] ?? 0,
  ];
  const [n, u, v] = [at(normals), at(alongU), at(alongV)];
  if (!putPerpendicular(frames.tangents, 3 * vertex, n, u)) frames.arbitrary[vertex] = 1;
  const [x, y, z] = at(frames.tangents);
  const side = (n[1] * z - n[2] * y) * v[0] + (n[2] * x - n[0] * z) * v[1] + (n[0] * y - n[1] * x) * v[2];
  frames.signs[vertex] = side > 0 ? 1 : -1;
}

/**
 * Puts the part of a direction that is at right angles to a normal, of unit length.
 *
 * @param n of unit length
 * @returns false if the direction has no such part; then any direction that fits the normal is put
 */
export function putPerpendicular(target: Float32Array, at: number, n: Vector, direction: Vector): boolean {
  const [x, y, z] = direction;
  const along = x * n[0] + y * n[1] + z * n[2];
  const [px, py, pz] = [x - along * n[0], y - along * n[1], z - along * n[2]];
  const length = Math.hypot(px, py, pz);
  if (!(length > 1e-6 * Math.hypot(x, y, z)) || !Number.isFinite(length)) {
    const other: Vector = Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    const fits = n.some((part) => part !== 0) && n.every(Number.isFinite);
    if (fits) putPerpendicular(target, at, n, other);
    else target.set([1, 0, 0], at);
    return false;
  }
  target[at] = px / length;
  target[at + 1] = py / length;
  target[at + 2] = pz / length;
  return true;
}
