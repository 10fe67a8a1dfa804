import { floatsOf } from "./accessors.ts";
import type { SceneSkeleton } from "./skeletonOf.ts";
import type { SceneSurface } from "./surfaces.ts";

/** The strongest influences of each vertex. */
export interface Influences {
  /** `max` per vertex, numbers of the scene's skeleton; 0 where the weight is 0. */
  readonly joints: Uint16Array;
  /** `max` per vertex, strongest first, sum 1 within the rounding of float32; all 0 for a vertex without any. */
  readonly weights: Float64Array;
  /** Vertices that had more influences than `max`. */
  readonly limited: number;
  /** Vertices that no joint moves. */
  readonly unweighted: number;
}

/** A sum of float32 weights this close to 1 is 1; dividing by it would only change their last bits. */
const ROUNDING = 2 ** -22;

/**
 * Reads all sets of JOINTS and WEIGHTS, keeps the strongest and makes their sum 1. Equal weights keep their order.
 *
 * @param max influences per vertex that the file can hold
 */
export function influencesOf(surface: SceneSurface, skeleton: SceneSkeleton, max: number): Influences {
  const numbers = surface.skin ? skeleton.jointsOf(surface.skin) : [];
  return strongestInfluences(setsOf(surface), numbers, surface.vertexCount, max);
}

/** A JOINTS and a WEIGHTS attribute: 4 per vertex. */
export interface InfluenceSet {
  readonly joints: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/**
 * What {@link influencesOf} does, on arrays.
 * @param numbers what the joints are called in the result, by their number in the sets
 */
export function strongestInfluences(
  sets: readonly InfluenceSet[],
  numbers: ArrayLike<number>,
  vertexCount: number,
  max: number,
): Influences {
  const joints = new Uint16Array(vertexCount * max);
  const weights = new Float64Array(vertexCount * max);
  let limited = 0;
  let unweighted = 0;
  const found: { joint: number; weight: number }[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    found.length = 0;
    for (const set of sets) {
      for (let slot = vertex * 4; slot < vertex * 4 + 4; slot++) {
        const weight = set.weights[slot] ?? 0;
        if (weight <= 0) continue;
        const joint = numbers[set.joints[slot] ?? 0] ?? 0;
        const same = found.find((influence) => influence.joint === joint);
        if (same) same.weight += weight;
        else found.push({ joint, weight });
      }
    }
    if (found.length === 0) {
      unweighted++;
      continue;
    }
    found.sort((a, b) => b.weight - a.weight);
    if (found.length > max) {
      limited++;
      found.length = max;
    }
    let sum = 0;
    for (const influence of found) sum += influence.weight;
    if (Math.abs(sum - 1) <= ROUNDING) sum = 1;
    found.forEach((influence, i) => {
      joints[vertex * max + i] = influence.joint;
      weights[vertex * max + i] = influence.weight / sum;
    });
  }
  return { joints, weights, limited, unweighted };
}

function setsOf(surface: SceneSurface): InfluenceSet[] {
  const sets = [];
  for (let i = 0; ; i++) {
    const joints = surface.primitive.getAttribute(`JOINTS_${i}`)?.getArray();
    const weights = surface.primitive.getAttribute(`WEIGHTS_${i}`);
    if (!joints || !weights) return sets;
    sets.push({ joints, weights: floatsOf(weights, `${surface.path}.WEIGHTS_${i}`) });
  }
}
