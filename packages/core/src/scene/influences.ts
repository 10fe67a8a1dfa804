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
  const names = new Uint16Array(4 * sets.length);
  const amounts = new Float64Array(4 * sets.length);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const found = collect(sets, numbers, vertex, names, amounts);
    if (found === 0) {
      unweighted++;
      continue;
    }
    sortByAmount(names, amounts, found);
    if (found > max) limited++;
    const kept = Math.min(found, max);
    let sum = 0;
    for (let i = 0; i < kept; i++) sum += amounts[i] ?? 0;
    if (Math.abs(sum - 1) <= ROUNDING) sum = 1;
    for (let i = 0; i < kept; i++) {
      joints[vertex * max + i] = names[i] ?? 0;
      weights[vertex * max + i] = (amounts[i] ?? 0) / sum;
    }
  }
  return { joints, weights, limited, unweighted };
}

/** Gathers the influences of one vertex, those on one joint summed up. @returns how many there are */
function collect(
  sets: readonly InfluenceSet[],
  numbers: ArrayLike<number>,
  vertex: number,
  names: Uint16Array,
  amounts: Float64Array,
): number {
  let found = 0;
  for (const set of sets) {
    for (let slot = vertex * 4; slot < vertex * 4 + 4; slot++) {
      const weight = set.weights[slot] ?? 0;
      if (weight <= 0) continue;
      const joint = numbers[set.joints[slot] ?? 0] ?? 0;
      let at = 0;
      while (at < found && names[at] !== joint) at++;
      if (at === found) amounts[found++] = 0;
      names[at] = joint;
      amounts[at] = (amounts[at] ?? 0) + weight;
    }
  }
  return found;
}

/** Insertion sort, the largest first: there are rarely more than four, and equal ones keep their order. */
function sortByAmount(names: Uint16Array, amounts: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const [name, amount] = [names[i] ?? 0, amounts[i] ?? 0];
    let to = i;
    for (; to > 0 && (amounts[to - 1] ?? 0) < amount; to--) {
      names[to] = names[to - 1] ?? 0;
      amounts[to] = amounts[to - 1] ?? 0;
    }
    names[to] = name;
    amounts[to] = amount;
  }
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
