import { ascii, skeletonOf } from "../../../../scripts/examples/lostSaga.ts";
import type { SklBone, SklFile } from "../../src/formats/msh/skl/file.ts";
import { skl } from "../../src/formats/msh/skl/index.ts";
import type { IssuePairs } from "../support/pairs.ts";

/** A root, an arm and a hand, in a row. */
const plans = [
  { name: ascii("root"), parent: -1, position: [0, 10, 0] as const },
  { name: ascii("arm"), parent: 0, position: [5, 0, 0] as const },
  { name: ascii("hand"), parent: 1, position: [5, 0, 0] as const },
];

export const whole = (): Uint8Array => skl.write(skeletonOf(plans), "SKL");

function changed(change: (bones: readonly [SklBone, SklBone, SklBone], file: SklFile) => unknown): () => Uint8Array {
  return () => {
    const file = skeletonOf(plans);
    const [root, arm, hand] = file.bones;
    if (!root || !arm || !hand) throw new Error("three bones");
    change([root, arm, hand], file);
    return skl.write(file, "SKL");
  };
}

function withBytes(offset: number, ...values: number[]): () => Uint8Array {
  return () => {
    const bytes = whole();
    bytes.set(values, offset);
    return bytes;
  };
}

export const PAIRS: IssuePairs = {
  SKL_BAD_MAGIC: {
    bytes: withBytes(3, 1),
    path: "magic",
    offset: 0,
    options: { format: "skl" },
  },
  SKL_TRUNCATED: { bytes: () => whole().subarray(0, 20), path: "bones[0].localPosition", offset: 20 },
  SKL_NEGATIVE_COUNT: { bytes: withBytes(8, 255, 255, 255, 255), path: "boneCount", offset: 8 },
  SKL_TRAILING_BYTES: {
    bytes: changed((_, file) => Object.assign(file, { trailing: Uint8Array.of(1) })),
    path: "trailing",
  },
  SKL_UNKNOWN_VERSION: { bytes: withBytes(4, 1), path: "version", offset: 4 },
  // Letter case counts.
  SKL_CHILD_UNKNOWN: {
    bytes: changed(([, , hand]) => hand.childNames.push(ascii("Hand"))),
    path: "bones[2].childNames[0]",
  },
  SKL_CYCLE: { bytes: changed(([, , hand]) => hand.childNames.push(ascii("root"))), path: "bones[2].childNames[0]" },
  SKL_UNREACHABLE_BONE: { bytes: changed(([, arm]) => arm.childNames.pop()), path: "bones[2]" },
  SKL_PARENT_MISMATCH: {
    bytes: changed(([, , hand]) => Object.assign(hand, { parentName: ascii("root") })),
    path: "bones[2].parentName",
  },
  SKL_BIND_MISMATCH: {
    bytes: changed(([, arm]) => arm.inverseBindPosition.set([0, 0, 7])),
    path: "bones[1].inverseBindPosition",
  },
  SKL_NAME_DUPLICATE: {
    bytes: changed(([, arm, hand]) => {
      hand.name = ascii("arm");
      arm.childNames = [];
    }),
    path: "bones[2].name",
    others: ["SKL_UNREACHABLE_BONE"], // the name leads to the first one
  },
  SKL_NOT_FINITE: { bytes: changed(([root]) => root.objectMatrix.set([Number.NaN])), path: "bones[0].objectMatrix" },
  SKL_QUATERNION_LENGTH: {
    bytes: changed(([, , hand]) => hand.localRotation.set([0, 0, 0, 2])),
    path: "bones[2].localRotation",
  },
};
