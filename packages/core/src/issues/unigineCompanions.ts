import type { IssueFacts } from "./issue.ts";

/** Rules that skeletons and animations share. */
function common(family: string): Record<string, IssueFacts> {
  return {
    [`${family}_BAD_MAGIC`]: {
      severity: "error",
      title: "the first four bytes are not the identifier of this layout",
      consequence: "the file is not loaded",
    },
    [`${family}_UNSUPPORTED_ID`]: {
      severity: "error",
      title: "the identifier is one that can not be read",
      consequence: "SDKs of another time load it, others do not",
      hint: "Known are sn10 and an11 to an13. Old files are upgraded by the SDK's `usc_x64 upgrade.usc <data>`.",
    },
    [`${family}_SECTION_MAGIC`]: {
      severity: "error",
      title: "the identifier is missing at a border between sections",
      consequence: "loading fails",
      hint: "A size or count before this place is wrong.",
    },
    [`${family}_TRUNCATED`]: {
      severity: "error",
      title: "the file ends inside a field",
      consequence: "loading fails",
      hint: "Fetch a complete copy, or look at the count that asked for the bytes.",
    },
    [`${family}_NEGATIVE_COUNT`]: {
      severity: "error",
      title: "a count is negative",
      consequence: "loading fails",
      hint: "The file is damaged at or before this place.",
    },
    [`${family}_TRAILING_BYTES`]: {
      severity: "warning",
      title: "bytes follow the last identifier",
      consequence: "the engine ignores them (inferred)",
      hint: "They are kept when the file is rewritten.",
    },
    [`${family}_COMPACT_INT`]: {
      severity: "error",
      title: "a compact integer is longer than it may be",
      consequence: "loading fails",
    },
    [`${family}_STRING`]: {
      severity: "error",
      title: "a string does not end with a zero",
      consequence: "the name runs on into the bytes behind it",
    },
    [`${family}_JOINT_PARENT`]: {
      severity: "error",
      title: "a joint's parent does not exist",
      consequence: "a broken pose",
    },
    [`${family}_JOINT_CYCLE`]: {
      severity: "error",
      title: "joints are their own ancestors",
      consequence: "endless recursion",
    },
    [`${family}_JOINT_ORDER`]: {
      severity: "info",
      title: "a joint comes before its parent",
      consequence: "none: the engine's own files do that",
    },
    [`${family}_NOT_FINITE`]: {
      severity: "error",
      title: "a number is NaN or infinite",
      consequence: "what hangs on the joint vanishes",
    },
  };
}

/** UNIGINE skeletons and animations. The engine is closed and was not run on damaged files, so consequences are inferred. */
export const UNIGINE_COMPANION_ISSUES: Record<string, IssueFacts> = {
  ...common("SKELETON"),
  SKELETON_CANNOT_HOLD_JOINTS: {
    severity: "error",
    title: "the scene has more joints than the format can number",
    consequence: "nothing was written",
    hint: "Leave out bones.",
  },
  SKELETON_COUNT_MISMATCH: {
    severity: "warning",
    title: "a mask, a profile or the retarget entries are not one per joint",
    consequence: "unknown",
  },
  SKELETON_MASK_RANGE: {
    severity: "warning",
    title: "a blend mask has influences outside 0 to 1",
    consequence: "unknown",
  },
  SKELETON_RETARGET_MODE: {
    severity: "warning",
    title: "a retarget mode is none of 0, 1, 2",
    consequence: "unknown",
  },
  ...common("ANIM"),
  ANIM_SYNC_MARKERS: {
    severity: "error",
    title: "the 12 bytes in front of the frames are not zero",
    consequence: "very likely sync markers, which the engine reads",
    hint: "Their layout is unknown; send us such a file.",
  },
  ANIM_FLAGS: {
    severity: "error",
    title: "flags of a frame have bits without a meaning",
    consequence: "the frames behind are shifted",
  },
  ANIM_JOINT_INDEX: {
    severity: "error",
    title: "the list of moving joints names one that does not exist, or one twice",
    consequence: "a crash or garbage",
  },
  ANIM_JOINT_UNKNOWN: {
    severity: "warning",
    title: "a joint that moves is not in the skeleton",
    consequence: "its motion is ignored",
    hint: "Names are compared by their bytes.",
  },
  ANIM_FPS: {
    severity: "error",
    title: "the rate is not positive",
    consequence: "the animation does not play",
  },
  ANIM_ASSUMED_FPS: {
    severity: "info",
    title: "an11 names no rate",
    consequence: "its user decides; 30 frames a second are assumed",
  },
  ANIM_QUATERNION_LENGTH: {
    severity: "warning",
    title: "rotations are not of unit length",
    consequence: "the joint shrinks or grows",
    hint: "Conversions normalise them.",
  },
  ANIM_SKELETON_REFERENCE: {
    severity: "warning",
    title: "the reference to the skeleton is incomplete",
    consequence: "the skeleton is not found",
    hint: "Link the skeleton in the Editor.",
  },
};
