import { nameOf } from "../../src/formats/unigine/names.ts";
import type { SnFile } from "../../src/formats/unigine/sn/file.ts";
import { unigineSkeleton } from "../../src/formats/unigine/sn/index.ts";
import type { IssuePairs } from "../support/pairs.ts";
import { expected, GOLDEN } from "./goldenFile.ts";

const changed = (change: Partial<SnFile>) => () => unigineSkeleton.write({ ...expected, ...change }, "sn10");
function withBytes(offset: number, ...values: number[]): () => Uint8Array {
  return () => {
    const bytes = GOLDEN.slice();
    bytes.set(values, offset);
    return bytes;
  };
}
const [first] = expected.joints;
const joint = (parent: number) => [{ name: nameOf("a"), parent }];
const mask = (...values: number[]) => [
  { name: nameOf("m"), valueCount: values.length, values: Float32Array.from(values) },
];

export const PAIRS: IssuePairs = {
  SKELETON_BAD_MAGIC: {
    bytes: withBytes(0, 0x53),
    path: "magic1",
    offset: 0,
    options: { format: "unigine-skeleton", dialect: "sn10" },
  },
  SKELETON_UNSUPPORTED_ID: { bytes: withBytes(3, 0x31), path: "magic1", offset: 0 },
  SKELETON_SECTION_MAGIC: { bytes: withBytes(53, 0), path: "magic2", offset: 53 },
  SKELETON_TRUNCATED: { bytes: () => GOLDEN.subarray(0, 40), path: "bind", offset: 13 },
  SKELETON_NEGATIVE_COUNT: { bytes: withBytes(4, 255, 255, 255, 255), path: "jointCount", offset: 4 },
  SKELETON_TRAILING_BYTES: { bytes: changed({ trailing: Uint8Array.of(1) }), path: "trailing", offset: 99 },
  // Five bytes that all say that another one follows.
  SKELETON_COMPACT_INT: {
    bytes: withBytes(8, 0x80, 0x80, 0x80, 0x80, 0x80),
    path: "joints[0].name.length",
    offset: 8,
  },
  SKELETON_STRING: {
    bytes: changed({ joints: [{ name: { raw: Uint8Array.of(0x61) }, parent: -1 }] }),
    path: "joints[0].name",
    offset: 8,
  },
  SKELETON_JOINT_PARENT: { bytes: changed({ joints: joint(4) }), path: "joints[0].parent", offset: 11 },
  SKELETON_JOINT_CYCLE: { bytes: changed({ joints: joint(0) }), path: "joints[0].parent", offset: 11 },
  SKELETON_JOINT_ORDER: {
    bytes: changed({
      jointCount: 2,
      joints: [...joint(1), { name: nameOf("b"), parent: -1 }],
      bind: Float32Array.from([...expected.bind, ...expected.bind]),
      masks: mask(0, 0),
      retargetCount: 0,
      retarget: [],
    }),
    path: "joints[0].parent",
    offset: 11,
  },
  SKELETON_NOT_FINITE: {
    bytes: changed({ bind: expected.bind.map((value, i) => (i === 0 ? Number.NaN : value)) }),
    path: "bind",
    offset: 13,
  },
  SKELETON_COUNT_MISMATCH: { bytes: changed({ masks: mask() }), path: "masks[0]", offset: 61 },
  SKELETON_MASK_RANGE: { bytes: changed({ masks: mask(1.5) }), path: "masks[0].values", offset: 71 },
  SKELETON_RETARGET_MODE: {
    bytes: changed({ joints: first ? [first] : [], retarget: [{ mode: 3, customLength: -1 }] }),
    path: "retarget[0]",
    offset: 87,
  },
};
