import type { ConvertOptions, OptionFacts } from "../../format.ts";
import type { ColorCurve } from "../../scene/colors.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { wholeOption, wordOption } from "../../scene/options.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { MSH_MASK } from "./file.ts";
import { hasBlock, type MshKept } from "./kept.ts";
import { DEFAULT_INFLUENCES } from "./weights.ts";

const TYPE_NUMBERS = { static: 0, skinned: 1, lightmap: 2, coloured: 6 } as const;
const TYPE_WORDS = Object.keys(TYPE_NUMBERS) as (keyof typeof TYPE_NUMBERS)[];

export const MSH_BUILD_OPTIONS: readonly OptionFacts[] = [
  {
    name: "meshType",
    values: TYPE_WORDS.join(" | "),
    summary: "kind of mesh; by default as the file was, else skinned with a skin and static without",
  },
  {
    name: "maxInfluences",
    values: "1 to 4",
    summary: "weights per vertex; 3 by default, because the client's software skinning fails on four",
  },
  { name: "tangents", values: "true | false", summary: "write tangents and binormals; by default as the file was" },
  { name: "codePage", values: "cp949 | …", summary: "code page in which names are written" },
  { name: "colors", values: "srgb | linear", summary: "curve that turns COLOR_0 into bytes" },
  { name: "flipBinormal", values: "true | false", summary: "write binormals that follow -V" },
];

/** What kind of file is made. */
export interface MshBuildSettings {
  meshType: number;
  vertexMask: number;
  /** Influences per vertex. */
  maxInfluences: number;
  /** True if the user asked for a number of influences, so that weights of the old file do not count. */
  limitWeights: boolean;
  colors: ColorCurve;
  flipBinormal: boolean;
  /** True if TEXCOORD_0 is the base texture's and becomes uv1. */
  uvSwapped: boolean;
}

/**
 * Type and mask of the file: as the options say, as the file was that the scene came from, or as the scene needs.
 * @throws MeshglotError `OPTION_VALUE`, `MSH_SCENE_LACKS`
 */
export function settingsOf(
  surfaces: readonly SceneSurface[],
  kept: MshKept | undefined,
  options: ConvertOptions,
  ledger: LossLedger,
): MshBuildSettings {
  const asked = wordOption(options, "meshType", TYPE_WORDS);
  const skinned = surfaces.some(({ skin }) => skin !== null);
  const has = (semantic: string) => surfaces.some(({ primitive }) => primitive.getAttribute(semantic) !== null);
  const before = asked === undefined ? kept : undefined;
  const meshType = asked === undefined ? defaultType(before, skinned) : TYPE_NUMBERS[asked];
  if (meshType === TYPE_NUMBERS.skinned && !skinned) throw lacks("a skinned mesh needs a skin");
  const limit = wholeOption(options, "maxInfluences", 1, 4);
  const uvSwapped = before ? before.uvSwapped : meshType === TYPE_NUMBERS.lightmap;
  let mask = before?.vertexMask ?? standardMask(meshType);
  if (skinned && meshType !== TYPE_NUMBERS.lightmap && !hasBlock(mask, "weights")) {
    mask |= MSH_MASK.weights | MSH_MASK.boneIndices;
  }
  if (options.tangents === true) mask |= MSH_MASK.tangents | MSH_MASK.binormals;
  if (options.tangents === false) mask &= ~(MSH_MASK.tangents | MSH_MASK.binormals);
  const without = (name: keyof typeof MSH_MASK, present: boolean) => {
    if (!present) mask &= ~MSH_MASK[name];
  };
  const framed = surfaces.every(({ primitive }) => primitive.getAttribute("TANGENT") !== null);
  if (hasBlock(mask, "tangents") && !framed) {
    ledger.add("TANGENTS_MISSING", "TANGENT", surfaces.length, "not all parts have tangents, so none were written");
  }
  without("tangents", framed);
  without("binormals", framed || before?.block("binormals") !== undefined);
  without("colors", has("COLOR_0") || (asked === "coloured" && lacksColors(ledger, surfaces)));
  without("billboardCenters", has("_BILLBOARD_CENTER"));
  const uv1Present = has(uvSwapped ? "TEXCOORD_0" : "TEXCOORD_1");
  if (asked === "lightmap" && !has("TEXCOORD_1")) throw lacks("a lightmap mesh needs two sets of UVs");
  without("uv1", uv1Present);
  if (!skinned && before?.block("vertexWeights") === undefined) {
    without("weights", false);
    without("boneIndices", false);
  }
  return {
    meshType,
    vertexMask: mask >>> 0,
    maxInfluences: limit ?? DEFAULT_INFLUENCES,
    limitWeights: limit !== undefined,
    colors: (options.colors ?? (kept?.linearColors ? "linear" : "srgb")) === "linear" ? "linear" : "srgb",
    flipBinormal: options.flipBinormal === undefined ? (kept?.flipBinormal ?? false) : options.flipBinormal === true,
    uvSwapped,
  };
}

function defaultType(kept: MshKept | undefined, skinned: boolean): number {
  if (!kept) return skinned ? TYPE_NUMBERS.skinned : TYPE_NUMBERS.static;
  if (skinned) return hasBlock(kept.vertexMask, "weights") ? kept.meshType : TYPE_NUMBERS.skinned;
  return kept.meshType === TYPE_NUMBERS.skinned ? TYPE_NUMBERS.static : kept.meshType;
}

/** The usual masks (code). */
function standardMask(meshType: number): number {
  if (meshType === TYPE_NUMBERS.skinned) return 0x139;
  if (meshType === TYPE_NUMBERS.lightmap) return 0x301;
  return meshType === TYPE_NUMBERS.coloured ? 0x161 : 0x121;
}

function lacksColors(ledger: LossLedger, surfaces: readonly SceneSurface[]): boolean {
  ledger.add("COLORS_MISSING", "COLOR_0", surfaces.length, "parts without vertex colours became white");
  return true;
}

function lacks(what: string): Error {
  return sceneFault(
    "MSH_SCENE_LACKS",
    "meshType",
    what,
    "Choose another --mesh-type, or add it in the modelling program.",
  );
}
