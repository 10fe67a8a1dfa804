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
