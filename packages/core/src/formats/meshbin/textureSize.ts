/** The engine's textures are at most one VRAM page. */
const LARGEST = 256;
const SMALLEST = 16;

/**
 * Side of the square texture that UVs are texels of. It is not in the file: it was an argument of the exporter.
 *
 * @param option the user's word, which wins
 * @returns the smallest power of two above the largest stored coordinate, at least 16
 */
export function textureSize(uvs: ArrayLike<number>, option?: unknown): { size: number; guessed: boolean } {
  if (typeof option === "number" && option > 0) return { size: option, guessed: false };
  let largest = 0;
  for (let i = 0; i < uvs.length; i++) if ((uvs[i] ?? 0) > largest) largest = uvs[i] ?? 0;
  let size = SMALLEST;
  while (size <= largest && size < LARGEST) size *= 2;
  return { size, guessed: true };
}
