import { type AniTrack, keyTable } from "@meshglot/core";
import type { Example } from "./example.ts";
import { animationOf, ascii, type TrackPlan } from "./lostSaga.ts";

const nod: readonly TrackPlan[] = [
  { bone: ascii("Bip01"), position: [0, 90, 5], axis: 1, keys: [[0, 90]] },
  {
    bone: ascii("Bip01 Spine"),
    position: [0, 20, 0],
    axis: 2,
    keys: [
      [0, 30],
      [250, 10],
      [1000, 30],
    ],
  },
  {
    bone: ascii("Bip01 Head"),
    position: [0, 40, 0],
    axis: 0,
    keys: [
      [0, 0],
      [333, 35],
      [667, -20],
      [1000, 0],
    ],
  },
];

const events = [
  { type: ascii("sound"), info: ascii("step.wav"), time: 250.5 },
  { type: ascii("effect"), info: { raw: Uint8Array.of(0xb0, 0xcb) }, time: 900 }, // 검 (sword)
];

/** Keys out of order, at one time, in front of the start, and rotations of the wrong length. */
const odd: AniTrack = {
  bone: ascii("Bip01 Head"),
  weight: 0.5,
  keyCount: 5,
  keys: keyTable(
    {
      times: Int32Array.of(0, 500, 250, 500, -20),
      rotations: Float32Array.of(0, 0, 0, 0.7, 0, 0, 0, 0, 0.6, 0, 0, 0.8, 0, 0, 0, 1, 0, 0, 0, 1),
      translations: new Float32Array(15),
    },
    "4000",
  ),
};

export const examples: readonly Example[] = [
  { name: "nod_4000.ani", summary: "three tracks, two events", make: () => animationOf("4000", nod, { events }) },
  {
    name: "nod_4001.ani",
    summary: "the same with rotations of 32 bits",
    make: () => animationOf("4001", nod, { events }),
  },
  {
    name: "nod_4002.ani",
    summary: "the same with rotations of 64 bits",
    make: () => animationOf("4002", nod, { events }),
  },
  {
    name: "odd_4000.ani",
    summary: "keys out of order, rotations not of unit length, an unknown bone, a bone twice, trailing bytes",
    make: () =>
      animationOf("4000", [], {
        totalTime: 400,
        trackCount: 4,
        tracks: [
          odd,
          odd,
          { ...odd, bone: ascii("Bip01 Tail") },
          { ...odd, bone: ascii("Bip01"), keyCount: 0, keys: new Uint8Array(0) },
        ],
        trailing: Uint8Array.of(7),
      }),
  },
];
