import type { IssueFacts } from "./issue.ts";

/** Faults that have nothing to do with one format. */
export const COMMON_ISSUES: Record<string, IssueFacts> = {
  UNKNOWN_FORMAT: {
    severity: "error",
    title: "the content is none of the formats that meshglot knows",
    consequence: "no engine of ours opens it",
    hint: "Look at the first bytes in the message; `meshglot formats` lists what can be read.",
  },
  LOOKALIKE: {
    severity: "error",
    title: "the content is another format that uses the same extension or the same first letters",
    consequence: "the engine does not load it",
  },
  UNKNOWN_DIALECT: {
    severity: "error",
    title: "the format has no such dialect",
    consequence: "nothing was read",
    hint: "Leave the option away; the dialect is detected.",
  },
  UNKNOWN_PROFILE: {
    severity: "error",
    title: "there is no such engine profile",
    consequence: "nothing was checked",
    hint: "`meshglot formats` lists the profiles of each format.",
  },
  EMPTY_FILE: { severity: "error", title: "the file has no bytes", consequence: "nothing to load" },
  LIMIT_MEMORY: {
    severity: "error",
    title: "the objects of the file would take more memory than its size allows for",
    consequence: "a damaged count, most likely",
    hint: "If the file really is that large, raise the limit with --max-memory.",
  },
  UNKNOWN_TARGET: {
    severity: "error",
    title: "nothing of that name can be built",
    consequence: "nothing was written",
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
};
