import { MeshglotError } from "./fault.ts";

/** Text that was made from bytes. `exact` is false if encoding the text again would not give the same bytes. */
export interface DecodedText {
  text: string;
  exact: boolean;
}

/** Turns the bytes of a name into text and back. */
export interface CodePage {
  readonly id: string;
  decode(raw: Uint8Array): DecodedText;
  /** @throws MeshglotError `TEXT_NOT_ENCODABLE` if the code page lacks a character; nothing becomes a `?` */
  encode(text: string): Uint8Array;
}

/** Of the MSH family: the code page of the Korean client. */
export const DEFAULT_CODE_PAGE = "cp949";

export function isAscii(raw: Uint8Array): boolean {
  return raw.every((byte) => byte > 0 && byte < 0x80);
}

/** One byte, one character: ISO 8859-1. Knows no bytes that it could not show. */
export const latin1: CodePage = {
  id: "latin1",
  decode: (raw) => {
    const text = Array.from(raw, (byte) => String.fromCharCode(byte)).join("");
    return { text: text.replaceAll("\0", "\ufffd"), exact: !raw.includes(0) };
  },
  encode: (text) =>
    Uint8Array.from(text, (char) => {
      const code = char.codePointAt(0) ?? 0;
      if (code > 0xff) throw notEncodable(text, "latin1");
      return code;
    }),
};

/** UTF-8 as the platform has it; broken sequences are shown as U+FFFD and marked inexact. */
export const utf8: CodePage = {
  id: "utf-8",
  decode: (raw) => {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(raw).replaceAll("\0", "\ufffd");
    return { text, exact: sameBytes(new TextEncoder().encode(text), raw) };
  },
  encode: (text) => new TextEncoder().encode(text),
};

/**
 * A code page by name: `cp949`, `cp874`, `big5`, `gbk`, `shift_jis`, `latin1`, `utf-8` and whatever else iconv-lite
 * knows. The tables are loaded only here, on the first name that needs them.
 *
 * We never use `TextDecoder("euc-kr")`: browsers decode all of CP949, Node only KS X 1001, and Node turns the other
 * 8,824 codes into rubbish without an error (verified on Node 20 to 24).
 *
 * @throws MeshglotError `UNKNOWN_CODE_PAGE`
 */
export async function loadCodePage(id: string): Promise<CodePage> {
  if (id === latin1.id) return latin1;
  if (id === utf8.id || id === "utf8") return utf8;
  const iconv = (await import("iconv-lite")).default;
  if (!iconv.encodingExists(id)) {
    throw new MeshglotError({
      code: "UNKNOWN_CODE_PAGE",
      detail: `there is no code page "${id}"`,
      hint: "Common ones are cp949 (Korean), cp874 (Thai), gbk, big5, shift_jis, latin1 and utf-8.",
    });
  }
  return {
    id,
    decode: (raw) => {
      // `as never`: the typings ask for Node's Buffer, the code takes any Uint8Array.
      const text = iconv
        .decode(raw as never, id, { stripBOM: false })
        .replaceAll("\0", "\ufffd")
        .toWellFormed();
      return { text, exact: sameBytes(iconv.encode(text, id, { addBOM: false }), raw) };
    },
    encode: (text) => {
      const raw = new Uint8Array(iconv.encode(text, id, { addBOM: false }));
      if (iconv.decode(raw as never, id, { stripBOM: false }) !== text) throw notEncodable(text, id);
      return raw;
    },
  };
}

/** The code page for these names; its table stays unloaded while they are all ASCII. */
export async function codePageFor(id: string, names: readonly Uint8Array[]): Promise<CodePage> {
  return names.every(isAscii) ? { ...latin1, id } : loadCodePage(id);
}

/** The code page to encode these texts in; its table stays unloaded while they are all ASCII. */
export async function codePageForTexts(id: string, texts: readonly string[]): Promise<CodePage> {
  const isPlain = texts.every((text) => [...text].every((char) => char > "\0" && char < "\x80"));
  return isPlain ? { ...latin1, id } : loadCodePage(id);
}

/** Lower-case hex without blanks, the form of raw bytes in `extras`. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes of {@link toHex}. @param hex an even number of digits */
export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16));
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);
}

function notEncodable(text: string, id: string): MeshglotError {
  return new MeshglotError({
    code: "TEXT_NOT_ENCODABLE",
    detail: `"${text}" has characters that ${id} lacks`,
    hint: "Choose another name or another code page.",
  });
}
