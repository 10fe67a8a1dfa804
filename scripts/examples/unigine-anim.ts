import { type An11File, type An13File, framesOf, nameOf, unigineAnim } from "@meshglot/core";
import type { Example } from "./example.ts";
import { twoJoints } from "./unigine-skeleton.ts";

const FRAMES = 9;
/** The tip bends about x and comes back; the root stands where it stands. */
const bend = (i: number) => (Math.sin((i / (FRAMES - 1)) * Math.PI) * Math.PI) / 6;
const motions = [
  {
    position: Float32Array.from({ length: 3 * FRAMES }, (_, i) => (i % 3 === 2 ? 0.75 : 0)),
    rotation: Float32Array.from(
      { length: 4 * FRAMES },
      (_, i) => [Math.sin(bend(i >> 2)), 0, 0, Math.cos(bend(i >> 2))][i % 4] ?? 0,
    ),
  },
  {
    scale: Float32Array.from(
      { length: 3 * FRAMES },
      (_, i) => 1 + 0.1 * Math.sin((Math.floor(i / 3) / (FRAMES - 1)) * Math.PI),
    ),
  },
];

const common = {
  jointCount: 3,
  joints: twoJoints.joints,
  animatedCount: 2,
  animated: Int16Array.of(0, 1),
  frameCount: FRAMES,
  frames: framesOf(motions, FRAMES),
  trailing: new Uint8Array(0),
};
const newer: An13File = {
  ...common,
  skeletonGuid: nameOf("00112233445566778899aabbccddeeff00112233"),
  skeletonPath: nameOf("column_sn10.skeleton"),
  fps: 24,
  rootMotion: 0,
};
const older: An11File = { ...common, bind: twoJoints.bind };

export const examples: readonly Example[] = [
  {
    name: "bend_an13.anim",
    summary: "an13: rotation and position of one joint, scale of another",
    make: () => unigineAnim.write(newer, "an13"),
  },
  {
    name: "bend_an12.anim",
    summary: "an12, with root motion",
    make: () => unigineAnim.write({ ...newer, rootMotion: 1 }, "an12"),
  },
  { name: "bend_an11.anim", summary: "an11: no rate, a bind pose", make: () => unigineAnim.write(older, "an11") },
  {
    name: "bend_an13_odd.anim",
    summary: "an13: a frame without a part, unknown flags, a joint that does not exist, no reference, trailing bytes",
    make: () =>
      unigineAnim.write(
        {
          ...newer,
          animated: Int16Array.of(0, 7),
          frameCount: 1,
          frames: { flags: Uint8Array.of(2, 0x10), values: Float32Array.of(0, 0, 0.5, 0.5) },
          skeletonGuid: nameOf(""),
          skeletonPath: nameOf(""),
          trailing: Uint8Array.of(1, 2),
        },
        "an13",
      ),
  },
];
