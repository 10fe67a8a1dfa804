import { type CodePage, fromHex } from "../../bytes/codePage.ts";
import type { Json } from "../../json.ts";
import type { RawText } from "../../layout/text.ts";
import { sceneFault } from "../../scene/sceneFault.ts";

/** The client reads strings into 260 bytes, a NUL included. */
const LONGEST = 259;

/** A name that {@link nameForExtras} has put into extras, as it was. @returns undefined for what is none */
export function nameFromExtras(value: unknown, codePage: CodePage): RawText | undefined {
  if (typeof value === "string") return { raw: codePage.encode(value) };
  if (typeof value !== "object" || value === null || !("hex" in value)) return undefined;
  const { hex, length } = value as { hex: Json; length?: Json };
  if (typeof hex !== "string") return undefined;
  return { raw: fromHex(hex), ...(typeof length === "number" ? { prefix: length } : {}) };
}

/**
 * A name for the file: the bytes that it came from if it is still called so, else its text in the code page.
 *
 * @param text what it is called in the scene
 * @param stored what the extras keep of it
 * @throws MeshglotError `TEXT_NOT_ENCODABLE`, `NAME_TOO_LONG` for more than 259 bytes
 */
export function encodeName(text: string, stored: unknown, codePage: CodePage): RawText {
  const kept = nameFromExtras(stored, codePage);
  if (kept && codePage.decode(kept.raw).text === text) return kept;
  const raw = codePage.encode(text);
  if (raw.byteLength <= LONGEST) return { raw };
  throw sceneFault(
    "NAME_TOO_LONG",
    text.slice(0, 40),
    `a name of ${raw.byteLength} bytes; the client has room for ${LONGEST}`,
    "Shorten it.",
    { needed: raw.byteLength, available: LONGEST },
  );
}
