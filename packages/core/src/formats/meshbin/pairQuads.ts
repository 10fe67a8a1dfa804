/** Triangles that lie in one plane to within half a degree may become a quad. */
const COPLANAR = Math.cos(Math.PI / 360);

/**
 * Joins neighbouring triangles that lie in one plane and make a convex outline; each triangle at most once, in order.
 *
 * @param indices 3 per triangle; neighbours share an edge by vertex number, so that UVs fit as well
 * @param positions 3 per vertex
 * @returns outlines of four and of three vertices, in the sense of the triangles
 */
export function pairedQuads(indices: Uint32Array, positions: Int32Array): number[][] {
  const count = indices.length / 3;
  const triangle = (i: number) => [...indices.subarray(i * 3, i * 3 + 3)] as [number, number, number];
  const edges = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const [a, b, c] = triangle(i);
    for (const edge of [`${a},${b}`, `${b},${c}`, `${c},${a}`]) edges.set(edge, i);
  }
  const used = new Uint8Array(count);
  const faces: number[][] = [];
  for (let i = 0; i < count; i++) {
    if (used[i]) continue;
    used[i] = 1;
    const [a, b, c] = triangle(i);
    const rotations: [number, number, number][] = [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ];
    let face: number[] = [a, b, c];
    for (const [p, q, r] of rotations) {
      // The neighbour across q-r runs that edge the other way.
      const neighbour = edges.get(`${r},${q}`);
      if (neighbour === undefined || used[neighbour]) continue;
      const apex = triangle(neighbour).find((vertex) => vertex !== q && vertex !== r);
      if (apex === undefined || !isFlatAndConvex([p, q, apex, r], positions)) continue;
      used[neighbour] = 1;
      face = [p, q, apex, r];
      break;
    }
    faces.push(face);
  }
  return faces;
}

function isFlatAndConvex(ring: readonly number[], positions: Int32Array): boolean {
  const at = (k: number, axis: number) => positions[(ring[k % 4] ?? 0) * 3 + axis] ?? 0;
  const corners = [0, 1, 2, 3].map((k) => {
    const d = (from: number, to: number, axis: number) => at(to, axis) - at(from, axis);
    const cross = (i: number, j: number) => d(k, k + 1, i) * d(k + 1, k + 2, j) - d(k, k + 1, j) * d(k + 1, k + 2, i);
    return [cross(1, 2), cross(2, 0), cross(0, 1)];
  });
  const [first = []] = corners;
  return corners.every((corner) => {
    const lengths = Math.hypot(...first) * Math.hypot(...corner);
    const dot = corner.reduce((sum, value, axis) => sum + value * (first[axis] ?? 0), 0);
    return lengths > 0 && dot / lengths >= COPLANAR;
  });
}
