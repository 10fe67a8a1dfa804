/** Vertices of glTF made from the two index arrays: one per distinct pair, in the order of first use. */
export interface JoinedVertices {
  /** Per vertex, the entry of the positions and weights. */
  c: Uint32Array;
  /** Per vertex, the entry of tangents, UVs and colours. */
  t: Uint32Array;
  /** 3 per triangle, into the vertices. */
  indices: Uint32Array;
  /** Number of each triangle in the index arrays. */
  triangles: Uint32Array;
  /** Triangles that pointed beyond the arrays. */
  dropped: number;
  /** Indices that were no whole triangle, or had no partner in the other array. */
  unpaired: number;
}

/**
 * Joins dual indices into vertices.
 *
 * @param cLimit number of positions
 * @param tLimit number of t-vertices; 0 if the surface has no array of them, and then their indices say nothing
 */
export function joinCorners(
  cIndices: ArrayLike<number>,
  tIndices: ArrayLike<number>,
  cLimit: number,
  tLimit: number,
): JoinedVertices {
  const paired = Math.min(cIndices.length, tIndices.length);
  const triangles = Math.floor(paired / 3);
  const indices = new Uint32Array(3 * triangles);
  const numbers = new Uint32Array(triangles);
  const c = new Uint32Array(3 * triangles);
  const t = new Uint32Array(3 * triangles);
  const vertexOf = pairNumbering(tLimit, c, t);
  let used = 0;
  let dropped = 0;
  for (let k = 0; k < 3 * triangles; k += 3) {
    if (!inRange(cIndices, k, cLimit) || (tLimit > 0 && !inRange(tIndices, k, tLimit))) {
      dropped++;
      continue;
    }
    numbers[used / 3] = k / 3;
    for (let corner = k; corner < k + 3; corner++) {
      indices[used++] = vertexOf(cIndices[corner] ?? 0, tLimit > 0 ? (tIndices[corner] ?? 0) : 0);
    }
  }
  const count = vertexOf.count();
  return {
    c: c.slice(0, count),
    t: t.slice(0, count),
    indices: indices.subarray(0, used),
    triangles: numbers.subarray(0, used / 3),
    dropped,
    unpaired: Math.max(cIndices.length, tIndices.length) - 3 * triangles,
  };
}

function inRange(indices: ArrayLike<number>, k: number, limit: number): boolean {
  for (let corner = k; corner < k + 3; corner++) {
    const index = indices[corner] ?? -1;
    if (index < 0 || index >= limit) return false;
  }
  return true;
}

/** Numbers pairs as they come. Most t-vertices belong to one position, so only their further pairs are looked up by hash. */
function pairNumbering(tLimit: number, c: Uint32Array, t: Uint32Array) {
  const first = new Int32Array(Math.max(1, tLimit)).fill(-1);
  const others = new Map<number, number>();
  let count = 0;
  const add = (ci: number, ti: number): number => {
    c[count] = ci;
    t[count] = ti;
    return count++;
  };
  const vertexOf = (ci: number, ti: number): number => {
    const known = first[ti] ?? -1;
    if (known < 0) {
      first[ti] = count;
      return add(ci, ti);
    }
    if (c[known] === ci) return known;
    const key = ci * first.length + ti; // below 2^53: both are counts of entries in memory
    let vertex = others.get(key);
    if (vertex === undefined) {
      vertex = add(ci, ti);
      others.set(key, vertex);
    }
    return vertex;
  };
  return Object.assign(vertexOf, { count: () => count });
}
