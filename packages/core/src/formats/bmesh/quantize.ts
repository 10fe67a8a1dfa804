/**
 * A byte of a normal or tangent as a number: 2 * b / 255 - 1. There is no zero: 127 is a little below, 128 a little
 * above.
 */
export function decodeComponent(byte: number): number {
  return (2 * byte) / 255 - 1;
}

/** The byte of a number; decoding a byte and encoding the result gives the byte back for all 256 (verified). */
export function encodeComponent(value: number): number {
  return Math.floor((255 * (Math.min(1, Math.max(-1, value)) + 1)) / 2 + 0.5);
}

/**
 * Vectors from bytes, in the file's axes. They are not quite unit length.
 * @param bytes 4 per vector, the last of which is no part of it
 * @returns 3 per vector
 */
export function decodeVectors(bytes: Uint8Array): Float32Array {
  const vectors = new Float32Array((bytes.length / 4) * 3);
  for (let from = 0, to = 0; from < bytes.length; from += 4, to += 3) {
    vectors[to] = decodeComponent(bytes[from] ?? 0);
    vectors[to + 1] = decodeComponent(bytes[from + 1] ?? 0);
    vectors[to + 2] = decodeComponent(bytes[from + 2] ?? 0);
  }
  return vectors;
}
