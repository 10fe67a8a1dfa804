import { array, rest } from "../../layout/arrays.ts";
import { list } from "../../layout/lists.ts";
import { countedBy } from "../../layout/node.ts";
import { layoutOf, when } from "../../layout/record.ts";
import { i8, i32, magic, u8, u32 } from "../../layout/scalars.ts";
import type { MeshbinBone, MeshbinFile } from "./file.ts";

const bone = layoutOf<MeshbinBone>();
export const boneLayout = bone.record("bone", [
  bone.field("parent", i8, { evidence: "code", note: "-1 = root, else an earlier bone" }),
  bone.field("localPosition", array(Int32Array, 3), { unit: "1/128 m", evidence: "code" }),
  bone.field("localRotation", array(Int16Array, 4), { unit: "1/4096", evidence: "code", note: "w, x, y, z" }),
]);

const { field, fixed, record } = layoutOf<MeshbinFile>();
const from2 = when<MeshbinFile>("version >= 2", (file) => file.version >= 2);
const from3 = when<MeshbinFile>("version >= 3", (file) => file.version >= 3);
const skinned = when<MeshbinFile>("version >= 2 and hasSkeleton != 0", (file) => (file.hasSkeleton ?? 0) !== 0);

/** A MESHBIN of versions 0 to 3. Nothing is aligned: positions start at byte 29 or 31. */
export const meshbinLayout = record("MESHBIN", [
  fixed("magic", magic("MESHBIN"), { evidence: "verified", note: "no NUL" }),
  field("version", u8, { evidence: "verified", note: "0 to 3" }),
  field("type", u8, { evidence: "code", note: "ignored by the engine" }),
  field("vertexCount", u32, { evidence: "verified" }),
  field("indicesCount", u32, { evidence: "verified", note: "entries of each index array" }),
  field("facesCount", u32, { evidence: "verified", note: "what the renderer loops over" }),
  field("normalsCount", u32, { evidence: "verified" }),
  field("uvCount", u32, { evidence: "verified" }),
  field("hasSkeleton", u8, { when: from2, evidence: "documented", note: "any value but 0 means yes" }),
  field("numBones", u8, { when: from2, evidence: "documented" }),
  field("positions", array(Int32Array, 3, "vertexCount"), { unit: "1/128 m", evidence: "verified", note: "y down" }),
  field("colors", array(Uint8Array, 3, "vertexCount"), { evidence: "verified", note: "r, g, b; 128 = neutral" }),
  field("positionIndices", array(Int16Array, 4, "indicesCount"), { evidence: "verified", note: "quad in Z order, or a triangle with -1 in slot 2" }),
  field("normals", array(Int16Array, 3, "normalsCount"), { unit: "1/4096", evidence: "code", note: "old exporter: -1, 0 or 1" }),
  field("normalIndices", array(Int16Array, 4, "indicesCount"), { evidence: "verified", note: "all -1: no normals" }),
  field("uv0", array(Uint8Array, 2, "uvCount"), { unit: "texels", evidence: "verified", note: "v from the bottom" }),
  field("uv0Indices", array(Int16Array, 4, "indicesCount"), { evidence: "verified", note: "all -1: no UVs" }),
  field("boundsMin", array(Int16Array, 3), { unit: "1/128 m", evidence: "verified", note: "also the collision box" }),
  field("boundsMax", array(Int16Array, 3), { unit: "1/128 m", evidence: "verified" }),
  field("sphereCenter", array(Int16Array, 3), { when: from3, unit: "1/128 m", evidence: "verified" }),
  field("sphereRadius", i32, { when: from3, unit: "1/128 m", evidence: "verified" }),
  field(
    "bones",
    list(
      boneLayout,
      countedBy("numBones", (file: MeshbinFile) => file.numBones ?? 0),
    ),
    { when: skinned, evidence: "code", note: "21 bytes each" },
  ),
  field("vertexBone", array(Uint8Array, 1, "vertexCount"), { when: skinned, evidence: "documented", note: "bone of each position" }),
  field("trailing", rest(), { evidence: "code", note: "ignored by the engine" }),
]);
