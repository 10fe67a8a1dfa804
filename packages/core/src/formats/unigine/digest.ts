import type { UnigineIndices } from "./file.ts";
import { indexValues } from "./indices.ts";

/**
 * A short number that stands for the shape of a surface: positions of all its targets and both index arrays. What was
 * computed from the shape (bounds, edges, tree) is still true as long as it has not changed.
 *
 * @param positions 3 per vertex, one array per target
 * @returns 16 hex digits
 */
export function shapeDigest(
  positions: readonly Float32Array[],
  cIndices: UnigineIndices,
  tIndices: UnigineIndices,
): string {
  // FNV-1a over 32-bit words, twice with different seeds; made to notice edits, not to resist forgery.
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  const add = (words: ArrayLike<number>) => {
    a = Math.imul(a ^ words.length, 0x01000193);
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? 0;
      a = Math.imul(a ^ word, 0x01000193);
      a ^= a >>> 15;
      b = Math.imul(b ^ word, 0x85ebca6b);
      b ^= b >>> 13;
    }
  };
  for (const array of positions) add(new Int32Array(array.buffer, array.byteOffset, array.length));
  add(indexValues(cIndices));
  add(indexValues(tIndices));
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
