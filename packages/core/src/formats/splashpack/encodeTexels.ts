import type { Pixels } from "../../scene/images.ts";

/** Below this alpha a texel is not drawn at all. */
const OPAQUE = 128;
/** Black with bit 15: 0x0000 would be a hole, and on opaque primitives the GPU ignores the bit (inferred). */
export const DEFAULT_BLACK = 0x8000;

/**
 * Pixels as 16-bit texels, red lowest, by dropping three bits of each channel.
 *
 * @param black what opaque black becomes
 */
export function encodeTexels({ rgba }: Pixels, black: number): Uint16Array {
  const texels = new Uint16Array(rgba.length / 4);
  for (let i = 0; i < texels.length; i++) texels[i] = encodeTexel(rgba, i * 4, black);
  return texels;
}

/** The texel of the pixel at byte `at`. */
export function encodeTexel(rgba: Uint8Array, at: number, black: number): number {
  if ((rgba[at + 3] ?? 0) < OPAQUE) return 0;
  const channel = (k: number) => (rgba[at + k] ?? 0) >> 3;
  return channel(0) | (channel(1) << 5) | (channel(2) << 10) || black;
}
