import { MeshglotError } from "../bytes/fault.ts";

/**
 * Computed numbers as floats of a file.
 * @param before the numbers that they were made from: what was no finite number there may stay none
 * @throws MeshglotError `EDIT_TRANSFORM` if a number is too large
 */
export function floatsOf(values: ArrayLike<number>, before: ArrayLike<number>, path: string): Float32Array {
  const floats = Float32Array.from(values);
  for (let i = 0; i < floats.length; i++) {
    if (Number.isFinite(floats[i]) || !Number.isFinite(before[i])) continue;
    throw tooLarge(`${values[i]} is too large for a float`, path);
  }
  return floats;
}

/** Arrays of whole numbers that coordinates are kept in. */
type Integers = Int16Array | Int32Array;

/**
 * Computed numbers as whole numbers of a file, rounded to the nearest.
 * @param like an array of the kind that is wanted
 * @param limit largest number that the engine can use
 * @throws MeshglotError `EDIT_TRANSFORM` naming the number that is too large
 */
export function integersOf<A extends Integers>(values: ArrayLike<number>, like: A, path: string, limit?: number): A {
  const top = limit ?? 2 ** (8 * like.BYTES_PER_ELEMENT - 1) - 1;
  // The constructor of a typed array makes arrays of its own kind.
  const integers = new (like.constructor as new (length: number) => A)(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = Math.round(values[i] ?? 0) + 0;
    if (!(Math.abs(value) <= top)) throw tooLarge(`${values[i]} is beyond the ${top} that fit`, `${path}[${i}]`);
    integers[i] = value;
  }
  return integers;
}

function tooLarge(detail: string, path: string): MeshglotError {
  return new MeshglotError({
    code: "EDIT_TRANSFORM",
    detail,
    path,
    hint: "Scale the mesh down, or move it nearer to the origin.",
  });
}
