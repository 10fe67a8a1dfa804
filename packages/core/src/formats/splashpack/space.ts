import type { Space } from "../../scene/space.ts";

/** "GTE scaling" of the exporter: units of Unity per 1.0 of the file. It is not in the file (code). */
export const DEFAULT_SCALE = 100;

/** 4.12 numbers of `scale` metres; at the default scale the factor is 25/1024, which float32 holds exactly. */
export const SPLASHPACK_SPACE: Space = {
  axes: [0, 1, 2],
  signs: [1, -1, -1],
  metres: DEFAULT_SCALE / 4096,
  bakeScale: true,
  summary: "right-handed, x right, y down, z into the screen, scale/4096 metre (scale 100 unless told otherwise)",
};
