import { nameOf, type SnFile, unigineSkeleton } from "@meshglot/core";
import type { Example } from "./example.ts";

const rest = (z: number) => [0, 0, z, 0, 0, 0, 1, 1, 1, 1];

/** Two joints above each other, the child first, as in some real files of other identifiers. */
export const twoJoints: SnFile = {
  jointCount: 3,
  joints: [
    { name: nameOf("tip"), parent: 1 },
    { name: nameOf("корень"), parent: -1 },
    { name: nameOf("hat"), parent: 0 },
  ],
  bind: Float32Array.from([...rest(0.75), ...rest(0), ...rest(0.5)]),
  maskCount: 0,
  masks: [],
  timeProfileCount: 0,
  timeProfiles: [],
  weightProfileCount: 0,
  weightProfiles: [],
  retargetCount: 3,
  retarget: [0, 1, 2].map(() => ({ mode: 0, customLength: -1 })),
  trailing: new Uint8Array(0),
};

const write = (parts: Partial<SnFile> = {}) => unigineSkeleton.write({ ...twoJoints, ...parts }, "sn10");

export const examples: readonly Example[] = [
  { name: "column_sn10.skeleton", summary: "three joints, the child first", make: () => write() },
  {
    name: "column_sn10_profiles.skeleton",
    summary: "a blend mask, a time profile, retarget entries",
    make: () =>
      write({
        maskCount: 1,
        masks: [{ name: nameOf("upper"), valueCount: 3, values: Float32Array.of(1, 0, 0.5) }],
        timeProfileCount: 1,
        timeProfiles: [{ name: nameOf("slow"), valueCount: 3, values: Float32Array.of(1, 1, 2) }],
        retarget: [
          { mode: 2, customLength: 0.8 },
          { mode: 0, customLength: -1 },
          { mode: 1, customLength: -1 },
        ],
      }),
  },
  {
    name: "column_sn10_odd.skeleton",
    summary: "a parent that does not exist, a mask that is too short, trailing bytes",
    make: () =>
      write({
        joints: twoJoints.joints.map((joint, i) => (i === 2 ? { ...joint, parent: 9 } : joint)),
        maskCount: 1,
        masks: [{ name: nameOf("short"), valueCount: 1, values: Float32Array.of(2) }],
        retargetCount: 0,
        retarget: [],
        trailing: Uint8Array.of(0xff),
      }),
  },
];
