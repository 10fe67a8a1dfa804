/*
 * Rotations of versions 4001 and 4002 (code). Both are renormalised when they are decoded; both want the quaternion
 * turned so that a certain component is not negative, which is the same rotation.
 */

const TEN_BITS = 1023;
const SIXTEEN_BITS = 65535;
/** So that a component that was decoded, and went through single precision, is truncated to the step that it came from. */
const SLACK = 1e-4;

type Quaternion = [x: number, y: number, z: number, w: number];

/**
 * A rotation of version 4001: bits 31-30 number the omitted largest component, the other three in the order x, y, z, w
 * lie in bits 29-20, 19-10 and 9-0 as 2v/1023 - 1; the omitted one is positive.
 *
 * @example decode4001(0xe0080200) // nearly [0, 0, 0, 1]
 */
export function decode4001(word: number): Quaternion {
  const omitted = word >>> 30;
  const parts = [(word >>> 20) & TEN_BITS, (word >>> 10) & TEN_BITS, word & TEN_BITS].map(
    (value) => (2 * value) / TEN_BITS - 1,
  );
  const squares = parts.reduce((sum, value) => sum + value * value, 0);
  const whole = [...parts];
  whole.splice(omitted, 0, Math.sqrt(Math.max(0, 1 - squares))); // the client does not guard the root
  return unit(whole);
}

/** The inverse of {@link decode4001}: normalised, the largest component made positive, the others truncated. */
export function encode4001(rotation: ArrayLike<number>): number {
  const q = unit(Array.from(rotation));
  const sizes = q.map(Math.abs);
  const omitted = sizes.indexOf(Math.max(...sizes));
  const sign = (q[omitted] ?? 1) < 0 ? -1 : 1;
  const steps = q
    .filter((_, i) => i !== omitted)
    .map((value) => Math.min(TEN_BITS, Math.trunc(((value * sign + 1) / 2) * TEN_BITS + SLACK)));
  const [a = 0, b = 0, c = 0] = steps;
  return ((omitted << 30) | (a << 20) | (b << 10) | c) >>> 0;
}

/** A rotation of version 4002: x << 16 | y and z << 16 | w; x, y, z are 2v/65535 - 1, w is v/65535 and so not negative. */
export function decode4002(high: number, low: number): Quaternion {
  const signed = (value: number) => (2 * value) / SIXTEEN_BITS - 1;
  return unit([
    signed(high >>> 16),
    signed(high & SIXTEEN_BITS),
    signed(low >>> 16),
    (low & SIXTEEN_BITS) / SIXTEEN_BITS,
  ]);
}

/** The inverse of {@link decode4002}, to the nearest step. */
export function encode4002(rotation: ArrayLike<number>): [high: number, low: number] {
  const [x, y, z, w] = unit(Array.from(rotation));
  const sign = w < 0 ? -1 : 1;
  const signed = (value: number) => Math.round(((value * sign + 1) / 2) * SIXTEEN_BITS);
  const high = ((signed(x) << 16) | signed(y)) >>> 0;
  const low = ((signed(z) << 16) | Math.round(w * sign * SIXTEEN_BITS)) >>> 0;
  return [high, low];
}

/** Of length 1; no rotation where it has no direction. */
function unit(q: readonly number[]): Quaternion {
  const [x = 0, y = 0, z = 0, w = 0] = q;
  const length = Math.hypot(x, y, z, w);
  if (!(length > 0 && Number.isFinite(length))) return [0, 0, 0, 1];
  return [x / length, y / length, z / length, w / length];
}
