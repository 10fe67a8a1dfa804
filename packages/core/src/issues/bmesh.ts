import type { IssueFacts } from "./issue.ts";

/** Firefall meshes. How the game takes damaged files is unknown; consequences are those that are known or likely. */
export const BMESH_ISSUES: Record<string, IssueFacts> = {
  BMESH_BAD_MAGIC: {
    severity: "error",
    title: "the first five bytes are not `bMesh`",
    consequence: "the file is not loaded",
  },
  BMESH_UNSUPPORTED_VERSION: {
    severity: "error",
    title: "the version is not 32",
    consequence: "below 32 the game upgrades the file when it loads it; above 32 is unknown",
    hint: "The layout of other versions was never published.",
  },
  BMESH_NEGATIVE_COUNT: {
    severity: "error",
    title: "a count is negative",
    consequence: "unknown",
    hint: "The file is damaged here, or an array before this place has a wrong size.",
  },
  BMESH_TRUNCATED: {
    severity: "error",
    title: "the file ends inside a field",
    consequence: "known readers fill the rest with zeros and say nothing",
    hint: "Check the counts before this place first.",
  },
  BMESH_LOD_DATA: {
    severity: "error",
    title: "the array of coarser positions is not empty",
    consequence: "known readers refuse the file",
    hint: "The size of an element was never published; one is taken only if the rest then fits the file exactly.",
  },
  BMESH_TRAILING_BYTES: {
    severity: "warning",
    title: "bytes follow the end of the mesh",
    consequence: "unknown",
    hint: "Often a sign that a count before the end is wrong; look for the first odd one. They are kept on rewriting.",
  },
  BMESH_STRING_TOO_LONG: {
    severity: "error",
    title: "a text is longer than the rest of the file",
    consequence: "unknown",
    hint: "The usual sign of a tool that read one character of the reference name and wrote the file anew.",
  },
  BMESH_INDEX_OUT_OF_RANGE: {
    severity: "error",
    title: "a face uses a vertex or an index that does not exist",
    consequence: "unknown",
    hint: "Try another reading of the faces: faceReading indirect, direct or flat.",
  },
  BMESH_FACES_AMBIGUOUS: {
    severity: "warning",
    title: "two readings of the faces are possible and give different triangles",
    consequence: "a converter may show the wrong triangles",
    hint: "Choose one with faceReading.",
  },
  BMESH_LINKS_AMBIGUOUS: {
    severity: "warning",
    title: "the table that links vertices to weights can be read in two ways, or in none",
    consequence: "the mesh is converted without its skin where no reading fits",
    hint: "Choose one with linkReading.",
  },
  BMESH_WEIGHT_RANGE: {
    severity: "error",
    title: "a vertex asks for weights beyond the array of weights",
    consequence: "unknown",
    hint: "Build the links anew.",
  },
  BMESH_INFLUENCE_COUNT: {
    severity: "error",
    title: "a vertex has more than four weights, or none",
    consequence: "above four the table is read wrongly or damaged; with none the vertex is bound to nothing",
  },
  BMESH_BONE_INDEX_OUT_OF_RANGE: {
    severity: "error",
    title: "a weight names a bone that does not exist",
    consequence: "unknown",
  },
  BMESH_TOO_MANY_BONES: {
    severity: "warning",
    title: "there are more bones than a weight can name",
    consequence: "no vertex can follow those beyond",
    hint: "A weight names its bone in one byte.",
  },
  BMESH_WEIGHT_SUM: {
    severity: "warning",
    title: "the weights of a vertex do not sum to 255",
    consequence: "the vertex is drawn towards the origin or away from it",
    hint: "Quantise the weights anew so that they sum to 255.",
  },
  BMESH_VERTEX_ARRAY_COUNT: {
    severity: "warning",
    title: "an array does not have one element per vertex",
    consequence: "conversions leave it out",
  },
  BMESH_NO_NORMALS: {
    severity: "info",
    title: "the mesh has no normals",
    consequence: "a reader in use refuses meshes without normals",
    hint: "Compute them.",
  },
  BMESH_RESERVED_VALUE: {
    severity: "warning",
    title: "a field holds a value that no description knows",
    consequence: "ignored or unknown",
    hint: "It is kept on rewriting.",
  },
  BMESH_NOT_FINITE: {
    severity: "warning",
    title: "a number is infinite or none",
    consequence: "unknown",
  },
  BMESH_BOUNDS_MISMATCH: {
    severity: "warning",
    title: "vertices lie outside the stored box",
    consequence: "the mesh disappears while it still should be seen",
    hint: "Compute the box anew.",
  },
  BMESH_NAME_UNTERMINATED: {
    severity: "warning",
    title: "a name fills all 64 bytes without a zero",
    consequence: "readers that stop at the zero read on into the next field",
    hint: "Shorten the name to 63 bytes.",
  },
  BMESH_NAME_DUPLICATE: {
    severity: "warning",
    title: "bones or hardpoints share a name",
    consequence: "a search by name finds one of them",
    hint: "Rename one.",
  },
  BMESH_PARENT_INVALID: {
    severity: "error",
    title: "a parent does not exist, is the bone itself, or leads in a circle",
    consequence: "unknown",
  },
  BMESH_PARENT_ORDER: {
    severity: "warning",
    title: "a bone comes before its parent",
    consequence: "readers that go through the bones once fail",
    hint: "Put parents first.",
  },
  BMESH_BIND_NOT_INVERSE: {
    severity: "warning",
    title: "the two matrices are not each other's inverse",
    consequence: "the skin is offset even at rest",
    hint: "Compute the inverse anew.",
  },
  BMESH_HARDPOINT_MATRIX: {
    severity: "warning",
    title: "the place relative to the bone is not the place in the model seen from the bone",
    consequence: "what is attached here appears in the wrong place",
    hint: "Compute hpToBoneMatrix anew.",
  },
  BMESH_SKINNED_FLAG: {
    severity: "warning",
    title: "hasSkinnedVertices contradicts the weights",
    consequence: "the bone may be skipped",
    hint: "Compute the flag anew.",
  },
  BMESH_SECTION_RANGE: {
    severity: "warning",
    title: "material sections overlap, reach beyond the faces or leave faces out",
    consequence: "faces without a material, or drawn twice",
  },
  BMESH_SECTION_VERTEX_RANGE: {
    severity: "warning",
    title: "the vertex range of a section is not that of its faces",
    consequence: "the draw call gets a wrong hint",
    hint: "Compute vertexMin and vertexMax anew.",
  },
  BMESH_ROLE_MISMATCH: {
    severity: "warning",
    title: "the kind of mesh and the data for it do not go together",
    consequence: "the mesh can not follow its reference mesh",
  },
  BMESH_DEGENERATE_FACE: {
    severity: "info",
    title: "faces have no area",
    consequence: "none: they are not seen",
  },
  BMESH_CANNOT_HOLD_BONES: {
    severity: "error",
    title: "the skeleton has more than 256 joints",
    consequence: "nothing was written: a weight has one byte for its bone",
    hint: "Merge bones that move little, or leave out those that move nothing.",
  },
  BMESH_CANNOT_HOLD_NAME: {
    severity: "error",
    title: "a name does not fit",
    consequence: "nothing was written: names of bones and hardpoints have 63 bytes, one for each letter",
    hint: "Shorten the name, and keep to letters of western European languages.",
  },
};
