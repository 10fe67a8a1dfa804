import type { IssueFacts } from "./issue.ts";

/** Lost Saga meshes. Consequences are those of the client (code), which checks next to nothing. */
export const MSH_ISSUES: Record<string, IssueFacts> = {
  MSH_BAD_MAGIC: {
    severity: "error",
    title: "the first four bytes are not `MSH` and a zero",
    consequence: 'the client logs "is Not Mesh File" and does not load it',
  },
  MSH_UNKNOWN_VERSION: {
    severity: "warning",
    title: "the version is none of 2000, 2001, 2002",
    consequence: "the client reads it as 2000",
  },
  MSH_UNKNOWN_TYPE: {
    severity: "warning",
    title: "the mesh type is none of 0 to 6",
    consequence: "the client takes its generic path",
  },
  MSH_TRUNCATED: {
    severity: "error",
    title: "the file ends inside a field",
    consequence: "the client ignores short reads and draws garbage",
    hint: "Export the file again, or fetch a complete copy.",
  },
  MSH_NEGATIVE_COUNT: {
    severity: "error",
    title: "a count is negative",
    consequence: "the client asks for a huge block of memory and crashes",
    hint: "The file is damaged at or before this place.",
  },
  MSH_TRAILING_BYTES: {
    severity: "warning",
    title: "bytes follow the end of the mesh",
    consequence: "the client ignores them",
    hint: "They are kept when the file is rewritten.",
  },
  MSH_UNSUPPORTED_MASK_BITS: {
    severity: "error",
    title: "the vertex mask has bits without data in the file",
    consequence: "a skinned mesh fails to load, others are drawn with shifted vertices",
    hint: "Clear these bits.",
  },
  MSH_INDICES_BIT_WITHOUT_WEIGHTS: {
    severity: "error",
    title: "the mask has 0x10 (bone indices) without 0x8 (weights)",
    consequence: "a skinned mesh fails to load, others are drawn with shifted vertices",
    hint: "Clear 0x10.",
  },
  MSH_WEIGHTS_WITHOUT_INDICES_BIT: {
    severity: "warning",
    title: "the mask has 0x8 (weights) without 0x10 (bone indices)",
    consequence: "hardware skinning gets no index stream",
    hint: "Write the mask with 0x18.",
  },
  MSH_SKINNED_WITHOUT_DATA: {
    severity: "error",
    title: "a skinned mesh lacks weights, normals or positions",
    consequence: "without weights the client crashes, without the others nothing is skinned",
    hint: "Write a skinned mesh with mask 0x139.",
  },
  MSH_INDEX_OUT_OF_RANGE: {
    severity: "error",
    title: "a face uses a vertex that does not exist",
    consequence: "the client reads past the vertex buffer",
  },
  MSH_WIDE_INDICES: {
    severity: "error",
    title: "the indices are 32 bits wide",
    consequence: "the client reads them as pairs of 16-bit indices",
    hint: "Split the mesh into parts below 65,536 vertices.",
  },
  MSH_TOO_MANY_VERTICES: {
    severity: "error",
    title: "there are more vertices than 16-bit indices can reach",
    consequence: "vertices above 65,535 are never drawn",
    hint: "Split the mesh.",
  },
  MSH_SUBMESH_RANGE: {
    severity: "error",
    title: "a sub-mesh reaches beyond the index array",
    consequence: "the client reads past the index buffer",
    hint: "Recompute the sub-mesh records.",
  },
  MSH_SUBMESH_UNALIGNED: {
    severity: "warning",
    title: "a sub-mesh starts inside a triangle",
    consequence: "its triangles are shifted",
    hint: "indexStart counts indices, not faces.",
  },
  MSH_FACES_UNASSIGNED: {
    severity: "warning",
    title: "faces belong to no sub-mesh",
    consequence: "they are not drawn",
  },
};
