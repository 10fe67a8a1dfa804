import { array, rest } from "../../layout/arrays.ts";
import { charged } from "../../layout/charged.ts";
import { counted, list } from "../../layout/lists.ts";
import { countedBy } from "../../layout/node.ts";
import { type Condition, layoutOf, when } from "../../layout/record.ts";
import { count, f32, i32, magic, u32 } from "../../layout/scalars.ts";
import { text } from "../../layout/text.ts";
import { MSH_MASK, type MshFile } from "./file.ts";
import { indexArray } from "./indexWidth.ts";
import { controlPointLayout, subMeshLayout } from "./records.ts";

const { field, fixed, record } = layoutOf<MshFile>();
const bit = (name: keyof typeof MSH_MASK): Condition<MshFile> => {
  const mask = MSH_MASK[name];
  return when(`vertexMask has 0x${mask.toString(16)}`, (file) => (file.vertexMask & mask) !== 0);
};
const is2002 = when<MshFile>("version is 2002", (file) => file.version === 2002);

/** A `.msh` from its first byte to its last. Vertex blocks are structures of arrays, always in this order (verified). */
export const mshLayout = record("MSH", [
  fixed("magic", magic("MSH\0"), { evidence: "verified" }),
  field("version", i32, { evidence: "verified", note: "2000, 2001 or 2002; the client never checks it" }),
  field("meshType", i32, { evidence: "code", note: "0 static, 1 skinned, 2 lightmap, 3 and 4 billboards, 5 effect, 6 coloured" }),
  field("vertexMask", u32, { evidence: "verified", note: "which vertex blocks follow" }),
  field("boundsMin", array(Float32Array, 3), { unit: "cm", evidence: "verified" }),
  field("boundsMax", array(Float32Array, 3), { unit: "cm", evidence: "verified" }),
  field("sphereRadius", f32, { unit: "cm", evidence: "verified", note: "half the diagonal of the box" }),
  field("subMeshCount", count(i32), { evidence: "verified", note: "number of sub-meshes, one per material" }),
  field("subMeshes", list(subMeshLayout, "subMeshCount"), { evidence: "verified" }),
  field("vertexCount", count(i32), { evidence: "verified" }),
  field("positions", array(Float32Array, 3, "vertexCount"), { when: bit("positions"), unit: "cm", evidence: "verified" }),
  field("normals", array(Float32Array, 3, "vertexCount"), { when: bit("normals"), evidence: "verified" }),
  field("tangents", array(Float32Array, 3, "vertexCount"), { when: bit("tangents"), evidence: "code" }),
  field("binormals", array(Float32Array, 3, "vertexCount"), { when: bit("binormals"), evidence: "code" }),
  field("colors", array(Uint8Array, 4, "vertexCount"), { when: bit("colors"), evidence: "code", note: "B, G, R, A" }),
  field("uv0", array(Float32Array, 2, "vertexCount"), { when: bit("uv0"), evidence: "verified", note: "origin top-left" }),
  field("uv1", array(Float32Array, 2, "vertexCount"), { when: bit("uv1"), evidence: "code", note: "in a lightmap mesh uv0 is the lightmap's" }),
  field("boneNames", counted(count(i32), text(i32)), { when: bit("weights"), evidence: "verified", note: "what the bone numbers index" }),
  field("vertexWeights", array(Float32Array, 8, "vertexCount"), { when: bit("weights"), evidence: "verified", note: "4 weights, 4 bone numbers" }),
  field("billboardCenters", array(Float32Array, 3, "vertexCount"), { when: bit("billboardCenters"), unit: "cm", evidence: "inferred" }),
  field("faceCount", count(i32), { evidence: "verified" }),
  field("indices", indexArray, { evidence: "verified", note: "triangle list" }),
  field("controlPointCount", count(i32), { when: is2002, evidence: "documented" }),
  field(
    "controlPoints",
    list(
      charged(controlPointLayout, 1),
      countedBy("controlPointCount", (file: MshFile) => file.controlPointCount ?? 0),
    ),
    { when: is2002, evidence: "code" },
  ),
  field("trailing", rest(), { evidence: "code", note: "ignored by the client" }),
]);
