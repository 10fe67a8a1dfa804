import { readHalf } from "../bytes/half.ts";
import type { Span } from "../bytes/trace.ts";

/** How numbers of a type are read. */
export interface ScalarReader {
  /** Bytes of one number. */
  readonly size: number;
  read(view: DataView, at: number): number | bigint;
}

const READERS: Readonly<Record<string, ScalarReader>> = {
  u8: { size: 1, read: (view, at) => view.getUint8(at) },
  i8: { size: 1, read: (view, at) => view.getInt8(at) },
  u16: { size: 2, read: (view, at) => view.getUint16(at, true) },
  i16: { size: 2, read: (view, at) => view.getInt16(at, true) },
  u32: { size: 4, read: (view, at) => view.getUint32(at, true) },
  i32: { size: 4, read: (view, at) => view.getInt32(at, true) },
  f16: { size: 2, read: (view, at) => readHalf(view, at) },
  f32: { size: 4, read: (view, at) => view.getFloat32(at, true) },
  u64: { size: 8, read: (view, at) => view.getBigUint64(at, true) },
  i64: { size: 8, read: (view, at) => view.getBigInt64(at, true) },
};

/**
 * The reader of the numbers that a span is made of, or undefined if it is made of something else.
 * @param type of a span or an element: `f32 x3`
 */
export function scalarReader(type: string): ScalarReader | undefined {
  return READERS[type.split(" ")[0] ?? ""];
}

/** A number as people want to read it: floats without the digits that single precision does not have. */
export function numberText(value: number | bigint): string {
  return (typeof value === "number" ? Number(value.toPrecision(7)) : value).toString();
}

/** Numbers shown of a longer array. */
const SHOWN = 4;

/**
 * The value of a span for a person: a number, the first numbers of an array, or text.
 * @example valueText(bytes, spanAt(spans, "positions[41]")) // "0.5 1.25 -3"
 */
export function valueText(bytes: Uint8Array, span: Span): string {
  if (span.children || span.type === "unread") return "";
  const reader = scalarReader(span.type);
  if (reader) return numbers(bytes, span, reader);
  return /char|bytes|string/.test(span.type) ? text(bytes, span) : "";
}

function numbers(bytes: Uint8Array, span: Span, reader: ScalarReader): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const total = Math.floor(span.size / reader.size);
  const shown = Math.min(total, span.count === undefined ? 16 : SHOWN);
  const values = Array.from({ length: shown }, (_, i) => reader.read(view, span.offset + i * reader.size));
  const words = values.map((value, i) => {
    if (!span.type.startsWith("f16")) return numberText(value);
    // Half floats are kept as bits, so those are shown beside the number.
    const bits = view.getUint16(span.offset + i * reader.size, true);
    return `${numberText(value)} (0x${bits.toString(16).padStart(4, "0")})`;
  });
  return words.join(" ") + (total > shown ? " …" : "");
}

function text(bytes: Uint8Array, span: Span): string {
  const part = bytes.subarray(span.offset, span.offset + Math.min(span.size, 24));
  const shown = Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "."));
  return shown.length > 0 ? `"${shown.join("")}"${span.size > 24 ? "…" : ""}` : "";
}
