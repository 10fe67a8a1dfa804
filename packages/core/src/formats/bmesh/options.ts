import type { OptionFacts } from "../../format.ts";

/** What the faces mean: see `faceReading.ts`. */
export const FACE_READINGS = ["indirect", "direct", "flat"] as const;
export type FaceReading = (typeof FACE_READINGS)[number];

/** What the links mean: see `linkReading.ts`. */
export const LINK_READINGS = ["ranges", "cornerRanges", "pairs", "none"] as const;
export type LinkReading = (typeof LINK_READINGS)[number];

/** What the second number of a section means: see `sections.ts`. */
export const SECTION_READINGS = ["count", "end"] as const;
export type SectionReading = (typeof SECTION_READINGS)[number];

export const WINDINGS = ["cw", "ccw"] as const;
export const COLOR_ORDERS = ["rgba", "bgra"] as const;

export const BMESH_OPTIONS: readonly OptionFacts[] = [
  {
    name: "faceReading",
    values: FACE_READINGS.join(" | "),
    summary: "what the faces mean; decided by tests by default",
  },
  {
    name: "linkReading",
    values: LINK_READINGS.join(" | "),
    summary: "what the links mean; decided by tests by default",
  },
  {
    name: "sectionReading",
    values: SECTION_READINGS.join(" | "),
    summary: "whether sections hold a number of faces or an end; decided by tests by default",
  },
  {
    name: "winding",
    values: WINDINGS.join(" | "),
    summary: "how the triangles run; decided by the normals by default",
  },
  { name: "colorOrder", values: COLOR_ORDERS.join(" | "), summary: "order of the bytes of vertex colours" },
  { name: "mirror", values: "true | false", summary: "take the file as left-handed" },
  { name: "flipV", values: "true | false", summary: "turn texture coordinates upside down" },
  { name: "tangentSign", values: "1 | -1", summary: "sign of TANGENT.w where the bitangent is not mirrored" },
];
