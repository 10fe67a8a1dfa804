import { IDENTITY, type Matrix, multiplyMatrices, matrixOf as placementMatrix } from "../../scene/matrices.ts";
import { mapVectors, type Space } from "../../scene/space.ts";

/** Numbers of a transform in the file: position, quaternion (x, y, z, w), scale. */
const TRANSFORM = 10;

/** A transform that glTF accepts, in its axes. */
export interface JointTransform {
  translation: [number, number, number];
  rotation: [number, number, number, number];
  scale: [number, number, number];
  /** True if it is not the file's to the last bit: see {@link jointTransform}. */
  changed: boolean;
}

/** Closer than this a quaternion counts as normalised and keeps its bits. */
const UNIT_TOLERANCE = 1e-5;
/** glTF-Transform leaves out what is closer than this to doing nothing, so the inverse bind matrices must not have it. */
const NOTHING_TOLERANCE = 1e-5;

/**
 * A joint's transform in glTF's axes. Numbers that are missing or not finite are replaced, quaternions normalised, and
 * parts that do next to nothing do nothing.
 *
 * @param transforms 10 per joint; where they end too early the rest are identities
 */
export function jointTransform(transforms: Float32Array, joint: number, space: Space): JointTransform {
  const own = transforms.subarray(TRANSFORM * joint, TRANSFORM * (joint + 1));
  if (own.length < TRANSFORM)
    return { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], changed: true };
  const finite = (value: number | undefined, otherwise: number) =>
    value !== undefined && Number.isFinite(value) ? value : otherwise;
  const [x, y, z] = mapVectors(own.subarray(0, 3), space);
  const [qx = 0, qy = 0, qz = 0] = mapVectors(own.subarray(3, 6), space); // the map is a rotation, so the axis just turns
  const [a, b, c] = space.axes;
  const qw = own[6] ?? 1;
  const length = Math.hypot(qx, qy, qz, qw);
  const usable = length > 0 && Number.isFinite(length);
  const factor = !usable || Math.abs(length - 1) < UNIT_TOLERANCE ? 1 : 1 / length;
  const translation = snap<[number, number, number]>([finite(x, 0), finite(y, 0), finite(z, 0)], [0, 0, 0]);
  const rotation = snap<[number, number, number, number]>(
    usable ? [qx * factor, qy * factor, qz * factor, qw * factor] : [0, 0, 0, 1],
    [0, 0, 0, 1],
  );
  const scale = snap<[number, number, number]>(
    [finite(own[7 + a], 1), finite(own[7 + b], 1), finite(own[7 + c], 1)],
    [1, 1, 1],
  );
  return {
    translation: translation.value,
    rotation: rotation.value,
    scale: scale.value,
    changed:
      !usable ||
      factor !== 1 ||
      translation.changed ||
      rotation.changed ||
      scale.changed ||
      !own.every(Number.isFinite),
  };
}

function snap<T extends number[]>(value: T, nothing: T): { value: T; changed: boolean } {
  if (value.some((v, i) => Math.abs(v - (nothing[i] ?? 0)) > NOTHING_TOLERANCE)) return { value, changed: false };
  return { value: nothing, changed: value.some((v, i) => v !== nothing[i]) };
}

/** Parents with those that do not exist, and those that close a circle, replaced by -1. */
export function safeParents(parents: readonly number[]): { parents: Int32Array; replaced: number } {
  const safe = Int32Array.from(parents);
  let replaced = 0;
  // 0 not seen, 1 on the way up from the present joint, 2 known to end at a root.
  const state = new Uint8Array(safe.length);
  for (let joint = 0; joint < safe.length; joint++) {
    const way: number[] = [];
    let at = joint;
    while (state[at] === 0) {
      state[at] = 1;
      way.push(at);
      const parent = safe[at] ?? -1;
      if (parent === -1) break;
      if (parent < 0 || parent >= safe.length || state[parent] === 1) {
        safe[at] = -1;
        replaced++;
        break;
      }
      at = parent;
    }
    for (const seen of way) state[seen] = 2;
  }
  return { parents: safe, replaced };
}

/**
 * World matrices of joints, in glTF's axes.
 * @param parents as {@link safeParents} gives them; children may come first
 */
export function worldMatrices(transforms: readonly JointTransform[], parents: Int32Array): Matrix[] {
  const world = new Array<Matrix | undefined>(transforms.length).fill(undefined);
  return transforms.map((_, joint) => {
    const way: number[] = [];
    for (let at = joint; at >= 0 && world[at] === undefined; at = parents[at] ?? -1) way.push(at);
    for (const at of way.reverse()) {
      const transform = transforms[at];
      const parent = world[parents[at] ?? -1];
      const local = transform ? matrixOf(transform) : IDENTITY;
      world[at] = parent ? multiplyMatrices(parent, local) : local;
    }
    return world[joint] ?? IDENTITY;
  });
}

/** Scale first, then rotation, then translation. */
export function matrixOf({ translation, rotation, scale }: Omit<JointTransform, "changed">): Matrix {
  return placementMatrix({ position: translation, rotation, scale });
}
