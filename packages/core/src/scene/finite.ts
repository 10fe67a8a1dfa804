/**
 * glTF forbids NaN and infinities. Replaces them by zero in place.
 * @returns how many numbers were replaced
 */
export function replaceNonFinite(array: Float32Array): number {
  let replaced = 0;
  for (let i = 0; i < array.length; i++) {
    if (Number.isFinite(array[i])) continue;
    array[i] = 0;
    replaced++;
  }
  return replaced;
}

/**
 * Whether all numbers of an array are finite. Zero times a number that is not finite is NaN, and a sum never gets rid of
 * one; four sums at once, because each has to wait for itself.
 */
export function allFinite(array: Float32Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = array.length - (array.length % 4);
  for (let i = 0; i < whole; i += 4) {
    a += (array[i] ?? 0) * 0;
    b += (array[i + 1] ?? 0) * 0;
    c += (array[i + 2] ?? 0) * 0;
    d += (array[i + 3] ?? 0) * 0;
  }
  for (let i = whole; i < array.length; i++) a += (array[i] ?? 0) * 0;
  return a + b + c + d === 0;
}
