import { normalsFromFaces } from "../../scene/normals.ts";

/**
 * Normals from the faces, smooth across UV seams: vertices of one position share theirs.
 *
 * @param positions 3 per vertex
 * @param places number of each vertex's position
 * @param indices counter-clockwise triangles
 */
export function smoothNormals(
  positions: Float32Array,
  places: ArrayLike<number>,
  indices: ArrayLike<number>,
): Float32Array {
  const first = new Map<number, number>();
  for (let vertex = 0; vertex < places.length; vertex++) {
    const place = places[vertex] ?? 0;
    if (!first.has(place)) first.set(place, vertex);
  }
  const welded = (vertex: number) => first.get(places[vertex] ?? 0) ?? vertex;
  const shared = normalsFromFaces(positions, Uint32Array.from(indices, welded));
  const all = new Float32Array(positions.length);
  for (let vertex = 0; vertex < places.length; vertex++) {
    const from = welded(vertex) * 3;
    all.set(shared.subarray(from, from + 3), vertex * 3);
  }
  return all;
}
