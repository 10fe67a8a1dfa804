/** Coordinates closer than this to a border of the texture are taken to lie on it. */
const ON_BORDER = 1e-4;

/**
 * Which repetition of the texture a face lies in along one axis, or undefined if it lies in several: consoles that keep
 * texels in a byte can not repeat a texture.
 *
 * @param values the coordinate of each corner
 */
export function tileOf(values: readonly number[]): number | undefined {
  const tile = Math.floor(Math.min(...values) + ON_BORDER);
  return Math.max(...values) <= tile + 1 + ON_BORDER ? tile : undefined;
}
