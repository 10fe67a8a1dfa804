import { mix, slerp } from "../../../scene/sampling.ts";
import type { AniKeys } from "./keys.ts";

/** How far a value may be from where it was: centimetres for places, degrees for rotations. */
export type ErrorBound = number;

/**
 * Leaves out keys that the client would hit anyway on its way between the keys that stay: at no key that is left out
 * the place is off by more than `bound` centimetres, or the rotation by more than `bound` degrees.
 *
 * @param keys in the order of their times
 * @returns the keys that stay, and the largest error of those left out, in units of the bound
 */
export function reduceKeys(keys: AniKeys, bound: ErrorBound): { keys: AniKeys; worst: number } {
  const count = keys.times.length;
  const kept = new Uint8Array(count);
  kept[0] = 1;
  kept[count - 1] = 1;
  let worst = 0;
  const open: [from: number, to: number][] = [[0, count - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const { key, error } = farthest(keys, from, to);
    if (error > bound) {
      kept[key] = 1;
      open.push([from, key], [key, to]);
    } else worst = Math.max(worst, error);
  }
  const stay = Array.from(kept.keys()).filter((i) => kept[i]);
  return {
    keys: {
      times: Int32Array.from(stay, (i) => keys.times[i] ?? 0),
      rotations: Float32Array.from(stay.flatMap((i) => rotationAt(keys, i))),
      translations: Float32Array.from(stay.flatMap((i) => placeAt(keys, i))),
    },
    worst,
  };
}

/** The key between two others that is farthest from the way between them. */
function farthest(keys: AniKeys, from: number, to: number): { key: number; error: number } {
  const result = { key: from, error: 0 };
  const [start, end] = [keys.times[from] ?? 0, keys.times[to] ?? 0];
  for (let key = from + 1; key < to; key++) {
    const share = ((keys.times[key] ?? 0) - start) / (end - start);
    const place = mix(placeAt(keys, from), placeAt(keys, to), share);
    const distance = Math.hypot(...placeAt(keys, key).map((value, i) => value - (place[i] ?? 0)));
    const turn = degreesBetween(rotationAt(keys, key), slerp(rotationAt(keys, from), rotationAt(keys, to), share));
    const error = Math.max(distance, turn);
    if (error > result.error) Object.assign(result, { key, error });
  }
  return result;
}

/** Angle between two rotations of unit length. By the chord, which is exact for small angles. */
function degreesBetween(a: readonly number[], b: readonly number[]): number {
  const near = Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));
  const far = Math.hypot(...a.map((value, i) => value + (b[i] ?? 0)));
  return (4 * Math.asin(Math.min(1, Math.min(near, far) / 2)) * 180) / Math.PI;
}

function rotationAt({ rotations }: AniKeys, i: number): number[] {
  return [...rotations.subarray(4 * i, 4 * i + 4)];
}

function placeAt({ translations }: AniKeys, i: number): number[] {
  return [...translations.subarray(3 * i, 3 * i + 3)];
}
