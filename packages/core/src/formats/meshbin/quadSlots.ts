/** Cosine of the largest fold that a quad may have, 30 degrees (the format's page, "Winding"). */
const LARGEST_FOLD = Math.cos(Math.PI / 6);

type Vector = [number, number, number];

/**
 * The slots of a quad, in Z order, with the start corner whose halves fold least.
 *
 * @param ring outline, counter-clockwise in glTF's sense
 * @param positions 3 per vertex, in the file's axes (which are glTF's turned, not mirrored)
 * @returns s1, s2, s3, s4, clockwise; undefined if no diagonal leaves two halves that face the same way
 */
export function quadSlots(
  ring: readonly [number, number, number, number],
  positions: Int32Array,
): number[] | undefined {
  const starts = [0, 1].map((start) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => ring[(start + k) % 4] ?? 0) as [number, number, number, number];
    // Halves (a, b, d) and (d, b, c), cut along b-d.
    return { slots: [a, d, b, c], fold: cosine(normal(positions, a, b, d), normal(positions, d, b, c)) };
  });
  const [first, second] = starts;
  // The start corner as it is wins where both will do, so that a quad keeps its order.
  const best = first && second && second.fold > first.fold + 1e-6 ? second : first;
  return best && best.fold >= LARGEST_FOLD ? best.slots : undefined;
}

function normal(positions: Int32Array, a: number, b: number, c: number): Vector {
  const d = (vertex: number, axis: number) => (positions[vertex * 3 + axis] ?? 0) - (positions[a * 3 + axis] ?? 0);
  const cross = (i: number, j: number) => d(b, i) * d(c, j) - d(b, j) * d(c, i);
  return [cross(1, 2), cross(2, 0), cross(0, 1)];
}

/** Of the angle between two vectors; -1 if one of them has no length, which no quad should be made of. */
function cosine(a: Vector, b: Vector): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths > 0 ? (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / lengths : -1;
}
