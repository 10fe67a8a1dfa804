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

/**
 * Bytes from COLOR_0: the way back of {@link colorsFromBytes}, which gives every byte back.
 * @param colors `components` per vertex, linear, 0..1; what lies outside is clamped
 * @param components 3 or 4; without alpha the byte is 255
 * @returns 4 per vertex
 */
export function bytesFromColors(
  colors: Float32Array,
  components: number,
  order: readonly [number, number, number, number],
  curve: ColorCurve,
): Uint8Array {
  const [r, g, b, a] = order;
  const channel = (value: number) => Math.round(255 * (curve === "srgb" ? srgbOfLinear(value) : clamp(value)));
  const count = colors.length / components;
  const bytes = new Uint8Array(4 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const [from, to] = [vertex * components, vertex * 4];
    bytes[to + r] = channel(colors[from] ?? 0);
    bytes[to + g] = channel(colors[from + 1] ?? 0);
    bytes[to + b] = channel(colors[from + 2] ?? 0);
    bytes[to + a] = components === 4 ? Math.round(255 * clamp(colors[from + 3] ?? 1)) : 255;
  }
  return bytes;
}

function srgbOfLinear(value: number): number {
  const c = clamp(value);
  return c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
