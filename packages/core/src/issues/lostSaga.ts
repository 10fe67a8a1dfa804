import type { IssueFacts } from "./issue.ts";

const truncated: IssueFacts = {
  severity: "error",
  title: "the file ends inside a field",
  consequence: "the client ignores short reads and goes on with garbage",
  hint: "Fetch a complete copy.",
};
const negative: IssueFacts = {
  severity: "error",
  title: "a count is negative",
  consequence: "the client asks for a huge block of memory and crashes",
  hint: "The file is damaged at or before this place.",
};
const trailing: IssueFacts = {
  severity: "warning",
  title: "bytes follow the end",
  consequence: "the client ignores them (inferred)",
  hint: "They are kept when the file is rewritten.",
};
const badMagic = (text: string): IssueFacts => ({
  severity: "error",
  title: `the first four bytes are not \`${text}\` and a zero`,
  consequence: "the client does not load it",
});

/** What lies beside a Lost Saga mesh. Consequences are those of the client (code). */
export const LOST_SAGA_ISSUES: Record<string, IssueFacts> = {
  SKL_BAD_MAGIC: badMagic("SKL"),
  SKL_TRUNCATED: truncated,
  SKL_NEGATIVE_COUNT: negative,
  SKL_TRAILING_BYTES: trailing,
  SKL_UNKNOWN_VERSION: {
    severity: "warning",
    title: "the version is not 1000",
    consequence: "the client never checks it",
  },
  SKL_CHILD_UNKNOWN: {
    severity: "error",
    title: "a bone has a child that no bone is called",
    consequence: "the tree is cut there",
    hint: "Names are compared by their bytes, also in letter case.",
  },
  SKL_CYCLE: {
    severity: "error",
    title: "a child is one of the bone's own ancestors, or another bone's child already",
    consequence: "the lists make no tree; endless recursion at worst",
  },
  SKL_UNREACHABLE_BONE: {
    severity: "error",
    title: "no list of children leads to a bone",
    consequence: "it never moves with its parent",
  },
  SKL_PARENT_MISMATCH: {
    severity: "warning",
    title: "the stored parent is not the one that the lists of children say",
    consequence: "none: the client uses the lists",
  },
  SKL_BIND_MISMATCH: {
    severity: "warning",
    title: "an inverse bind transform is not the inverse of the rest pose",
    consequence: "the mesh does not stand in its bind pose when the skeleton rests",
    hint: "Eye and mantle bones of add-on files have their right orientation in objectMatrix only.",
  },
  SKL_NAME_DUPLICATE: {
    severity: "error",
    title: "two bones have the same name",
    consequence: "meshes and animations find one of them",
    hint: "Rename one.",
  },
  SKL_NOT_FINITE: {
    severity: "error",
    title: "a number is NaN or infinite",
    consequence: "what hangs on the bone vanishes",
  },
  SKL_QUATERNION_LENGTH: {
    severity: "warning",
    title: "a rotation is not of unit length",
    consequence: "the bone shrinks or grows",
    hint: "Conversions normalise it.",
  },
  ANI_BAD_MAGIC: badMagic("ANI"),
  ANI_TRUNCATED: truncated,
  ANI_NEGATIVE_COUNT: negative,
  ANI_TRAILING_BYTES: trailing,
  ANI_UNKNOWN_VERSION: {
    severity: "error",
    title: "the version is none of 4000, 4001, 4002",
    consequence: "the client refuses the file",
  },
  ANI_KEYS_UNSORTED: {
    severity: "warning",
    title: "keys are not in the order of their times",
    consequence: "the bone jumps",
    hint: "Conversions sort the keys.",
  },
  ANI_QUATERNION_LENGTH: {
    severity: "warning",
    title: "rotations are not of unit length",
    consequence: "the bone shrinks or grows",
    hint: "Conversions normalise them. Real files of the add-on have lengths of 0.635 to 1.012.",
  },
  ANI_TIME_PAST_END: {
    severity: "info",
    title: "a time lies outside the animation",
    consequence: "keys a little behind the end are usual; an event there does not happen",
  },
  ANI_TRACK_UNKNOWN_BONE: {
    severity: "error",
    title: "a track moves a bone that the skeleton does not have",
    consequence: "the track is ignored",
    hint: "Names are compared by their bytes, also in letter case.",
  },
  ANI_TRACK_DUPLICATE: {
    severity: "warning",
    title: "two tracks move the same bone",
    consequence: "one of them is ignored",
  },
  ANI_NOT_FINITE: {
    severity: "error",
    title: "a number is NaN or infinite",
    consequence: "what hangs on the bone vanishes",
  },
  CMS_BAD_MAGIC: badMagic("CMS"),
  CMS_TRUNCATED: truncated,
  CMS_NEGATIVE_COUNT: negative,
  CMS_TRAILING_BYTES: trailing,
  CMS_UNKNOWN_VERSION: {
    severity: "warning",
    title: "the version is not 5000",
    consequence: "unknown",
  },
  CMS_TOO_MANY_VERTICES: {
    severity: "error",
    title: "there are more vertices than 16-bit indices can reach",
    consequence: "vertices above 65,535 never collide",
    hint: "Split the mesh.",
  },
  CMS_INDEX_OUT_OF_RANGE: {
    severity: "error",
    title: "a face uses a vertex that does not exist",
    consequence: "the client reads past the vertices",
  },
  CMS_NOT_FINITE: {
    severity: "error",
    title: "a number is NaN or infinite",
    consequence: "missed collisions",
  },
  CMS_CANNOT_HOLD_VERTICES: {
    severity: "error",
    title: "the scene has more places than 16-bit indices can reach",
    consequence: "nothing was written",
    hint: "Simplify the mesh.",
  },
  MATERIAL_SYNTAX: {
    severity: "error",
    title: "braces that do not match, or are not alone on their line",
    consequence: "the client reads something else; a mesh whose text yields no material does not load",
  },
  MATERIAL_EMPTY: {
    severity: "error",
    title: "the text has no material",
    consequence: "the mesh of the same name does not load",
    hint: "Write one material block per sub-mesh.",
  },
  MATERIAL_NO_PASS: {
    severity: "warning",
    title: "a material has no technique",
    consequence: "its sub-mesh is not drawn (inferred)",
  },
  MATERIAL_WORD_UNKNOWN: {
    severity: "info",
    title: "a word that the client is not known to read in this place",
    consequence: "ignored (inferred)",
    hint: "Is it misspelled?",
  },
  MATERIAL_COLOR: {
    severity: "warning",
    title: "a colour that is not three or four numbers",
    consequence: "ignored (inferred)",
  },
  MATERIAL_CULL: {
    severity: "warning",
    title: "cull is none of none, clockwise, counter_clockwise",
    consequence: "counter_clockwise is used (inferred)",
  },
  MATERIAL_CUSTOM_PARAM: {
    severity: "warning",
    title: "a custom colour that is not exactly four numbers",
    consequence: "the client ignores it silently",
    hint: "The add-on writes three; add an alpha.",
  },
  MODEL_NUMBERS: {
    severity: "warning",
    title: "a box is not two corners, or a sphere not a centre and a radius",
    consequence: "the model is culled at the wrong time",
    hint: "`inspect --model-text` of the mesh prints the lines.",
  },
  MODEL_SECTION_DUPLICATE: {
    severity: "warning",
    title: "a section stands there twice",
    consequence: "one of them is ignored (inferred)",
  },
};
