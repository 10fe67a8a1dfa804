import { array, rest } from "../../../layout/arrays.ts";
import { charged } from "../../../layout/charged.ts";
import { list } from "../../../layout/lists.ts";
import { layoutOf } from "../../../layout/record.ts";
import { count, f32, i32, magic } from "../../../layout/scalars.ts";
import { name32 } from "../names.ts";
import { jointLayout } from "../records.ts";
import type { SnFile, SnProfile, SnRetarget } from "./file.ts";

const profile = layoutOf<SnProfile>();
const profileLayout = profile.record("profile", [
  profile.field("name", name32, { evidence: "documented" }),
  profile.field("valueCount", count(i32), { evidence: "documented" }),
  profile.field("values", array(Float32Array, 1, "valueCount"), { evidence: "documented" }),
]);
const profileNode = { ...charged(profileLayout, 1), fields: profileLayout.fields };

const retarget = layoutOf<SnRetarget>();
const retargetLayout = retarget.record("retarget entry", [
  retarget.field("mode", i32, { evidence: "documented", note: "0 pose, 1 bind, 2 proportion" }),
  retarget.field("customLength", f32, { evidence: "documented", note: "negative: the joint's own" }),
]);

/** The identifier at a border between sections. */
const border = magic("sn10", "SECTION_MAGIC");

const { field, fixed, record } = layoutOf<SnFile>();
/** A `.skeleton` from its first byte to its last. From the vendor's page; no real file is public. */
export const snLayout = record("sn10", [
  fixed("magic1", magic("sn10"), { evidence: "documented" }),
  field("jointCount", count(i32), { evidence: "documented" }),
  field("joints", list(jointLayout, "jointCount"), { evidence: "documented" }),
  field("bind", array(Float32Array, 10, "jointCount"), { evidence: "documented", note: "position, quaternion, scale; relative to the parent" }),
  fixed("magic2", border, { evidence: "documented" }),
  field("maskCount", count(i32), { evidence: "documented" }),
  field("masks", list(profileNode, "maskCount"), { evidence: "documented", note: "blend masks, 0 to 1 per joint" }),
  field("timeProfileCount", count(i32), { evidence: "documented" }),
  field("timeProfiles", list(profileNode, "timeProfileCount"), { evidence: "documented", note: "1 is normal speed" }),
  field("weightProfileCount", count(i32), { evidence: "documented" }),
  field("weightProfiles", list(profileNode, "weightProfileCount"), { evidence: "documented" }),
  field("retargetCount", count(i32), { evidence: "documented", note: "one per joint" }),
  field("retarget", list(retargetLayout, "retargetCount"), { evidence: "documented" }),
  fixed("magic3", border, { evidence: "documented" }),
  field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);
