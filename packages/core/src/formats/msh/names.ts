import { type CodePage, codePageFor, DEFAULT_CODE_PAGE, fromHex, toHex } from "../../bytes/codePage.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import type { ConvertOptions } from "../../format.ts";
import type { Json } from "../../json.ts";
import type { RawText } from "../../layout/text.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import type { MshFile } from "./file.ts";

/** Every string of a mesh. */
export function allNames(file: MshFile): Uint8Array[] {
  const points = (file.controlPoints ?? []).flatMap((p) => [p.typeIndex, p.linkedBone, p.extraInfo]);
  return [...(file.boneNames ?? []), ...points].flatMap((name) => (name ? [name.raw] : []));
}

/**
 * The code page that the user chose, or the Korean client's; its table is loaded only if a name needs it.
 * @param others names of companions
 */
export function codePageOf(file: MshFile, options: ConvertOptions, others: readonly RawText[] = []): Promise<CodePage> {
  const names = [...allNames(file), ...others.map(({ raw }) => raw)];
  return codePageFor(String(options.codePage ?? DEFAULT_CODE_PAGE), names);
}

/** A name for `extras`: its text, or text and bytes where the text does not give the bytes back. */
export function nameForExtras(name: RawText, codePage: CodePage): Json {
  const { text, exact } = codePage.decode(name.raw);
  return exact && name.prefix === undefined
    ? text
    : { text, hex: toHex(name.raw), ...(name.prefix === undefined ? {} : { length: name.prefix }) };
}

/** What `extras` keep of a name, and its bytes. */
export interface KeptName {
  text: string;
  name: RawText;
}

/** The way back of {@link nameForExtras}; undefined for what is no name, or one that the code page lacks. */
export function keptNameOf(value: unknown, codePage: CodePage): KeptName | undefined {
  if (typeof value === "string") {
    try {
      return { text: value, name: { raw: codePage.encode(value) } };
    } catch (error) {
      if (error instanceof MeshglotError) return undefined;
      throw error;
    }
  }
  if (typeof value !== "object" || value === null || !("text" in value) || !("hex" in value)) return undefined;
  const { text, hex } = value;
  if (typeof text !== "string" || typeof hex !== "string" || !/^(?:[0-9a-f]{2})*$/.test(hex)) return undefined;
  const prefix =
    "length" in value && typeof value.length === "number" && value.length < 0 ? value.length | 0 : undefined;
  return { text, name: { raw: fromHex(hex), ...(prefix === undefined ? {} : { prefix }) } };
}

/** Texts of what {@link nameForExtras} made, for choosing a code page. */
export function textOfKept(value: unknown): string {
  if (typeof value === "string") return value;
  const text = typeof value === "object" && value !== null && "text" in value ? value.text : "";
  return typeof text === "string" ? text : "";
}

/** The code page for writing these texts; its table is loaded only if one of them is not ASCII. */
export function codePageForTexts(id: string, texts: readonly string[]): Promise<CodePage> {
  const encoder = new TextEncoder();
  return codePageFor(
    id,
    texts.map((text) => encoder.encode(text)),
  );
}

/** The client reads strings into 260 bytes, a NUL included (code). */
export const LONGEST_NAME = 259;

/** @throws MeshglotError `TEXT_NOT_ENCODABLE`, `MSH_CANNOT_HOLD_NAME` if it is too long for the client */
export function encodeName(text: string, codePage: CodePage, path: string): RawText {
  const raw = encodeAt(text, codePage, path);
  if (raw.byteLength <= LONGEST_NAME && !raw.includes(0)) return { raw };
  const counts = { needed: raw.byteLength, available: LONGEST_NAME };
  const what = raw.includes(0) ? "has a zero byte" : `takes ${raw.byteLength} bytes`;
  throw sceneFault("MSH_CANNOT_HOLD_NAME", path, `"${text.slice(0, 40)}" ${what}`, "Shorten the name.", counts);
}

function encodeAt(text: string, codePage: CodePage, path: string): Uint8Array {
  try {
    return codePage.encode(text);
  } catch (error) {
    if (error instanceof MeshglotError) error.path = path;
    throw error;
  }
}
