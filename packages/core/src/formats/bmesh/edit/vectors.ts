import { decodeComponent, encodeComponent } from "../quantize.ts";

/**
 * Directions as bytes of a normal or tangent array. The fourth byte of each stays as it was.
 *
 * @param vectors 3 per vector, unit length
 * @param before 4 bytes per vector
 */
export function encodeVectors(vectors: ArrayLike<number>, before: Uint8Array): Uint8Array {
  const bytes = before.slice();
  for (let from = 0, to = 0; from + 2 < vectors.length; from += 3, to += 4) {
    for (let k = 0; k < 3; k++) bytes[to + k] = encodeComponent(vectors[from + k] ?? 0);
  }
  return bytes;
}

/** The directions of a normal or tangent array: 3 numbers per vector, in double precision. */
export function directionsOf(bytes: Uint8Array): Float64Array {
  const directions = new Float64Array((bytes.length / 4) * 3);
  for (let from = 0, to = 0; from < bytes.length; from += 4, to += 3) {
    for (let k = 0; k < 3; k++) directions[to + k] = decodeComponent(bytes[from + k] ?? 0);
  }
  return directions;
}
