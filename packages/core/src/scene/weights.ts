/** Influences of a mesh in glTF's form, and what had to be changed to get there. */
export interface GltfWeights {
  /** 4 per vertex; 0 where the weight is 0. */
  joints: Uint16Array;
  /** 4 per vertex, sum 1. */
  weights: Float32Array;
  /** Vertices whose weights did not sum to 1 within a thousandth. */
  renormalized: number;
  /** Vertices that had no usable influence and were bound to joint 0. */
  unweighted: number;
  /** Influences on joints that do not exist, taken as joint 0. */
  badJoints: number;
}

/**
 * Cleans up to four influences per vertex: drops those that are not positive, sums up those that name a joint twice
 * (glTF forbids that), makes the sum 1.
 *
 * @param weightOf weight of slot 0..3 of a vertex
 * @param jointOf joint of that slot
 */
export function gltfWeights(
  vertexCount: number,
  jointCount: number,
  weightOf: (vertex: number, slot: number) => number,
  jointOf: (vertex: number, slot: number) => number,
): GltfWeights {
  const joints = new Uint16Array(vertexCount * 4);
  const weights = new Float32Array(vertexCount * 4);
  let renormalized = 0;
  let unweighted = 0;
  let badJoints = 0;
  const sums = new Float64Array(4); // of one vertex, in double: four large floats may overflow a float
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const base = vertex * 4;
    let used = 0;
    let sum = 0;
    for (let slot = 0; slot < 4; slot++) {
      const weight = weightOf(vertex, slot);
      if (!(weight > 0) || weight === Infinity) continue;
      let joint = jointOf(vertex, slot);
      if (!(Number.isInteger(joint) && joint >= 0 && joint < jointCount)) {
        badJoints++;
        joint = 0;
      }
      let at = base;
      while (at < base + used && joints[at] !== joint) at++;
      if (at === base + used) sums[used++] = 0;
      joints[at] = joint;
      sums[at - base] = (sums[at - base] ?? 0) + weight;
      sum += weight;
    }
    if (used === 0) {
      weights[base] = 1;
      unweighted++;
      continue;
    }
    if (Math.abs(sum - 1) > 1e-3) renormalized++;
    for (let slot = 0; slot < used; slot++) weights[base + slot] = (sums[slot] ?? 0) / sum;
  }
  return { joints, weights, renormalized, unweighted, badJoints };
}
