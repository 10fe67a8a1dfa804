import type { Faithful } from "../../../layout/node.ts";
import type { UnigineJoint } from "../file.ts";
import type { UnigineName } from "../names.ts";

/** The frames of an animation in two columns: entry `i` has the parts that `flags[i]` says, one behind the other. */
export interface FrameTable {
  /** One per frame and animated joint, frame by frame; see {@link FRAME_PARTS}. */
  flags: Uint8Array;
  /** Position (3), rotation x, y, z, w (4), scale (3) of each entry, those that it has. */
  values: Float32Array;
}

/** Bits of a frame's flags, with the numbers that each part takes and what a missing part is. */
export const FRAME_PARTS = [
  { part: "position", bit: 1, size: 3, missing: [0, 0, 0] },
  { part: "rotation", bit: 2, size: 4, missing: [0, 0, 0, 1] },
  { part: "scale", bit: 4, size: 3, missing: [1, 1, 1] },
] as const;

/** What all animations have. */
interface AnimBase extends Faithful {
  jointCount: number;
  joints: UnigineJoint[];
  animatedCount: number;
  /** Numbers of the joints that move. */
  animated: Int16Array;
  frameCount: number;
  /** Transforms relative to the parent. */
  frames: FrameTable;
  trailing: Uint8Array;
}

/** `.anim` of SDK 2.21 and later. */
export interface An13File extends AnimBase {
  skeletonGuid: UnigineName;
  skeletonPath: UnigineName;
  fps: number;
  /** 0 or 1. */
  rootMotion: number;
}

/** `.anim` of SDK 2.19: no rate, but a bind pose. */
export interface An11File extends AnimBase {
  /** 10 per joint, relative to the parent: position, quaternion (x, y, z, w), scale. */
  bind: Float32Array;
}

export type AnimFile = An13File | An11File;

export const ANIM_IDS = ["an13", "an12", "an11"] as const;

/** The identifier in the first four bytes, which is the dialect. */
export type AnimId = (typeof ANIM_IDS)[number];

/** The rate of files that do not say one. */
export const ASSUMED_FPS = 30;
