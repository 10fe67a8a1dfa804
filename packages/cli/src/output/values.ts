import { readHalf, type Span } from "@meshglot/core";

type Value = number | bigint | string;

const READERS: Record<string, { size: number; read: (view: DataView, at: number) => Value }> = {
  u8: { size: 1, read: (view, at) => view.getUint8(at) },
  i8: { size: 1, read: (view, at) => view.getInt8(at) },
  u16: { size: 2, read: (view, at) => view.getUint16(at, true) },
  i16: { size: 2, read: (view, at) => view.getInt16(at, true) },
  u32: { size: 4, read: (view, at) => view.getUint32(at, true) },
  i32: { size: 4, read: (view, at) => view.getInt32(at, true) },
  f16: { size: 2, read: (view, at) => `${short(readHalf(view, at))} (${hex16(view.getUint16(at, true))})` },
  f32: { size: 4, read: (view, at) => view.getFloat32(at, true) },
  u64: { size: 8, read: (view, at) => view.getBigUint64(at, true) },
  i64: { size: 8, read: (view, at) => view.getBigInt64(at, true) },
};

/** Half floats are kept as bits, so those are shown beside the number. */
function hex16(bits: number): string {
  return `0x${bits.toString(16).padStart(4, "0")}`;
}

/** As many digits as a single-precision number is worth. */
function short(value: number): number {
  return Number(value.toPrecision(7));
}

/** Numbers shown of a longer array. */
const SHOWN = 4;

/** The value of a span for a person: a number, the first numbers of an array, or text. */
export function valueText(bytes: Uint8Array, span: Span): string {
  if (span.children || span.type === "unread") return "";
  const reader = READERS[span.type.split(" ")[0] ?? ""];
  if (reader) return numbers(bytes, span, reader);
  return /char|bytes|string/.test(span.type) ? text(bytes, span) : "";
}

function numbers(bytes: Uint8Array, span: Span, reader: (typeof READERS)[string]): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const total = Math.floor(span.size / reader.size);
  const shown = Math.min(total, span.count === undefined ? 16 : SHOWN);
  const values = Array.from({ length: shown }, (_, i) => reader.read(view, span.offset + i * reader.size));
  const words = values.map((value) => (typeof value === "number" ? short(value) : value).toString());
  return words.join(" ") + (total > shown ? " …" : "");
}

function text(bytes: Uint8Array, span: Span): string {
  const part = bytes.subarray(span.offset, span.offset + Math.min(span.size, 24));
  const shown = Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "."));
  return shown.length > 0 ? `"${shown.join("")}"${span.size > 24 ? "…" : ""}` : "";
}
