import type { AnimationSampler } from "@gltf-transform/core";

/** The values of a sampler, and how to come from one key to the next. */
export interface Curve {
  /** Seconds. */
  times: Float32Array;
  /** Value at a time; before the first key the first, behind the last the last. */
  at(seconds: number): number[];
  interpolation: "LINEAR" | "STEP" | "CUBICSPLINE";
}

/** A sampler of a translation, rotation or scale as a function of time. @returns undefined if it has no keys */
export function curveOf(
  sampler: AnimationSampler | null,
  path: "translation" | "rotation" | "scale",
): Curve | undefined {
  const [input, output] = [sampler?.getInput(), sampler?.getOutput()];
  if (!sampler || !input || !output || input.getCount() === 0) return undefined;
  const times = Float32Array.from({ length: input.getCount() }, (_, i) => input.getScalar(i));
  // Normalised integers become floats here.
  return curveOver(times, (element) => output.getElement(element, []), sampler.getInterpolation(), path === "rotation");
}

/**
 * Keys as a function of time, the way glTF goes from one to the next.
 *
 * @param times seconds of the keys, strictly increasing; at least one
 * @param value an element of the output: one per key, three (in-tangent, value, out-tangent) for cubic splines
 * @param turns whether the values are rotations x, y, z, w, which go the shortest way round
 * @example
 * const height = curveOver(Float32Array.of(0, 2), (key) => [key * 10], "LINEAR", false);
 * height.at(0.5); // [2.5]
 */
export function curveOver(
  times: Float32Array,
  value: (element: number) => number[],
  interpolation: Curve["interpolation"],
  turns: boolean,
): Curve {
  const spline = interpolation === "CUBICSPLINE";
  const key = (i: number) => value(spline ? 3 * i + 1 : i);
  const at = (seconds: number): number[] => {
    const i = Math.max(0, firstAfter(times, seconds) - 1);
    const [from, to] = [times[i] ?? 0, times[i + 1]];
    if (to === undefined || seconds <= from || interpolation === "STEP") return key(i);
    const share = (seconds - from) / (to - from);
    if (spline) return splineAt(key(i), value(3 * i + 2), value(3 * i + 3), key(i + 1), share, to - from, turns);
    return turns ? slerp(key(i), key(i + 1), share) : mix(key(i), key(i + 1), share);
  };
  return { times, at, interpolation };
}

/** Number of the first key behind a time, by halving. */
function firstAfter(times: Float32Array, seconds: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) > seconds) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Linear between two vectors. */
export function mix(a: readonly number[], b: readonly number[], share: number): number[] {
  return a.map((value, i) => value + ((b[i] ?? 0) - value) * share);
}

/** The shortest way from one rotation to another, x, y, z, w. */
export function slerp(a: readonly number[], b: readonly number[], share: number): number[] {
  let cosine = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, cosine * sign);
  const angle = Math.acos(cosine);
  const sine = Math.sin(angle);
  if (sine < 1e-6)
    return unit(
      mix(
        a,
        b.map((value) => value * sign),
        share,
      ),
    );
  const [fromA, fromB] = [Math.sin((1 - share) * angle) / sine, (Math.sin(share * angle) / sine) * sign];
  return a.map((value, i) => value * fromA + (b[i] ?? 0) * fromB);
}

/** Cubic Hermite spline as glTF has it: tangents are per second. */
function splineAt(
  from: readonly number[],
  outTangent: readonly number[],
  inTangent: readonly number[],
  to: readonly number[],
  share: number,
  seconds: number,
  turns: boolean,
): number[] {
  const [t, t2, t3] = [share, share ** 2, share ** 3];
  const value = from.map(
    (start, i) =>
      (2 * t3 - 3 * t2 + 1) * start +
      seconds * (t3 - 2 * t2 + t) * (outTangent[i] ?? 0) +
      (-2 * t3 + 3 * t2) * (to[i] ?? 0) +
      seconds * (t3 - t2) * (inTangent[i] ?? 0),
  );
  return turns ? unit(value) : value;
}

function unit(q: readonly number[]): number[] {
  const length = Math.hypot(...q);
  return length > 0 ? q.map((value) => value / length) : [0, 0, 0, 1];
}
