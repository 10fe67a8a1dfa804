import { UNIGINE_IDS, type UnigineId } from "./file.ts";

/** SDKs that write each identifier. */
export const SDK_RANGES: Readonly<Record<UnigineId, string>> = {
  ms15: "2.21 and 2.22",
  sk10: "2.21 and later",
  ms14: "2.20",
  ms13: "2.19",
  ms12: "2.13 to 2.18",
  ms11: "2.5 to 2.13",
  ms10: "before 2.5 (projects migrated from UNIGINE 1)",
};

/** Every identifier of the family that can be read. */
export const KNOWN_IDS = "ms10-ms15, sk10, sn10, an11-an13";

/**
 * The identifier of a mesh file: `ms` or `sk` and two digits. `ms02` is left to the look-alikes, it is another engine's.
 */
export function identifierOf(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 4));
  return /^(ms(?!02)|sk)\d\d$/.test(text) ? text : undefined;
}

/** What to say about an identifier of the family that can not be read; undefined if it can, or is none. */
export function unsupportedIdentifier(id: string): string | undefined {
  if (UNIGINE_IDS.some((known) => known === id) || !/^(ms|sk)\d\d$/.test(id)) return undefined;
  if (Number(id.slice(2)) >= 10) return `${id} is newer than the identifiers this tool knows (${KNOWN_IDS})`;
  return `${id} is older than UNIGINE 2 (${KNOWN_IDS} are known); UNIGINE 1.x is not supported`;
}
