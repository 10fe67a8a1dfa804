import { array } from "../../layout/arrays.ts";
import { chars } from "../../layout/chars.ts";
import type { Node } from "../../layout/node.ts";
import { layoutOf } from "../../layout/record.ts";
import { i32, u8, u16, u32 } from "../../layout/scalars.ts";
import { type BmeshBone, type BmeshHardpoint, type BmeshSection, NAME_SIZE } from "./file.ts";
import { boundedText } from "./text.ts";

/** A half float, kept as the 16 bits that it is: most NaNs do not survive a number. */
const f16: Node<number> = { ...u16, type: "f16" };
const matrix = array(Float32Array, 16);

/** Elements of arrays that stay arrays of numbers; the records only name their parts. */
const face = layoutOf<{ corners: Uint32Array }>();
export const faceElement = face.record("face", [face.field("corners", array(Uint32Array, 3), { evidence: "code", note: "places in faceIndices" })]);

const link = layoutOf<{ first: number; second: number }>();
export const linkElement = link.record("link", [
  link.field("first", u32, { evidence: "open", note: "first weight of the vertex" }),
  link.field("second", u32, { evidence: "open", note: "number of weights, or a vertex" }),
]);

const weight = layoutOf<{ influence: number; boneIndex: number }>();
export const weightElement = weight.record("bone weight", [
  weight.field("influence", u8, { evidence: "code", note: "255 is 1" }),
  weight.field("boneIndex", u8, { evidence: "code" }),
]);

const diff = layoutOf<{ faceIndex: number; baryA: number; baryB: number }>();
export const diffElement = diff.record("variant diff", [
  diff.field("faceIndex", u16, { evidence: "documented", note: "face of the reference mesh" }),
  diff.field("baryA", f16, { evidence: "documented" }),
  diff.field("baryB", f16, { evidence: "documented", note: "the third weight is what is left to 1 (inferred)" }),
]);

const conform = layoutOf<{ index0: number; weight0: number; index1: number; weight1: number; index2: number; weight2: number }>();
export const conformElement = conform.record("conform weights", [
  conform.field("index0", u16, { evidence: "code", note: "into the reference mesh" }),
  conform.field("weight0", f16, { evidence: "code" }),
  conform.field("index1", u16, { evidence: "code" }),
  conform.field("weight1", f16, { evidence: "code" }),
  conform.field("index2", u16, { evidence: "code" }),
  conform.field("weight2", f16, { evidence: "code" }),
]);

const bone = layoutOf<BmeshBone>();
export const boneLayout = bone.record("bone", [
  bone.field("name", chars(NAME_SIZE), { evidence: "code", note: "text up to the first zero" }),
  bone.field("parent", i32, { evidence: "code", note: "negative for a root (inferred)" }),
  bone.field("bindMatrix", matrix, { evidence: "code", note: "in model space; translation in the last row" }),
  bone.field("inverseBindMatrix", matrix, { evidence: "code" }),
  bone.field("hasSkinnedVertices", u8, { evidence: "code", note: "1 if a vertex uses the bone" }),
  bone.field("pad", array(Uint8Array, 3), { evidence: "code" }),
]);

const hardpoint = layoutOf<BmeshHardpoint>();
export const hardpointLayout = hardpoint.record("hardpoint", [
  hardpoint.field("name", chars(NAME_SIZE), { evidence: "code", note: "text up to the first zero" }),
  hardpoint.field("parent", i32, { evidence: "code", note: "a bone; negative for none (inferred)" }),
  hardpoint.field("bindMatrix", matrix, { evidence: "code", note: "in model space" }),
  hardpoint.field("inverseBindMatrix", matrix, { evidence: "code" }),
  hardpoint.field("hpToBoneMatrix", matrix, { evidence: "code", note: "relative to the bone" }),
  hardpoint.field("normalizedBindMatrix", matrix, { evidence: "inferred", note: "without scale" }),
  hardpoint.field("normalizedHpToBoneMatrix", matrix, { evidence: "inferred", note: "without scale" }),
]);

const section = layoutOf<BmeshSection>();
export const sectionLayout = section.record("material section", [
  section.field("name", boundedText(u32), { evidence: "code", note: "no end mark; may be empty" }),
  section.field("faceStart", u32, { evidence: "code" }),
  section.field("faceCount", u32, { evidence: "code", note: "an old description says: the face behind the last" }),
  section.field("vertexMin", u32, { evidence: "code" }),
  section.field("vertexMax", u32, { evidence: "code", note: "inclusive or not is open" }),
]);
