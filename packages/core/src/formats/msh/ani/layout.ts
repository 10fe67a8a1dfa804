import { array, rest } from "../../../layout/arrays.ts";
import { charged } from "../../../layout/charged.ts";
import { list } from "../../../layout/lists.ts";
import { layoutOf, type RecordNode } from "../../../layout/record.ts";
import { count, f32, i32, magic, u32 } from "../../../layout/scalars.ts";
import { table } from "../../../layout/table.ts";
import { text } from "../../../layout/text.ts";
import type { AniEvent, AniFile, AniKey4000, AniKey4001, AniKey4002, AniTrack, AniVersion } from "./file.ts";

const key4000 = layoutOf<AniKey4000>();
export const key4000Layout = key4000.record("key, 4000", [
  key4000.field("rotation", array(Float32Array, 4), { evidence: "verified", note: "x, y, z, w; not always of unit length" }),
  key4000.field("translation", array(Float32Array, 3), { unit: "cm", evidence: "verified", note: "relative to the parent" }),
  key4000.field("time", i32, { unit: "ms", evidence: "verified" }),
]);

const key4001 = layoutOf<AniKey4001>();
export const key4001Layout = key4001.record("key, 4001", [
  key4001.field("rotation", u32, { evidence: "code", note: "bits 31-30 number the omitted component; the others in ten bits each" }),
  key4001.field("translation", array(Float32Array, 3), { unit: "cm", evidence: "code", note: "relative to the parent" }),
  key4001.field("time", i32, { unit: "ms", evidence: "code" }),
]);

const key4002 = layoutOf<AniKey4002>();
export const key4002Layout = key4002.record("key, 4002", [
  key4002.field("rotation", array(Uint32Array, 2), { evidence: "code", note: "x << 16 | y, then z << 16 | w" }),
  key4002.field("translation", array(Float32Array, 3), { unit: "cm", evidence: "code", note: "relative to the parent" }),
  key4002.field("time", i32, { unit: "ms", evidence: "code" }),
]);

const event = layoutOf<AniEvent>();
const eventLayout = event.record("event", [
  event.field("type", text(i32), { evidence: "code" }),
  event.field("info", text(i32), { evidence: "code" }),
  event.field("time", f32, { unit: "ms", evidence: "code" }),
]);

function layoutWith<K>(version: AniVersion, key: RecordNode<K>): RecordNode<AniFile> {
  const track = layoutOf<AniTrack>();
  const trackLayout = track.record(`track, ${version}`, [
    track.field("bone", text(i32), { evidence: "verified", note: "matched with the skeleton by its bytes" }),
    track.field("weight", f32, { evidence: "verified" }),
    track.field("keyCount", count(i32), { evidence: "verified" }),
    track.field("keys", table<K, AniTrack>(key, "keyCount"), { evidence: version === "4000" ? "verified" : "code" }),
  ]);
  const { field, fixed, record } = layoutOf<AniFile>();
  return record(`ANI ${version}`, [
    fixed("magic", magic("ANI\0"), { evidence: "verified" }),
    field("version", i32, { evidence: "verified", note: "checked by the client" }),
    field("eventCount", count(i32), { evidence: "verified" }),
    field("events", list(eventLayout, "eventCount"), { evidence: "code" }),
    field("totalTime", i32, { unit: "ms", evidence: "verified", note: "keys may lie a little behind it" }),
    field("trackCount", count(i32), { evidence: "verified" }),
    field("tracks", { ...list(charged(trackLayout, 2), "trackCount"), fields: trackLayout.fields }, { evidence: "verified" }),
    field("trailing", rest(), { evidence: "inferred", note: "ignored by the client" }),
  ]);
}

/** The layouts by version. They differ in how a key holds its rotation. */
export const aniLayouts: Readonly<Record<AniVersion, RecordNode<AniFile>>> = {
  "4000": layoutWith("4000", key4000Layout),
  "4001": layoutWith("4001", key4001Layout),
  "4002": layoutWith("4002", key4002Layout),
};
