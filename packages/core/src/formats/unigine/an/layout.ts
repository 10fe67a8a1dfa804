import { array, rest } from "../../../layout/arrays.ts";
import { list } from "../../../layout/lists.ts";
import type { Node } from "../../../layout/node.ts";
import { layoutOf, type RecordNode } from "../../../layout/record.ts";
import { count, i32, magic, u8 } from "../../../layout/scalars.ts";
import { compactInt } from "../compactInt.ts";
import { name32 } from "../names.ts";
import { jointLayout } from "../records.ts";
import type { An11File, An13File, AnimFile, AnimId } from "./file.ts";
import { frameTable } from "./frames.ts";

const size = count(compactInt);
/** The identifier at a border between sections. */
const border = (id: AnimId) => magic(id, "SECTION_MAGIC");

/** Bytes that are zero in all six real files; very likely a list of sync markers whose form nobody knows. */
const syncMarkers: Node<undefined> = {
  type: "u8 x12",
  size: 12,
  read: (cursor) => {
    const at = cursor.take(12);
    if (cursor.bytes.subarray(at, at + 12).every((byte) => byte === 0)) return undefined;
    throw cursor.fault("SYNC_MARKERS", { detail: "the 12 bytes in front of the frames are not zero", offset: at });
  },
  write: (sink) => sink.bytes(new Uint8Array(12)),
};

const an12 = layoutOf<An13File>();
const an12Layout = an12.record("an12", [
  an12.fixed("magic1", magic("an12"), { evidence: "documented" }),
  an12.field("jointCount", count(i32), { evidence: "documented" }),
  an12.field("joints", list(jointLayout, "jointCount"), { evidence: "documented" }),
  an12.field("skeletonGuid", name32, { evidence: "documented" }),
  an12.field("skeletonPath", name32, { evidence: "documented" }),
  an12.field("animatedCount", size, { evidence: "documented" }),
  an12.field("animated", array(Int16Array, 1, "animatedCount"), { evidence: "documented", note: "numbers of the joints that move" }),
  an12.field("fps", i32, { evidence: "documented" }),
  an12.field("rootMotion", u8, { evidence: "documented", note: "0 or 1" }),
  an12.fixed("magic2", border("an12"), { evidence: "documented" }),
  an12.field("frameCount", size, { evidence: "documented" }),
  an12.field("frames", frameTable, { evidence: "documented", note: "flags (1 position, 2 rotation, 4 scale) and the parts that they say" }),
  an12.fixed("magic3", border("an12"), { evidence: "documented" }),
  an12.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

const an13 = layoutOf<An13File>();
const an13Layout = an13.record("an13", [
  an13.fixed("magic1", magic("an13"), { evidence: "verified" }),
  an13.field("jointCount", count(i32), { evidence: "verified" }),
  an13.field("joints", list(jointLayout, "jointCount"), { evidence: "verified" }),
  an13.field("skeletonGuid", name32, { evidence: "verified" }),
  an13.field("skeletonPath", name32, { evidence: "verified" }),
  an13.field("animatedCount", size, { evidence: "verified" }),
  an13.field("animated", array(Int16Array, 1, "animatedCount"), { evidence: "verified", note: "numbers of the joints that move" }),
  an13.field("fps", i32, { evidence: "verified" }),
  an13.field("rootMotion", u8, { evidence: "verified", note: "0 or 1" }),
  an13.fixed("syncMarkers", syncMarkers, { evidence: "inferred", note: "zero in all real files; others are refused" }),
  an13.fixed("magic2", border("an13"), { evidence: "verified" }),
  an13.field("frameCount", size, { evidence: "verified" }),
  an13.field("frames", frameTable, { evidence: "verified", note: "flags (1 position, 2 rotation, 4 scale) and the parts that they say" }),
  an13.fixed("magic3", border("an13"), { evidence: "verified" }),
  an13.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

const an11 = layoutOf<An11File>();
const an11Layout = an11.record("an11", [
  an11.fixed("magic1", magic("an11"), { evidence: "verified" }),
  an11.field("jointCount", size, { evidence: "verified" }),
  an11.field("joints", list(jointLayout, "jointCount"), { evidence: "verified" }),
  an11.fixed("magic2", border("an11"), { evidence: "verified" }),
  an11.field("bind", array(Float32Array, 10, "jointCount"), { evidence: "verified", note: "position, quaternion, scale; relative to the parent" }),
  an11.field("animatedCount", size, { evidence: "verified" }),
  an11.field("animated", array(Int16Array, 1, "animatedCount"), { evidence: "verified", note: "numbers of the joints that move" }),
  an11.field("frameCount", size, { evidence: "verified" }),
  an11.field("frames", frameTable, { evidence: "verified", note: "flags (1 position, 2 rotation, 4 scale) and the parts that they say" }),
  an11.fixed("magic3", border("an11"), { evidence: "verified" }),
  an11.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

/** Which identifier a file object belongs to is the dialect's business, so the layouts are widened to any of them. */
const widened = <F extends AnimFile>(layout: RecordNode<F>) => layout as unknown as RecordNode<AnimFile>;

/** The layouts by identifier. */
export const animLayouts: Readonly<Record<AnimId, RecordNode<AnimFile>>> = {
  an13: widened(an13Layout),
  an12: widened(an12Layout),
  an11: widened(an11Layout),
};
