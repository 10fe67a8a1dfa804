import { sameBytes, toHex, utf8 } from "../../bytes/codePage.ts";
import type { Json } from "../../json.ts";
import { takeScalars } from "../../layout/arrays.ts";
import { part } from "../../layout/lists.ts";
import type { Node } from "../../layout/node.ts";
import { count, i32 } from "../../layout/scalars.ts";
import { compactInt } from "./compactInt.ts";

/** A string of the file: a length that counts the zero at the end, and that many bytes. UTF-8 (verified). */
export interface UnigineName {
  /** With the zero at the end, if the file has it. */
  raw: Uint8Array;
  /** The bytes of the length, where the engine would have chosen others; used while they say the right length. */
  lengthBytes?: Uint8Array;
}

/** Memory of one string: the object, its typed array and that array's buffer. */
const NAME_COST = 240;

function nameWith(length: Node<number>, type: string): Node<UnigineName> {
  return {
    type,
    read: (cursor) => {
      const start = cursor.offset;
      const size = part(cursor, "length", count(length));
      const lengthBytes = cursor.bytes.subarray(start, cursor.offset);
      cursor.budget.charge(NAME_COST, start);
      const raw = part(cursor, "bytes", {
        type: "bytes",
        read: () => takeScalars(cursor, Uint8Array, size, { path: "length", value: size }),
        write: () => undefined,
      });
      const expected = length.canonical?.(size);
      return expected && !sameBytes(expected, lengthBytes) ? { raw, lengthBytes: lengthBytes.slice() } : { raw };
    },
    write: (sink, value) => {
      const size = value.raw.byteLength;
      if (value.lengthBytes && spells(value.lengthBytes, size)) sink.bytes(value.lengthBytes);
      else length.write(sink, size, undefined);
      sink.bytes(value.raw);
    },
  };
}

/** Whether these bytes are a compact integer of this value. */
export function spells(bytes: Uint8Array, value: number): boolean {
  let sum = (bytes[0] ?? 0) & 0x3f;
  let isWhole = bytes.byteLength > 0;
  for (let i = 1; i < bytes.byteLength; i++) sum += ((bytes[i] ?? 0) & 0x7f) * 2 ** (7 * i - 1);
  for (let i = 0; i < bytes.byteLength; i++)
    if ((bytes[i] ?? 0) >= 0x80 === (i + 1 === bytes.byteLength)) isWhole = false;
  return isWhole && sum === Math.abs(value) && (((bytes[0] ?? 0) & 0x40) !== 0) === value < 0;
}

/** `string` of the format: a compact length. */
export const name = nameWith(compactInt, "string");
/** `string32` of the format: an int32 length. */
export const name32 = nameWith(i32, "string32");

/** A name for the file. @example nameOf("torus").raw // "torus" and a zero */
export function nameOf(text: string): UnigineName {
  return { raw: Uint8Array.from([...new TextEncoder().encode(text), 0]) };
}

/** Whether a string ends as the engine expects it to. */
export function endsWithZero({ raw }: UnigineName): boolean {
  return raw.byteLength > 0 && raw.at(-1) === 0;
}

/** The text of a name, without the zero at its end; broken UTF-8 shows as U+FFFD. */
export function textOf(value: UnigineName | undefined): string {
  return value ? utf8.decode(withoutZero(value)).text : "";
}

function withoutZero(value: UnigineName): Uint8Array {
  return endsWithZero(value) ? value.raw.subarray(0, -1) : value.raw;
}

/** A name for `extras`: its text, or text and bytes where the text does not give the bytes back. */
export function nameForExtras(value: UnigineName): Json {
  const { text, exact } = utf8.decode(withoutZero(value));
  return exact && endsWithZero(value) ? text : { text, hex: toHex(value.raw) };
}

/**
 * A name for the file, with the bytes that it had in the file it comes from while its text is still the same.
 * @param kept what {@link nameForExtras} wrote
 */
export function nameFrom(kept: unknown, text: string): UnigineName {
  const { text: before, hex } = typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const raw = before === text ? fromHex(hex) : undefined;
  if (raw) return { raw };
  // A zero would end the name for the engine.
  return nameOf(text.replaceAll("\0", "\ufffd"));
}

/** Bytes that extras hold as hex; undefined if they are none. */
export function fromHex(hex: unknown): Uint8Array | undefined {
  if (typeof hex !== "string" || !/^([0-9a-f]{2})*$/.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
