import { latin1, toHex } from "../../bytes/codePage.ts";
import type { Json } from "../../json.ts";
import type { RawText } from "../../layout/text.ts";

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
  return hasTail(raw) ? toHex(raw) : undefined;
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
