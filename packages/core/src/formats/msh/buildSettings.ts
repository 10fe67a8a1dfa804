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
  /** Which blocks TEXCOORD_0 and TEXCOORD_1 become. */
  uvs: ("uv0" | "uv1")[];
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
  const before = asked === undefined ? kept : undefined;
  const skinned = surfaces.some(({ skin }) => skin !== null);
  const meshType = asked === undefined ? defaultType(surfaces, kept, skinned) : TYPE_NUMBERS[asked];
  const has = (semantic: string) => surfaces.some(({ primitive }) => primitive.getAttribute(semantic) !== null);
  if (asked === "skinned" && !skinned) throw lacks("a skinned mesh needs a skin");
  if (asked === "lightmap" && !has("TEXCOORD_1")) throw lacks("a lightmap mesh needs two sets of UVs");
  if (asked === "coloured" && !has("COLOR_0")) throw lacks("a coloured mesh needs vertex colours");
  const wanted = wantedMask(before?.vertexMask ?? standardMask(meshType), meshType, skinned, options);
  const uvSwapped = before ? before.uvSwapped : meshType === TYPE_NUMBERS.lightmap;
  const uvs = (["uv0", "uv1"] as const).filter((name) => hasBlock(wanted, name));
  if (uvSwapped) uvs.reverse();
  const vertexMask = surfaces.length === 0 ? wanted : heldMask(wanted, surfaces, uvs, before, ledger);
  const limit = wholeOption(options, "maxInfluences", 1, 4);
  return {
    meshType,
    vertexMask,
    maxInfluences: limit ?? DEFAULT_INFLUENCES,
    limitWeights: limit !== undefined,
    colors: (options.colors ?? (kept?.linearColors ? "linear" : "srgb")) === "linear" ? "linear" : "srgb",
    flipBinormal: options.flipBinormal === undefined ? (kept?.flipBinormal ?? false) : options.flipBinormal === true,
    uvs,
  };
}

function defaultType(surfaces: readonly SceneSurface[], kept: MshKept | undefined, skinned: boolean): number {
  if (!kept) return skinned ? TYPE_NUMBERS.skinned : TYPE_NUMBERS.static;
  if (surfaces.length === 0 || hasBlock(kept.vertexMask, "weights") === skinned) return kept.meshType;
  if (skinned) return TYPE_NUMBERS.skinned;
  const skinWasLost = kept.meshType === TYPE_NUMBERS.skinned && kept.block("vertexWeights") === undefined;
  return skinWasLost ? TYPE_NUMBERS.static : kept.meshType;
}

/** The usual masks (code). */
function standardMask(meshType: number): number {
  if (meshType === TYPE_NUMBERS.skinned) return 0x139;
  if (meshType === TYPE_NUMBERS.lightmap) return 0x301;
  return meshType === TYPE_NUMBERS.coloured ? 0x161 : 0x121;
}

const FRAME_BITS = MSH_MASK.tangents | MSH_MASK.binormals;
const SKIN_BITS = MSH_MASK.weights | MSH_MASK.boneIndices;

function wantedMask(mask: number, meshType: number, skinned: boolean, { tangents }: ConvertOptions): number {
  const skin = skinned && meshType !== TYPE_NUMBERS.lightmap && !hasBlock(mask, "weights") ? SKIN_BITS : 0;
  const frames = tangents === true ? FRAME_BITS : 0;
  return ((mask | skin | frames) & ~(tangents === false ? FRAME_BITS : 0)) >>> 0;
}

/** The mask without the blocks that the scene has nothing for and no zeros would do. */
function heldMask(
  wanted: number,
  surfaces: readonly SceneSurface[],
  uvs: readonly string[],
  kept: MshKept | undefined,
  ledger: LossLedger,
): number {
  let mask = wanted;
  const has = (semantic: string) => surfaces.some(({ primitive }) => primitive.getAttribute(semantic) !== null);
  const keepOnly = (name: keyof typeof MSH_MASK, present: boolean, bits: number = MSH_MASK[name]) => {
    if (hasBlock(mask, name) && !present) mask &= ~bits;
  };
  const framed = surfaces.every(({ primitive }) => primitive.getAttribute("TANGENT") !== null);
  if (hasBlock(mask, "tangents") && !framed) {
    ledger.add("TANGENTS_MISSING", "TANGENT", surfaces.length, "not all parts have tangents, so none were written");
  }
  keepOnly("tangents", framed);
  keepOnly("binormals", framed || kept?.block("binormals") !== undefined);
  keepOnly("colors", has("COLOR_0"));
  keepOnly("billboardCenters", has("_BILLBOARD_CENTER"));
  keepOnly("uv1", has(`TEXCOORD_${uvs.indexOf("uv1")}`));
  const weighted = surfaces.some(({ skin }) => skin !== null) || kept?.block("vertexWeights") !== undefined;
  keepOnly("weights", weighted, SKIN_BITS);
  return mask >>> 0;
}

function lacks(what: string): Error {
  const hint = "Choose another --mesh-type, or add it in the modelling program.";
  return sceneFault("MSH_SCENE_LACKS", "meshType", what, hint);
}
