type VertexArray = Float32Array | Uint8Array;

/**
 * Takes the file's own numbers for every vertex that still shows what was made of them; what was edited is built anew.
 *
 * @param built numbers made from the scene, `stride` per vertex
 * @param original numbers as they were in the file; without them, or with another number of them, nothing is taken
 * @param isUntouched whether the scene still shows what the original of a vertex looks like
 */
export function takeOriginals<T extends VertexArray>(
  built: T,
  original: T | undefined,
  stride: number,
  isUntouched: (vertex: number) => boolean,
): T {
  if (!original || original.length !== built.length) return built;
  const result = original.slice() as T; // a slice of a typed array is of its kind
  for (let vertex = 0; vertex * stride < built.length; vertex++) {
    if (isUntouched(vertex)) continue;
    const [from, to] = [vertex * stride, (vertex + 1) * stride];
    for (let i = from; i < to; i++) result[i] = built[i] ?? 0;
  }
  return result;
}

/** Whether one vertex has the same numbers in two arrays. */
export function sameAt(a: ArrayLike<number>, b: ArrayLike<number>, stride: number, vertex: number): boolean {
  for (let i = vertex * stride; i < (vertex + 1) * stride; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Whether two arrays hold the same bits: 0 is not -0, and NaN is itself. */
export function sameBits(a: VertexArray | Uint32Array | Int32Array, b: typeof a): boolean {
  if (a.byteLength !== b.byteLength) return false;
  const x = new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const y = new Uint8Array(b.buffer, b.byteOffset, b.byteLength);
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
  return true;
}
