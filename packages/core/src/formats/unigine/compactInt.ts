import type { Cursor } from "../../bytes/cursor.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import type { Node } from "../../layout/node.ts";

/*
 * UNIGINE's integer (verified on 397,826 values). First byte: bit 7 says that another byte follows, bit 6 is the sign,
 * bits 0 to 5 are the lowest of the magnitude; each later byte: bit 7 as before, seven more bits.
 */

export const MAX_BYTES = 5;
/** By number of bytes: the first magnitude that takes more (verified up to three bytes, inferred above). */
const THRESHOLDS = [0, 0x3f, 0x1fff, 0xfffff, 0x7ffffff] as const;
const INT32_LIMIT = 2 ** 31;

/** Number of bytes that the engine's writer uses. Its thresholds are one below what would fit: 63 takes two bytes. */
export function compactSize(value: number): number {
  const magnitude = Math.abs(value);
  let size = 1;
  while (size < MAX_BYTES && magnitude >= (THRESHOLDS[size] ?? Infinity)) size++;
  return size;
}

/** Puts an integer as the engine would. @returns the position after it */
export function putCompact(target: Uint8Array, at: number, value: number): number {
  const size = compactSize(value);
  let magnitude = Math.abs(value);
  target[at] = (magnitude % 64) | (value < 0 ? 0x40 : 0) | (size > 1 ? 0x80 : 0);
  magnitude = Math.floor(magnitude / 64);
  for (let i = 1; i < size; i++) {
    target[at + i] = (magnitude % 128) | (i + 1 < size ? 0x80 : 0);
    magnitude = Math.floor(magnitude / 128);
  }
  return at + size;
}

/** The bytes of one integer as the engine would write them. */
export function encodeCompact(value: number): Uint8Array {
  const bytes = new Uint8Array(MAX_BYTES);
  return bytes.slice(0, putCompact(bytes, 0, value));
}

/** Magnitude of the integer of up to three bytes in the lowest bytes of a little-endian word; the rest of it is zero. */
function magnitudeOf(word: number): number {
  return (word & 0x3f) | ((word >>> 2) & 0x1fc0) | ((word >>> 3) & 0xfe000);
}

/**
 * Number of bytes of the integer in the lowest bytes of a little-endian word, if it is one of up to three bytes in the
 * engine's own spelling; 0 if it is not. By branches, so that a processor guesses it and goes on to the next integer
 * without waiting for this one: nearly every integer of a mesh is as long as the one before.
 */
export function shortSize(word: number): number {
  const more = word & 0x808080;
  // Three bytes first: most integers in the tree of a large mesh are. Only those next to a threshold need a closer look.
  if (more === 0x8080) {
    const third = word & 0x7f0000;
    if (third !== 0 && third !== 0x7f0000) return 3;
    const magnitude = magnitudeOf(word);
    return magnitude >= THRESHOLDS[2] && magnitude < THRESHOLDS[3] ? 3 : 0;
  }
  if ((more & 0x80) === 0) return (word & 0x3f) < THRESHOLDS[1] && (word & 0xff) !== 0x40 ? 1 : 0;
  if ((more & 0x8000) !== 0) return 0;
  const magnitude = magnitudeOf(word & 0xffff);
  return magnitude >= THRESHOLDS[1] && magnitude < THRESHOLDS[2] ? 2 : 0;
}

/** An integer of any size and spelling at the cursor, which is left behind it. */
export function readInt(cursor: Cursor): number {
  const { bytes, end, offset: start } = cursor;
  let magnitude = 0;
  let size = 0;
  let byte = 0x80;
  for (let factor = 1; byte >= 0x80; size++) {
    if (size === MAX_BYTES) {
      throw cursor.fault("COMPACT_INT", { detail: `an integer of more than ${MAX_BYTES} bytes`, offset: start });
    }
    if (start + size >= end) throw endOfBytes(cursor, start);
    byte = bytes[start + size] ?? 0;
    magnitude += (byte & (size === 0 ? 0x3f : 0x7f)) * factor;
    factor *= size === 0 ? 64 : 128;
  }
  const negative = ((bytes[start] ?? 0) & 0x40) !== 0;
  const value = negative ? 0 - magnitude : magnitude; // not -0: that is no integer of ours
  if (value >= INT32_LIMIT || value < -INT32_LIMIT) {
    throw cursor.fault("COMPACT_INT", { detail: `${value} does not fit 32 bits`, offset: start });
  }
  cursor.offset = start + size;
  return value;
}

/** Whether the integer at a place has another spelling than the engine would choose. */
export function isOdd(value: number, bytes: Uint8Array, start: number, end: number): boolean {
  return end - start !== compactSize(value) || (value === 0 && bytes[start] !== 0);
}

/** The fault of an integer that is cut off. */
function endOfBytes(cursor: Cursor, start: number): MeshglotError {
  return cursor.fault("TRUNCATED", {
    detail: `an integer at offset ${start} goes on beyond the end`,
    offset: start,
    needed: cursor.end - start + 1,
    available: cursor.end - start,
  });
}

/** A single integer. A record keeps its bytes where they are not the engine's own. */
export const compactInt: Node<number> = {
  type: "int",
  read: readInt,
  write: (sink, value) => {
    requireInt32(value);
    sink.bytes(encodeCompact(value));
  },
  canonical: encodeCompact,
};

function requireInt32(value: number): void {
  if (!Number.isInteger(value) || value >= INT32_LIMIT || value < -INT32_LIMIT) throw outOfRange(`${value}`);
}

export function outOfRange(what: string): MeshglotError {
  return new MeshglotError({
    code: "WRITE_OUT_OF_RANGE",
    detail: `${what}: a compact integer holds 32 bits in at most ${MAX_BYTES} bytes`,
    hint: "Change the value; meshglot never wraps or truncates numbers.",
  });
}
