import { fromHex, latin1, toHex } from "../../bytes/codePage.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import type { Json } from "../../json.ts";
import type { RawText } from "../../layout/text.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { NAME_SIZE } from "./file.ts";

/** The bytes of a name before its first zero; what follows is no part of it. */
export function nameBytes(raw: Uint8Array): Uint8Array {
  const end = raw.indexOf(0);
  return end === -1 ? raw : raw.subarray(0, end);
}

export function nameText(raw: Uint8Array): string {
  return latin1.decode(nameBytes(raw)).text;
}

/** Whether something other than zeros follows the text of a name. */
export function hasTail(raw: Uint8Array): boolean {
  return raw.subarray(nameBytes(raw).length).some((byte) => byte !== 0);
}

/** All bytes of a name, where its text does not give them back; names in game files probably have such tails. */
export function rawName(raw: Uint8Array): string | undefined {
  return hasTail(raw) || !raw.includes(0) ? toHex(raw) : undefined;
}

/** Text is what people see and zeros fill the rest. @throws MeshglotError `BMESH_CANNOT_HOLD_NAME` */
export function encodeName(text: string, path: string): Uint8Array {
  const raw = encodeLatin1(text, path);
  if (raw.byteLength >= NAME_SIZE || raw.includes(0)) {
    const what = raw.includes(0) ? "has a zero byte" : `takes ${raw.byteLength} bytes`;
    const counts = { needed: raw.byteLength, available: NAME_SIZE - 1 };
    throw sceneFault("BMESH_CANNOT_HOLD_NAME", path, `"${text.slice(0, 80)}" ${what}`, "Shorten the name.", counts);
  }
  const name = new Uint8Array(NAME_SIZE);
  name.set(raw);
  return name;
}

/** @throws MeshglotError `BMESH_CANNOT_HOLD_NAME` for characters beyond ISO 8859-1 */
export function encodeLatin1(text: string, path: string): Uint8Array {
  try {
    return latin1.encode(text);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    const hint = "Use letters of western European languages; the format has one byte for each.";
    throw sceneFault("BMESH_CANNOT_HOLD_NAME", path, `"${text.slice(0, 80)}" has letters that do not fit a byte`, hint);
  }
}

/** The bytes of a name of 64: those that the extras keep, if the text is still theirs. */
export function nameFor(text: string, kept: unknown, path: string): Uint8Array {
  const raw = typeof kept === "string" && /^[0-9a-f]{128}$/.test(kept) ? fromHex(kept) : undefined;
  return raw && nameText(raw) === text ? raw : encodeName(text, path);
}

/** The way back of {@link textForExtras}; undefined for what is no such text. */
export function textFromExtras(value: unknown): RawText | undefined {
  if (typeof value === "string") {
    const raw = Array.from(value, (char) => char.codePointAt(0) ?? 0);
    return raw.every((code) => code > 0 && code <= 0xff) ? { raw: Uint8Array.from(raw) } : undefined;
  }
  const hex = typeof value === "object" && value !== null && "hex" in value ? value.hex : undefined;
  return typeof hex === "string" && /^(?:[0-9a-f]{2})*$/.test(hex) ? { raw: fromHex(hex) } : undefined;
}

/** The name of a section as people read it: zeros at its end left away. */
export function sectionText({ raw }: RawText): string {
  let end = raw.length;
  while (end > 0 && raw[end - 1] === 0) end--;
  return latin1.decode(raw.subarray(0, end)).text;
}

/** A counted text for `extras`: its text, or text and bytes where the text does not give the bytes back. */
export function textForExtras({ raw }: RawText): Json {
  const { text, exact } = latin1.decode(raw);
  return exact ? text : { text, hex: toHex(raw) };
}
