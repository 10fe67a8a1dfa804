import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import {
  type Affine,
  keepsDirections,
  mapAll,
  mapPoint,
  multiplyQuaternions,
  quaternionOf,
  uniformScale,
} from "../../../scene/affine.ts";
import { floatsOf } from "../../../scene/rounding.ts";
import type { UnigineFile, UnigineJoint } from "../file.ts";
import { recomputeUnigineBounds } from "./bounds.ts";
import { mapFrames } from "./frames.ts";
import { mapTargets } from "./geometry.ts";
import { followWithTrees } from "./tree.ts";

/** Numbers of a joint's transform: position, quaternion (x, y, z, w), scale. */
const TRANSFORM = 10;

/** Positions of all morph targets, tangent frames, joints, boxes, edges and trees through a map in the file's axes. */
export function transformUnigine(file: UnigineFile, _dialect: string, map: Affine): Edited<UnigineFile> {
  const turns = !keepsDirections(map);
  const moved = mapTargets(file, ({ positions, tangents }, path) => ({
    positions: floatsOf(mapAll(map, positions), positions, `${path}.positions`),
    tangents: turns ? mapFrames(tangents, map) : tangents,
  }));
  const rigged = withPoses(moved, map);
  const bounded = recomputeUnigineBounds(rigged).file;
  const notes =
    "skeletonGuid" in file && file.joints.length > 0
      ? ["The .skeleton and its animations were not transformed: they fit the mesh as it was."]
      : [];
  return { file: followWithTrees(bounded, uniformScale(map) !== undefined), notes };
}

function withPoses(file: UnigineFile, map: Affine): UnigineFile {
  if (!("joints" in file) || file.joints.length === 0) return file;
  const scale = uniformScale(map);
  if (scale === undefined) {
    throw new MeshglotError({
      code: "EDIT_TRANSFORM",
      detail: "a mesh with joints can only be scaled evenly",
      hint: "Give one factor for all axes.",
    });
  }
  const bind = movedPose(file.bind, file.joints, map, scale, "bind");
  return "rest" in file
    ? { ...file, bind, rest: movedPose(file.rest, file.joints, map, scale, "rest") }
    : { ...file, bind };
}

/** Roots go through the map; the others keep their turn, and their distance grows with the mesh. */
function movedPose(
  pose: Float32Array,
  joints: readonly UnigineJoint[],
  map: Affine,
  scale: number,
  path: string,
): Float32Array {
  const turn = quaternionOf(map, scale);
  const moved = Float64Array.from(pose);
  joints.forEach(({ parent }, joint) => {
    const at = TRANSFORM * joint;
    const [x = 0, y = 0, z = 0] = pose.subarray(at, at + 3);
    if (at + TRANSFORM > pose.length) return;
    if (parent >= 0) moved.set([x * scale, y * scale, z * scale], at);
    else {
      moved.set(mapPoint(map, [x, y, z]), at);
      moved.set(multiplyQuaternions(turn, pose.subarray(at + 3, at + 7)), at + 3);
    }
  });
  return floatsOf(moved, pose, path);
}
