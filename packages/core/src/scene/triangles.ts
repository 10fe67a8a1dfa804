/**
 * Indices for glTF: 16-bit unless one of them is 65535 or more. 65535 itself would mean "start anew" to the GPU, so
 * glTF forbids it in 16 bits.
 */
export function indexArrayFor(indices: ArrayLike<number>): Uint16Array | Uint32Array {
  let max = 0;
  for (let i = 0; i < indices.length; i++) if ((indices[i] ?? 0) > max) max = indices[i] ?? 0;
  return max < 65535 ? Uint16Array.from(indices) : Uint32Array.from(indices);
}

/** Turns every triangle round: (a, b, c) becomes (a, c, b). */
export function flipTriangles(indices: ArrayLike<number>): Uint32Array {
  const flipped = Uint32Array.from(indices);
  for (let i = 0; i + 2 < flipped.length; i += 3) {
    flipped[i + 1] = indices[i + 2] ?? 0;
    flipped[i + 2] = indices[i + 1] ?? 0;
  }
  return flipped;
}

/**
 * Without the triangles that point beyond the vertices, and how many those were.
 * @returns also the numbers of the triangles that are left, if any was dropped
 */
export function dropOutOfRange(
  indices: ArrayLike<number>,
  vertexCount: number,
): { indices: Uint32Array; dropped: number; numbers?: Uint32Array } {
  const kept = new Uint32Array(indices.length - (indices.length % 3));
  let numbers: Uint32Array | undefined;
  let n = 0;
  let dropped = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = indices[i] ?? 0;
    const b = indices[i + 1] ?? 0;
    const c = indices[i + 2] ?? 0;
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount || a < 0 || b < 0 || c < 0) {
      numbers ??= Uint32Array.from({ length: kept.length / 3 }, (_, triangle) => triangle);
      dropped++;
      continue;
    }
    if (numbers) numbers[n / 3] = i / 3;
    kept[n++] = a;
    kept[n++] = b;
    kept[n++] = c;
  }
  const result = { indices: kept.subarray(0, n), dropped };
  return numbers ? { ...result, numbers: numbers.subarray(0, n / 3) } : result;
}

/**
 * Six times the volume that counter-clockwise triangles enclose: positive if they face outward.
 * @param positions 3 per vertex
 * @param indices 3 per triangle
 */
export function signedVolume6(positions: ArrayLike<number>, indices: ArrayLike<number>): number {
  let sum = 0;
  const p = (vertex: number, axis: number) => positions[vertex * 3 + axis] ?? 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = indices[i] ?? 0;
    const b = indices[i + 1] ?? 0;
    const c = indices[i + 2] ?? 0;
    sum +=
      p(a, 0) * (p(b, 1) * p(c, 2) - p(b, 2) * p(c, 1)) +
      p(a, 1) * (p(b, 2) * p(c, 0) - p(b, 0) * p(c, 2)) +
      p(a, 2) * (p(b, 0) * p(c, 1) - p(b, 1) * p(c, 0));
  }
  return sum;
}
