/** Closer than this a quaternion counts as normalised and keeps its bits. */
const UNIT_TOLERANCE = 1e-5;

/**
 * Unit quaternions, as glTF demands them.
 *
 * @param source x, y, z, w each, any length
 * @returns the quaternions, how many were brought to unit length, and how many had no direction and became no rotation;
 *   those that were of unit length are copied bit for bit
 */
export function normalizeQuaternions(source: ArrayLike<number>): {
  rotations: Float32Array;
  normalized: number;
  replaced: number;
} {
  const rotations = new Float32Array(source.length);
  let normalized = 0;
  let replaced = 0;
  for (let i = 0; i + 3 < source.length; i += 4) {
    const length = Math.hypot(source[i] ?? 0, source[i + 1] ?? 0, source[i + 2] ?? 0, source[i + 3] ?? 0);
    if (!(length > 0 && Number.isFinite(length))) {
      rotations[i + 3] = 1;
      replaced++;
      continue;
    }
    const factor = Math.abs(length - 1) < UNIT_TOLERANCE ? 1 : 1 / length;
    if (factor !== 1) normalized++;
    for (let k = 0; k < 4; k++) rotations[i + k] = (source[i + k] ?? 0) * factor;
  }
  return { rotations, normalized, replaced };
}
