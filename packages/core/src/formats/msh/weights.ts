/** Weights of a vertex in the file, whatever their number: four, then four bone numbers. */
export const WEIGHT_SLOTS = 8;

/** How many influences a vertex gets unless asked otherwise: with four of them software skinning runs on (code). */
export const DEFAULT_INFLUENCES = 3;

/**
 * The weights of one vertex as the file wants them: sum 1 in float32, bone number 0 where the weight is 0.
 * @param out 8 numbers per vertex
 * @param weights influences of all vertices, strongest first
 * @param max influences per vertex in `weights` and `bones`
 */
export function putWeights(
  out: Float32Array,
  vertex: number,
  weights: ArrayLike<number>,
  bones: ArrayLike<number>,
  max: number,
): void {
  const to = vertex * WEIGHT_SLOTS;
  for (let slot = 0; slot < max; slot++) {
    const weight = weights[vertex * max + slot] ?? 0;
    if (!(Math.fround(weight) > 0)) return;
    out[to + slot] = weight;
    out[to + 4 + slot] = bones[vertex * max + slot] ?? 0;
  }
}
