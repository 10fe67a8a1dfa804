import type { ConvertOptions } from "../../format.ts";
import { wordOption } from "../../scene/options.ts";
import type { Space } from "../../scene/space.ts";

/** Right-handed, +x right, +y forward, +z up, metres (documented; the map verified against the vendor's own FBX). */
export const UNIGINE_SPACE: Space = {
  axes: [0, 2, 1],
  signs: [-1, 1, 1],
  metres: 1,
  bakeScale: true,
  summary: "right-handed, x right, y forward, z up; metres",
};

/** The same, turned by 180 degrees: what was forward is -z, as some engines want it. */
const FACING_BACK: Space = { ...UNIGINE_SPACE, signs: [1, 1, -1] };

/** The map that the option `forward` asks for. */
export function spaceFor(options: ConvertOptions): Space {
  return wordOption(options, "forward", ["+z", "-z"]) === "-z" ? FACING_BACK : UNIGINE_SPACE;
}
