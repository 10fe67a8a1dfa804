/** sRGB byte to linear 0..1, by the curve of IEC 61966-2-1. */
const LINEAR_OF_SRGB = Float32Array.from({ length: 256 }, (_, byte) => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

/** How colour bytes become COLOR_0, which glTF wants linear. */
export type ColorCurve = "srgb" | "linear";

/**
 * COLOR_0 from bytes.
 * @param bytes 4 per vertex
 * @param order where r, g, b and a lie among the four bytes
 * @returns FLOAT VEC4, 0..1
 */
export function colorsFromBytes(
  bytes: Uint8Array,
  order: readonly [number, number, number, number],
  curve: ColorCurve,
): Float32Array {
  const [r, g, b, a] = order;
  const channel = (byte: number) => (curve === "srgb" ? (LINEAR_OF_SRGB[byte] ?? 0) : byte / 255);
  const colors = new Float32Array(bytes.length);
  for (let i = 0; i + 3 < bytes.length; i += 4) {
    colors[i] = channel(bytes[i + r] ?? 0);
    colors[i + 1] = channel(bytes[i + g] ?? 0);
    colors[i + 2] = channel(bytes[i + b] ?? 0);
    colors[i + 3] = (bytes[i + a] ?? 0) / 255; // alpha is never curved
  }
  return colors;
}
