import { normalsFromFaces } from "../../scene/normals.ts";
import { type WeldStream, weld } from "../../scene/weld.ts";

/**
 * Normals from the faces, smooth across UV seams: vertices of one position share theirs.
 *
 * @param positions 3 per vertex
 * @param places number of each vertex's position
 * @param indices counter-clockwise triangles
 */
export function smoothNormals(
  positions: Float32Array,
  places: WeldStream["array"],
  indices: ArrayLike<number>,
): Float32Array {
  const { remap, first } = weld(places.length, [{ array: places, stride: 1 }]);
  const firstOf = (vertex: number) => first[remap[vertex] ?? 0] ?? 0;
  const welded = new Uint32Array(indices.length);
  for (let i = 0; i < welded.length; i++) welded[i] = firstOf(indices[i] ?? 0);
  const shared = normalsFromFaces(positions, welded);
  const all = new Float32Array(positions.length);
  for (let vertex = 0; vertex < places.length; vertex++) {
    const [from, to] = [3 * firstOf(vertex), 3 * vertex];
    all[to] = shared[from] ?? 0;
    all[to + 1] = shared[from + 1] ?? 0;
    all[to + 2] = shared[from + 2] ?? 0;
  }
  return all;
}
