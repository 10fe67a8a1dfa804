import { array, rest } from "../../../layout/arrays.ts";
import { charged } from "../../../layout/charged.ts";
import { counted, list } from "../../../layout/lists.ts";
import { layoutOf } from "../../../layout/record.ts";
import { count, i32, magic } from "../../../layout/scalars.ts";
import { text } from "../../../layout/text.ts";
import type { SklBone, SklFile } from "./file.ts";

const bone = layoutOf<SklBone>();
const boneLayout = bone.record("bone", [
  bone.field("name", text(i32), { evidence: "code", note: "matched by its bytes" }),
  bone.field("localPosition", array(Float32Array, 3), { unit: "cm", evidence: "code", note: "relative to the parent" }),
  bone.field("localRotation", array(Float32Array, 4), { evidence: "code", note: "x, y, z, w" }),
  bone.field("inverseBindPosition", array(Float32Array, 3), { unit: "cm", evidence: "code" }),
  bone.field("inverseBindRotation", array(Float32Array, 4), { evidence: "code", note: "x, y, z, w" }),
  bone.field("objectMatrix", array(Float32Array, 16), { evidence: "code", note: "place in bind pose, row vectors; matters for linked skeletons only" }),
  bone.field("parentName", text(i32), { evidence: "code", note: "NoParent for the root; unused by the client" }),
  bone.field("childNames", counted(count(i32), text(i32)), { evidence: "code", note: "the tree" }),
]);

/** A `.skl` from its first byte to its last. Client and add-on agree on it; no real file is public. */
const { field, fixed, record } = layoutOf<SklFile>();
export const sklLayout = record("SKL", [
  fixed("magic", magic("SKL\0"), { evidence: "documented" }),
  field("version", i32, { evidence: "code", note: "1000; the client never checks it" }),
  field("boneCount", count(i32), { evidence: "code" }),
  field("bones", { ...list(charged(boneLayout, 5), "boneCount"), fields: boneLayout.fields }, { evidence: "code", note: "bone 0 is the root" }),
  field("linkedSkeleton", text(i32), { evidence: "code", note: "empty for none" }),
  field("trailing", rest(), { evidence: "inferred", note: "ignored by the client" }),
]);
