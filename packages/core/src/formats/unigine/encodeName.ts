import { fromHex } from "../../bytes/codePage.ts";
import { nameOf, textOf, type UnigineName } from "./names.ts";

/**
 * A name for the file: the bytes that it came from if it is still called so, else its text.
 *
 * @param text what it is called in the scene
 * @param stored what `nameForExtras` has put into the extras
 * @param always true for names that the scene shows nowhere else, so that nobody can have changed them
 */
export function encodeUnigineName(text: string, stored: unknown, always = false): UnigineName {
  const kept = storedName(stored);
  return kept && (always || textOf(kept) === text) ? kept : nameOf(text);
}

function storedName(stored: unknown): UnigineName | undefined {
  if (typeof stored === "string") return nameOf(stored);
  if (typeof stored !== "object" || stored === null || !("hex" in stored)) return undefined;
  return typeof stored.hex === "string" ? { raw: fromHex(stored.hex) } : undefined;
}
