import { mapVectors, type Space } from "../../scene/space.ts";
import type { Frames } from "./frames.ts";

/** Entries of an array by number; those beyond its end are 0. */
export function pickRows<A extends Float32Array | Int16Array | Uint8Array>(
  source: A,
  size: number,
  numbers: Uint32Array,
): A {
  // The constructor of a typed array makes arrays of its own kind.
  const picked = new (source.constructor as new (length: number) => A)(size * numbers.length);
  for (let i = 0, to = 0; i < numbers.length; i++) {
    const from = size * (numbers[i] ?? 0);
    for (let k = 0; k < size; k++) picked[to++] = source[from + k] ?? 0;
  }
  return picked;
}

/** Frames of vertices, from those of the t-vertices. */
export function pickFrames(frames: Frames, numbers: Uint32Array): Frames {
  return {
    normals: pickRows(frames.normals, 3, numbers),
    tangents: pickRows(frames.tangents, 3, numbers),
    signs: Int8Array.from(numbers, (number) => frames.signs[number] ?? -1),
    degenerate: frames.degenerate,
  };
}

/** Positions of vertices in glTF's axes. */
export function pickPositions(positions: Float32Array, numbers: Uint32Array, space: Space): Float32Array {
  return mapVectors(pickRows(positions, 3, numbers), space);
}
