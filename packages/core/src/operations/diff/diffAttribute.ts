import type { Json } from "../../json.ts";
import type { Change } from "./change.ts";

import type { MatchedFaces } from "./matchFaces.ts";
import { numberForJson } from "./numberForJson.ts";
import type { CornerValues, CornerWeights, ScenePart } from "./sceneParts.ts";

/** Corners of two parts that belong together. */
type Corners = { of: number; partnerOf: (corner: number) => number };

/** The corners of matched faces: of a corner of the first part its partner in the second one, or -1. */
export function cornersBy({ partner, turns }: MatchedFaces, { cornersPerFace: size }: ScenePart): Corners {
  return {
    of: size * partner.length,
    partnerOf: (corner) => {
      const face = Math.floor(corner / size);
      const other = partner[face] ?? -1;
      return other < 0 ? -1 : size * other + (((corner % size) + (turns[face] ?? 0)) % size);
    },
  };
}

/**
 * One attribute of two parts, corner by corner. What a side does not have counts as 1: a colour without alpha is opaque,
 * and one without anything white.
 * @param most of the numbers of a corner only so many count
 */
export function diffAttribute(
  path: string,
  a: CornerValues,
  b: CornerValues,
  corners: Corners,
  tolerance: number,
  most = Infinity,
): Change[] {
  const numbers = Math.min(most, Math.max(a.stride, b.stride));
  const number = ({ stride, values }: CornerValues, corner: number, k: number) =>
    k < stride ? (values[stride * corner + k] ?? 0) : 1;
  const distance = (corner: number, other: number) => {
    let largest = 0;
    for (let k = 0; k < numbers; k++) {
      const [x, y] = [number(a, corner, k), number(b, other, k)];
      const apart = Object.is(x, y) ? 0 : Math.abs(x - y);
      largest = Math.max(largest, apart); // what is no number stays
    }
    return largest;
  };
  const at = (side: CornerValues, corner: number): Json =>
    Array.from({ length: numbers }, (_, k) => numberForJson(number(side, corner, k)));
  return compare(path, corners, tolerance, distance, (corner, other) => [at(a, corner), at(b, other)]);
}

/** How much which joint moves the corners. Joints are the same by name, or by number if some were renamed. */
export function diffWeights(
  path: string,
  a: CornerWeights,
  b: CornerWeights,
  corners: Corners,
  tolerance: number,
): Change[] {
  const numberInA = jointNumbers(a.names, b.names);
  const sums = new Map<number, number>();
  const distance = (corner: number, other: number) => {
    sums.clear();
    for (let k = 0; k < a.perCorner; k++) {
      const joint = a.joints[a.perCorner * corner + k] ?? 0;
      sums.set(joint, (sums.get(joint) ?? 0) + (a.weights[a.perCorner * corner + k] ?? 0));
    }
    for (let k = 0; k < b.perCorner; k++) {
      const joint = numberInA(b.joints[b.perCorner * other + k] ?? 0);
      sums.set(joint, (sums.get(joint) ?? 0) - (b.weights[b.perCorner * other + k] ?? 0));
    }
    let most = 0;
    for (const sum of sums.values()) most = Math.max(most, Math.abs(sum));
    return most;
  };
  return compare(path, corners, tolerance, distance, (corner, other) => [weightsAt(a, corner), weightsAt(b, other)]);
}

/** What the number of a joint of the second skin is in the first one; numbers of its own for one that is not there. */
function jointNumbers(a: readonly string[], b: readonly string[]): (joint: number) => number {
  const places = new Map(a.map((name, i) => [name, i]));
  const unique = places.size === a.length && new Set(b).size === b.length;
  const shared = b.filter((name) => places.has(name)).length;
  if (!unique || (a.length === b.length && shared < b.length)) return (joint) => joint;
  return (joint) => places.get(b[joint] ?? "") ?? -1 - joint;
}

function weightsAt({ perCorner, joints, weights, names }: CornerWeights, corner: number): Json {
  const found: Record<string, Json> = {};
  for (let k = perCorner * corner; k < perCorner * (corner + 1); k++) {
    const [joint = 0, weight = 0] = [joints[k], weights[k]];
    if (weight !== 0) found[names[joint] || `joint ${joint}`] = numberForJson(weight);
  }
  return found;
}

function compare(
  path: string,
  { of, partnerOf }: Corners,
  tolerance: number,
  distanceOf: (corner: number, other: number) => number,
  values: (corner: number, other: number) => [Json, Json],
): Change[] {
  let [differ, first, largest, largestAt] = [0, -1, 0, 0];
  for (let corner = 0; corner < of; corner++) {
    const other = partnerOf(corner);
    if (other < 0) continue;
    const distance = distanceOf(corner, other);
    if (distance <= tolerance) continue;
    differ++;
    if (first < 0) first = corner;
    if (distance > largest) [largest, largestAt] = [distance, corner];
  }
  if (first < 0) return [];
  const [a, b] = values(first, partnerOf(first));
  const known = Number.isFinite(largest) && largest > 0;
  const elements = { differ, of, first, largest: known ? largest : null, largestAt: known ? largestAt : null };
  return [{ path, kind: "elements", a, b, elements }];
}
