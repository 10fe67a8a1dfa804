import { MeshglotError } from "./fault.ts";

/**
 * Another text in a name of fixed size. The text ends at its first zero; what stands behind that belongs to the file
 * (probably more words of the line that the name was cut from) and keeps following the text.
 *
 * @param field all bytes of the field
 * @throws MeshglotError `EDIT_NAME` if text or the bytes behind it do not fit
 * @example fixedName(bone.name, new TextEncoder().encode("hand_r"))
 */
export function fixedName(field: Uint8Array, text: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  const behind = end < 0 ? new Uint8Array(0) : field.subarray(end + 1);
  const needed = text.byteLength + 1 + usedSize(behind);
  if (text.includes(0)) throw refuse("a zero would end the name");
  if (text.byteLength >= field.byteLength) {
    throw refuse(`${text.byteLength} bytes are too long, ${field.byteLength - 1} fit`);
  }
  if (needed > field.byteLength) {
    throw refuse(
      `with the ${usedSize(behind)} bytes that stand behind the name it would take ${needed} of ${field.byteLength}`,
    );
  }
  const result = new Uint8Array(field.byteLength);
  result.set(text);
  result.set(behind.subarray(0, usedSize(behind)), text.byteLength + 1);
  return result;
}

/** Without the zeros at the end. */
function usedSize(bytes: Uint8Array): number {
  let end = bytes.byteLength;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

function refuse(detail: string): MeshglotError {
  return new MeshglotError({ code: "EDIT_NAME", detail, hint: "Choose a shorter name." });
}
