import { array, rest } from "../../layout/arrays.ts";
import { countedArray, countedTable } from "../../layout/countedArrays.ts";
import { counted } from "../../layout/lists.ts";
import { type Field, layoutOf, type RecordNode } from "../../layout/record.ts";
import { count, i32, magic, u8, u64 } from "../../layout/scalars.ts";
import type { BmeshFile } from "./file.ts";
import { lodPositions } from "./lodPositions.ts";
import { boneLayout, conformElement, diffElement, faceElement, hardpointLayout, linkElement, sectionLayout, weightElement } from "./records.ts";
import { boundedText } from "./text.ts";
import { version32 } from "./version.ts";

const { field, fixed, record } = layoutOf<BmeshFile>();
const size = count(i32); // signed in two readers, unsigned in a third; a negative one is damage either way

const afterLod = (): readonly Field<BmeshFile>[] => {
  const at = bmeshLayout.fields.findIndex(({ name }) => name === "vertexLodPositions");
  return bmeshLayout.fields.slice(at + 1, -1);
};

/** A `.bMesh` from its first byte to its last: one walk without offsets, so its end is the only check there is. */
export const bmeshLayout: RecordNode<BmeshFile> = record("bMesh", [
  fixed("magic", magic("bMesh"), { evidence: "code", note: "case-sensitive" }),
  field("version", version32, { evidence: "code", note: "32" }),
  field("meshUsage", u8, { evidence: "documented", note: "no longer used" }),
  field("boundsMin", array(Float32Array, 3), { unit: "m", evidence: "code" }),
  field("boundsMax", array(Float32Array, 3), { unit: "m", evidence: "code" }),
  field("tangentType", u8, { evidence: "code", note: "0 Melody, 1 Turtle" }),
  field("tangentSplit", u8, { evidence: "inferred", note: "1 if vertices are split at tangent seams" }),
  field("positions", countedArray(size, Float32Array, 3), { unit: "m", evidence: "code" }),
  field("vertexLodPositions", lodPositions(afterLod), { evidence: "open", note: "empty in version 32" }),
  field("normals", countedArray(size, Uint8Array, 4), { evidence: "documented", note: "x, y, z as 2b/255 - 1, then an unused byte" }),
  field("uv0", countedArray(size, Float32Array, 2), { evidence: "code" }),
  field("uv1", countedArray(size, Float32Array, 2), { evidence: "code", note: "of the normal map" }),
  field("tangents", countedArray(size, Uint8Array, 4), { evidence: "documented", note: "x, y, z, then 255 where the bitangent is mirrored" }),
  field("colors", countedArray(size, Uint8Array, 4), { evidence: "open", note: "r, g, b, a; the order is unproven" }),
  field("faceIndices", countedArray(size, Uint32Array, 1), { evidence: "code", note: "vertices" }),
  field("faces", countedArray(size, Uint32Array, 3, faceElement), { evidence: "code", note: "places in faceIndices" }),
  field("bones", countedTable(size, boneLayout), { evidence: "code" }),
  field("links", countedArray(size, Uint32Array, 2, linkElement), { evidence: "inferred", note: "per vertex: first weight, number of weights" }),
  field("boneWeights", countedArray(size, Uint8Array, 2, weightElement), { evidence: "code" }),
  field("hardpoints", countedTable(size, hardpointLayout), { evidence: "code" }),
  field("refMeshFileName", boundedText(size), { evidence: "documented", note: "the mesh that this one refers to" }),
  field("refMeshFileTime", u64, { evidence: "code", note: "unit unknown" }),
  field("meshType", u8, { evidence: "documented", note: "0 none, 1 base variant, 2 conform mesh" }),
  field("baseVariantDiffs", countedArray(size, Uint16Array, 3, diffElement), { evidence: "documented" }),
  field("conformWeights", countedArray(size, Uint16Array, 6, conformElement), { evidence: "documented" }),
  field("materialSections", counted(size, sectionLayout), { evidence: "code" }),
  field("trailing", rest(), { evidence: "open", note: "no description has any" }),
]);
