import type { ConvertOptions, OptionFacts } from "../../format.ts";
import { wordOption } from "../../scene/options.ts";
import type { Space } from "../../scene/space.ts";
import type { BmeshKept } from "./kept.ts";
import { COLOR_ORDERS } from "./options.ts";
import { BMESH_MIRRORED_SPACE, BMESH_SPACE } from "./space.ts";

export const BMESH_BUILD_OPTIONS: readonly OptionFacts[] = [
  { name: "colorOrder", values: COLOR_ORDERS.join(" | "), summary: "order of the bytes of vertex colours" },
  { name: "mirror", values: "true | false", summary: "write the file as left-handed" },
  { name: "flipV", values: "true | false", summary: "turn texture coordinates upside down" },
  { name: "tangentSign", values: "1 | -1", summary: "sign of TANGENT.w where the bitangent is not mirrored" },
];

/** How the scene is written; where no option says so, as the file was read that the scene came from. */
export interface BmeshBuildSettings {
  space: Space;
  flipV: boolean;
  /** Where r, g, b and a go. */
  colorOrder: readonly [number, number, number, number];
  /** TANGENT.w of the tangents whose flag is 0. */
  plainSign: number;
}

export function settingsOf(kept: BmeshKept | undefined, options: ConvertOptions): BmeshBuildSettings {
  const before = kept?.extras ?? {};
  const isSet = (name: "mirror" | "flipV") => (options[name] ?? before[name]) === true;
  const order = wordOption(options, "colorOrder", COLOR_ORDERS) ?? before.colorOrder;
  const mirror = isSet("mirror");
  return {
    space: mirror ? BMESH_MIRRORED_SPACE : BMESH_SPACE,
    flipV: isSet("flipV"),
    colorOrder: order === "bgra" ? [2, 1, 0, 3] : [0, 1, 2, 3],
    plainSign: ((options.tangentSign ?? before.tangentSign) === -1 ? -1 : 1) * (mirror ? -1 : 1),
  };
}
