import type { Space } from "../../scene/space.ts";

/** Right-handed with y down (verified against the OBJ sources); 1/128 is exact in float32 and is baked. */
export const MESHBIN_SPACE: Space = {
  axes: [0, 1, 2],
  signs: [1, -1, -1],
  metres: 1 / 128,
  bakeScale: true,
  summary: "right-handed, x right, y down, z forward; 1/128 metre",
};
