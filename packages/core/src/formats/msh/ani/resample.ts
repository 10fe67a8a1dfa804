import type { SceneBone } from "../../../scene/bones.ts";
import type { NodeCurves } from "../../../scene/clips.ts";
import { toFileSpace } from "../../../scene/fileSpace.ts";
import {
  IDENTITY,
  invertAffine,
  type Matrix,
  matrixDistance,
  matrixOf,
  multiplyMatrices,
} from "../../../scene/matrices.ts";
import { withoutScale } from "../../../scene/rigid.ts";
import type { Curve } from "../../../scene/sampling.ts";
import { inverseOf, mapQuaternions, mapVectors } from "../../../scene/space.ts";
import { MSH_SPACE } from "../space.ts";
import type { AniKeys } from "./keys.ts";

/**
 * Times of the keys of a bone in milliseconds: those of its curves, rounded; for a step one more right in front of it,
 * for splines every frame.
 */
export function keyTimes({ translation, rotation }: NodeCurves, fps: number): Int32Array {
  const times = new Set<number>();
  for (const curve of [translation, rotation]) {
    if (!curve) continue;
    for (const seconds of curve.times) times.add(Math.round(seconds * 1000));
    for (const extra of between(curve, fps)) times.add(extra);
  }
  return Int32Array.from([...times].sort((a, b) => a - b));
}

function between({ times, interpolation }: Curve, fps: number): number[] {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (interpolation === "STEP") return Array.from(times.subarray(1), (time) => Math.round(time * 1000) - 1);
  if (interpolation !== "CUBICSPLINE") return [];
  const frames = Math.floor((last - first) * fps);
  return Array.from({ length: frames }, (_, frame) => Math.round((first + frame / fps) * 1000));
}

/** Closer than this to no change, the space between two bones is taken for none, and numbers keep their bits. */
const UNCHANGED = 1e-6;

/**
 * Keys of a bone in the file's axes and unit, relative to the bone above it. A missing curve holds what the node has.
 *
 * @param times milliseconds, in order
 */
export function boneKeys(
  { node }: SceneBone,
  parent: SceneBone | undefined,
  { translation, rotation }: NodeCurves,
  times: Int32Array,
): AniKeys {
  const between = spaceBetween(node.getParentNode()?.getWorldMatrix(), parent);
  const places = new Float32Array(3 * times.length);
  const turns = new Float32Array(4 * times.length);
  times.forEach((ms, i) => {
    // The key that the time was rounded from, not a place beside it.
    const place = translation?.at(nearestKey(translation, ms)) ?? node.getTranslation();
    const turn = rotation?.at(nearestKey(rotation, ms)) ?? node.getRotation();
    if (!between) {
      places.set(place, 3 * i);
      turns.set(turn, 4 * i);
      return;
    }
    const [x = 0, y = 0, z = 0] = place;
    const [qx = 0, qy = 0, qz = 0, qw = 1] = turn;
    const local = matrixOf({ position: [x, y, z], rotation: [qx, qy, qz, qw], scale: [1, 1, 1] });
    const whole = toFileSpace(multiplyMatrices(between, local), { ...MSH_SPACE, metres: 1 });
    places.set(mapVectors(whole.position, MSH_SPACE), 3 * i); // back, because all of them are mapped below
    turns.set(mapQuaternions(whole.rotation, MSH_SPACE), 4 * i);
  });
  const back = inverseOf(MSH_SPACE);
  return { times, translations: mapVectors(places, back), rotations: mapQuaternions(turns, back) };
}

/**
 * What lies between the space of a node's numbers and the bone above, in the file's unit: undefined if nothing does.
 * Scales of the skeleton as a whole (an armature in metres, a root node) are the unit's.
 */
function spaceBetween(world: Matrix | undefined, parent: SceneBone | undefined): Matrix | undefined {
  const factor = 1 / MSH_SPACE.metres;
  const scaled = (matrix: Matrix) => matrix.map((value, i) => (i % 4 === 3 ? value : value * factor));
  const above = scaled(world ?? IDENTITY);
  const inverse = parent && invertAffine(withoutScale(scaled(parent.rest)));
  const between = inverse ? multiplyMatrices(inverse, above) : above;
  return matrixDistance(between, IDENTITY) < UNCHANGED ? undefined : between;
}

/** The time of the key that rounds to a millisecond, or that millisecond itself. */
function nearestKey({ times }: Curve, ms: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Math.round((times[middle] ?? 0) * 1000) < ms) low = middle + 1;
    else high = middle;
  }
  const time = times[low];
  return time !== undefined && Math.round(time * 1000) === ms ? time : ms / 1000;
}
