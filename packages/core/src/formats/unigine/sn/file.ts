import type { Faithful } from "../../../layout/node.ts";
import type { UnigineJoint } from "../file.ts";
import type { UnigineName } from "../names.ts";

/** A named number per joint: how much of an animation it takes, how fast it blends. */
export interface SnProfile extends Faithful {
  name: UnigineName;
  valueCount: number;
  /** Blend masks: 0 to 1. Profiles: 1 is normal speed or weight. */
  values: Float32Array;
}

/** How the motion of a joint is carried over to another skeleton. */
export interface SnRetarget extends Faithful {
  /** 0 pose, 1 bind, 2 proportion. */
  mode: number;
  /** Negative: the joint's own. */
  customLength: number;
}

/** `.skeleton`, sn10, as it lies in the file. */
export interface SnFile extends Faithful {
  jointCount: number;
  joints: UnigineJoint[];
  /** 10 per joint, relative to the parent: position, quaternion (x, y, z, w), scale. */
  bind: Float32Array;
  maskCount: number;
  masks: SnProfile[];
  timeProfileCount: number;
  timeProfiles: SnProfile[];
  weightProfileCount: number;
  weightProfiles: SnProfile[];
  /** One per joint, or none. */
  retargetCount: number;
  retarget: SnRetarget[];
  trailing: Uint8Array;
}
