import type { IssueFacts } from "./issue.ts";

/** Faults of scenes that are to become files. No file can have them, so `validate` never says them. */
export const BUILDING_ISSUES: Record<string, IssueFacts> = {
  UNKNOWN_TARGET: {
    severity: "error",
    title: "nothing of that name can be built",
    consequence: "nothing was written",
  },
  SCENE_NO_ANIMATION: {
    severity: "error",
    title: "the scene has no animation",
    consequence: "nothing was written",
    hint: "Export it with animations.",
  },
  SCENE_WHICH_ANIMATION: {
    severity: "error",
    title: "the scene has several animations, and a file holds one",
    consequence: "nothing was written",
    hint: "Choose one with --clip NAME.",
  },
  SCENE_NO_SKELETON: {
    severity: "error",
    title: "the scene has no skin and no bones",
    consequence: "nothing was written",
    hint: "Export the armature and its skin.",
  },
  SCENE_SEVERAL_ROOTS: {
    severity: "error",
    title: "the skeleton of the scene has several roots, and the format holds one",
    consequence: "nothing was written",
    hint: "Put a bone above them.",
  },
  NAME_TOO_LONG: {
    severity: "error",
    title: "a name is longer than the client has room for",
    consequence: "nothing was written",
    hint: "Shorten it.",
  },
  SCENE_NOT_FINITE: {
    severity: "error",
    title: "a number of the glTF or OBJ is infinite or not a number",
    consequence: "nothing was written: engines draw spikes or nothing",
    hint: "Find the broken vertex in the modelling program.",
  },
  SCENE_INDEX_OUT_OF_RANGE: {
    severity: "error",
    title: "a face of the glTF or OBJ uses a vertex that does not exist",
    consequence: "nothing was written",
  },
  SCENE_ATTRIBUTE_COUNT: {
    severity: "error",
    title: "an attribute of the glTF has not one entry per vertex, or entries of another type",
    consequence: "nothing was written",
  },
  SCENE_BROKEN: {
    severity: "error",
    title: "the glTF or OBJ can not be read",
    consequence: "nothing was written",
  },
  SCENE_EXTENSION: {
    severity: "error",
    title: "the glTF needs an extension that meshglot does not have",
    consequence: "nothing was written",
    hint: "Export without compression, or decompress it first.",
  },
  SCENE_RESOURCE: {
    severity: "error",
    title: "the glTF names a file that is not there",
    consequence: "nothing was written",
  },
  SCENE_EMPTY: {
    severity: "error",
    title: "the glTF or OBJ holds no faces",
    consequence: "nothing was written",
    hint: "Export meshes, and check that they are not hidden.",
  },
  OBJ_SYNTAX: {
    severity: "error",
    title: "a line of the OBJ can not be understood",
    consequence: "nothing was written",
  },
  OBJ_INDEX_OUT_OF_RANGE: {
    severity: "error",
    title: "a face of the OBJ uses a vertex, UV or normal that does not exist",
    consequence: "nothing was written",
  },
  SCENE_IMAGE: {
    severity: "error",
    title: "a texture of the scene can not be decoded",
    consequence: "nothing was written",
    hint: "Save it as PNG and export again.",
  },
  SPLASHPACK_TEXTURE_TOO_LARGE: {
    severity: "error",
    title: "a texture of the scene is larger than a texture page of the console",
    consequence: "nothing was written",
    hint: "Reduce the image or use --shrink-textures 256.",
  },
  SPLASHPACK_TEXTURES_DO_NOT_FIT: {
    severity: "error",
    title: "the textures of the scene need more than the four pages beside the frame buffers",
    consequence: "nothing was written",
    hint: "Use fewer or smaller textures.",
  },
  SPLASHPACK_TOO_MANY_TRIANGLES: {
    severity: "error",
    title: "an object of the scene has more triangles than 16 bits count",
    consequence: "nothing was written: the exporter would have cut the number",
    hint: "Split the object.",
  },
  MESHBIN_BONE_SCALED: {
    severity: "error",
    title: "a joint of the scene has a scale, and bones of this format have none",
    consequence: "nothing was written",
    hint: "Apply the scale of the armature in the modelling program.",
  },
  MESHBIN_TABLE_TOO_LONG: {
    severity: "error",
    title: "more positions, UVs or normals than 16-bit indices can reach",
    consequence: "nothing was written",
    hint: "Reduce or split the model.",
  },
  MESHBIN_TEXTURE_TOO_LARGE: {
    severity: "error",
    title: "the scene's texture is larger than a texture page of the console",
    consequence: "nothing was written",
    hint: "Reduce the image or say --texture-size.",
  },
  MESHBIN_UV_TILING: {
    severity: "error",
    title: "a face of the scene repeats its texture",
    consequence: 'nothing was written: the console would show "rainbow garbage" from beside the texture',
    hint: "Split faces where the texture starts anew.",
  },
};
