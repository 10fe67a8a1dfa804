import { MeshglotError } from "./fault.ts";

/** A name of fixed size with another text. */
export interface FixedName {
  raw: Uint8Array;
  /** Bytes behind the old text that found no room any more; mostly 0. */
  cut: number;
}

/**
 * Another text in a name of fixed size. The text ends at its first zero; what stands behind that belongs to the file
 * (probably more words of the line that the name was cut from) and keeps following the text.
 *
 * @param field all bytes of the field
 * @throws MeshglotError `EDIT_NAME` if the text does not fit
 * @example fixedName(bone.name, new TextEncoder().encode("hand_r")).raw
 */
export function fixedName(field: Uint8Array, text: Uint8Array): FixedName {
  if (text.includes(0)) throw refuse("a zero would end the name");
  if (text.byteLength >= field.byteLength) {
    throw refuse(`${text.byteLength} bytes are too long, ${field.byteLength - 1} fit`);
  }
  const end = field.indexOf(0);
  const behind = withoutZeros(end < 0 ? field.subarray(field.byteLength) : field.subarray(end + 1));
  const room = field.byteLength - text.byteLength - 1;
  const raw = new Uint8Array(field.byteLength);
  raw.set(text);
  raw.set(behind.subarray(0, room), text.byteLength + 1);
  return { raw, cut: Math.max(0, behind.byteLength - room) };
}

/** What a user should know about a name that was changed. */
export function notesOnName({ cut }: FixedName): string[] {
  return cut > 0
    ? [`${cut} bytes that stood at the end of the name's field found no room behind the longer name.`]
    : [];
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.byteLength;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}

function refuse(detail: string): MeshglotError {
  return new MeshglotError({ code: "EDIT_NAME", detail, hint: "Choose a shorter name." });
}
