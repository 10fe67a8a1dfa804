import { numberText, scalarReader } from "@meshglot/core";

const TYPES = ["u8", "i8", "u16", "i16", "f16", "u32", "i32", "f32", "u64", "i64"] as const;

/** The first bytes read as each kind of number that they are enough for, and as bits and text. */
export function numbersAt(bytes: Uint8Array): [string, string][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = TYPES.flatMap((type): [string, string][] => {
    const reader = scalarReader(type);
    return reader && reader.size <= bytes.byteLength ? [[type, numberText(reader.read(view, 0))]] : [];
  });
  const [first = 0] = bytes;
  const text = Array.from(bytes.subarray(0, 16), (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·",
  );
  return [...numbers, ["bits", first.toString(2).padStart(8, "0")], ["text", text.join("")]];
}
