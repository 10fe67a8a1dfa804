import type { BuildTarget, ConvertOptions, OptionFacts } from "../../format.ts";
import { wordOption } from "../../scene/options.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import type { DocumentFacts } from "./facts.ts";
import { nameFrom, nameOf, type UnigineName } from "./names.ts";

export const UNIGINE_TARGETS = [
  { name: "ms15", extension: "mesh", summary: "UNIGINE static mesh, SDK 2.21 and later" },
  { name: "sk10", extension: "mesh_skinned", summary: "UNIGINE skinned or morphing mesh, SDK 2.21 and later" },
  { name: "ms14", extension: "mesh", summary: "UNIGINE mesh of any kind, SDK 2.20" },
] as const satisfies readonly BuildTarget[];

export const UNIGINE_BUILD_OPTIONS: readonly OptionFacts[] = [
  { name: "skeletonGuid", values: "40 hex digits", summary: "GUID of the .skeleton that an sk10 file refers to" },
  { name: "skeletonPath", values: "path", summary: "path of that .skeleton; guid:// and the GUID by default" },
  {
    name: "drop",
    values: "skin | morphs | both",
    summary: "leave joints or morph targets out",
  },
  { name: "blocks", values: "lz4 | stored", summary: "whether blocks are compressed; lz4 by default" },
];

/** What is to be built. */
export interface Wishes {
  id: (typeof UNIGINE_TARGETS)[number]["name"];
  /** Whether joints and weights are wanted. */
  skin: boolean;
  /** Whether morph targets are wanted. */
  morphs: boolean;
  /** Undefined: as in the file that the scene comes from, else compressed. */
  stored: boolean | undefined;
  forward: string | undefined;
  reference: { guid: UnigineName; path: UnigineName };
}

/** @throws MeshglotError `OPTION_VALUE` naming the values that an option takes */
export function checkOptions(target: string, options: ConvertOptions, { facts }: DocumentFacts): Wishes {
  const drop = wordOption(options, "drop", ["skin", "morphs", "both"]);
  const blocks = wordOption(options, "blocks", ["lz4", "stored"]);
  const forward = wordOption(options, "forward", ["+z", "-z"]) ?? (facts.forward === "-z" ? "-z" : undefined);
  return {
    id: UNIGINE_TARGETS.find(({ name }) => name === target)?.name ?? "ms15",
    skin: drop !== "skin" && drop !== "both",
    morphs: drop !== "morphs" && drop !== "both",
    stored: blocks && blocks === "stored",
    forward,
    reference: referenceOf(options, facts),
  };
}

function referenceOf(options: ConvertOptions, facts: DocumentFacts["facts"]): Wishes["reference"] {
  const guid = options.skeletonGuid;
  if (guid !== undefined && !/^[0-9a-f]{40}$/.test(String(guid))) {
    const wanted = "It is 40 hex digits in lower case, as in the .meta file beside the skeleton.";
    throw sceneFault("OPTION_VALUE", "options.skeletonGuid", `"${guid}" is no GUID`, wanted);
  }
  if (guid === undefined && options.skeletonPath === undefined) {
    return { guid: kept(facts.skeletonGuid), path: kept(facts.skeletonPath) };
  }
  const path = options.skeletonPath ?? `guid://${guid}`;
  return { guid: nameOf(guid === undefined ? "" : String(guid)), path: nameOf(String(path)) };
}

function kept(value: unknown): UnigineName {
  const text = typeof value === "object" && value !== null && "text" in value ? value.text : value;
  return nameFrom(value, typeof text === "string" ? text : "");
}
