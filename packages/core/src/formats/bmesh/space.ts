import type { Space } from "../../scene/space.ts";

/** Z up, metres (code: the game's server lets things fall along -z); right-handed is inferred. */
export const BMESH_SPACE: Space = {
  axes: [0, 2, 1],
  signs: [1, 1, -1],
  metres: 1,
  bakeScale: true,
  summary: "right-handed (inferred), z up; metres",
};

/** The same for a left-handed reading, which the option `mirror` asks for. */
export const BMESH_MIRRORED_SPACE: Space = { ...BMESH_SPACE, signs: [1, 1, 1], summary: "left-handed, z up; metres" };
