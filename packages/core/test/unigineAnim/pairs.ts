import type { An13File, AnimFile } from "../../src/formats/unigine/an/file.ts";
import { unigineAnim } from "../../src/formats/unigine/an/index.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import { nameOf } from "../../src/formats/unigine/names.ts";
import { openCompanion } from "../../src/operations/companion.ts";
import type { IssuePairs } from "../support/pairs.ts";
import { GOLDEN as SKELETON } from "../unigineSkeleton/goldenFile.ts";
import { AN11, AN13, newer } from "./goldenFiles.ts";

const changed = (change: Partial<An13File>) => () => unigineAnim.write({ ...newer, ...change } as AnimFile, "an13");
function withBytes(offset: number, ...values: number[]): () => Uint8Array {
  return () => {
    const bytes = AN13.slice();
    bytes.set(values, offset);
    return bytes;
  };
}
const joint = (parent: number, name = "a") => ({ name: nameOf(name), parent });
const frames = (flags: number[], ...values: number[]) => ({
  flags: Uint8Array.from(flags),
  values: Float32Array.from(values),
});

export const PAIRS: IssuePairs = {
  ANIM_BAD_MAGIC: {
    bytes: withBytes(0, 0x41),
    path: "magic1",
    offset: 0,
    options: { format: "unigine-anim", dialect: "an13" },
  },
  ANIM_UNSUPPORTED_ID: { bytes: withBytes(3, 0x30), path: "magic1", offset: 0 },
  ANIM_SECTION_MAGIC: { bytes: withBytes(AN13.byteLength - 4, 0), path: "magic3", offset: AN13.byteLength - 4 },
  ANIM_TRUNCATED: { bytes: () => AN13.subarray(0, AN13.byteLength - 9), path: "frames" },
  ANIM_NEGATIVE_COUNT: { bytes: withBytes(4, 255, 255, 255, 255), path: "jointCount", offset: 4 },
  ANIM_TRAILING_BYTES: { bytes: changed({ trailing: Uint8Array.of(1) }), path: "trailing", offset: AN13.byteLength },
  // Five bytes that all say that another one follows.
  ANIM_COMPACT_INT: { bytes: withBytes(8, 0x80, 0x80, 0x80, 0x80, 0x80), path: "joints[0].name.length", offset: 8 },
  ANIM_STRING: {
    bytes: changed({ joints: [{ name: { raw: Uint8Array.of(0x61) }, parent: -1 }] }),
    path: "joints[0].name",
    offset: 8,
  },
  ANIM_JOINT_PARENT: { bytes: changed({ joints: [joint(4)] }), path: "joints[0].parent", offset: 11 },
  ANIM_JOINT_CYCLE: { bytes: changed({ joints: [joint(0)] }), path: "joints[0].parent", offset: 11 },
  ANIM_JOINT_ORDER: {
    bytes: changed({ jointCount: 2, joints: [joint(1), joint(-1, "b")] }),
    path: "joints[0].parent",
    offset: 11,
  },
  ANIM_NOT_FINITE: { bytes: changed({ frames: frames([1, 0], Number.NaN, 0, 0) }), path: "frames" },
  ANIM_SYNC_MARKERS: { bytes: withBytes(AN13.byteLength - 35, 1), path: "syncMarkers", offset: AN13.byteLength - 35 },
  ANIM_FLAGS: { bytes: changed({ frames: frames([1, 8], 0, 0, 1) }), path: "frames" },
  ANIM_JOINT_INDEX: { bytes: changed({ animated: Int16Array.of(1) }), path: "animated[0]" },
  ANIM_JOINT_UNKNOWN: {
    bytes: changed({ joints: [joint(-1, "b")] }),
    path: "joints[0].name",
    offset: 8,
    options: { companions: { skeleton: openCompanion("skeleton", unigine, "s", SKELETON) } },
  },
  ANIM_FPS: { bytes: changed({ fps: 0 }), path: "fps" },
  // Magic 4, count 1, joint 5, magic 4, bind pose 40, count 1, number 2.
  ANIM_ASSUMED_FPS: { bytes: () => AN11, path: "frameCount", offset: 57 },
  ANIM_QUATERNION_LENGTH: { bytes: changed({ frames: frames([2, 0], 0, 0, 0, 2) }), path: "frames" },
  ANIM_SKELETON_REFERENCE: {
    bytes: changed({ skeletonGuid: nameOf(""), skeletonPath: nameOf("") }),
    path: "skeletonPath",
  },
};
