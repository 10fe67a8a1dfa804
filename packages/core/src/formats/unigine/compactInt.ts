import type { Cursor } from "../../bytes/cursor.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import { countMismatch } from "../../layout/arrays.ts";
import type { CountFunction, Node } from "../../layout/node.ts";

/*
 * UNIGINE's integer (verified on 397,826 values). First byte: bit 7 says that another byte follows, bit 6 is the sign,
 * bits 0 to 5 are the lowest of the magnitude; each later byte: bit 7 as before, seven more bits.
 */

const MAX_BYTES = 5;
/** By number of bytes: the first magnitude that takes more (verified up to three bytes, inferred above). */
const THRESHOLDS = [0, 0x3f, 0x1fff, 0xfffff, 0x7ffffff] as const;
const INT32_LIMIT = 2 ** 31;
/** What a node of a tree costs at least in the file: an axis byte and four integers. */
const TREE_NODE_MIN = 5;
const LINKS = 4;

/** An integer whose bytes are not those that the engine's writer would have chosen. */
export interface OddInt {
  /** Its place among the values. */
  index: number;
  value: number;
  bytes: Uint8Array;
}

/** Many integers in one array; the few that are spelled another way keep their bytes beside it. */
export interface CompactInts {
  values: Int32Array;
  /** Used on writing as long as the value in the array is still the same. */
  odd?: OddInt[];
}

/** Nodes of a tree, depth-first: column by column, because a node is no fixed number of bytes. */
export interface TreeNodes {
  axes: Uint8Array;
  /** 4 per node: left child, right child, begin and end in the tree's indices. */
  links: CompactInts;
}

/** Number of bytes that the engine's writer uses. Its thresholds are one below what would fit: 63 takes two bytes. */
export function compactSize(value: number): number {
  const magnitude = Math.abs(value);
  let size = 1;
  while (size < MAX_BYTES && magnitude >= (THRESHOLDS[size] ?? Infinity)) size++;
  return size;
}

/** Puts an integer as the engine would. @returns the position after it */
function putCompact(target: Uint8Array, at: number, value: number): number {
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

/**
 * The integer in the lowest bytes of a little-endian word, if it is one of up to three bytes in the engine's own
 * spelling: four times the value, and the number of bytes in the two lowest bits. 0 if it is not.
 */
function shortInt(word: number): number {
  const more = word & 0x808080;
  const sign = -((word >>> 6) & 1);
  // Three bytes first: most integers in the tree of a large mesh are.
  if (more === 0x8080) {
    const magnitude = (word & 0x3f) | ((word >>> 2) & 0x1fc0) | ((word >>> 3) & 0xfe000);
    return magnitude >= THRESHOLDS[2] && magnitude < THRESHOLDS[3] ? (((magnitude ^ sign) - sign) << 2) | 3 : 0;
  }
  if ((more & 0x80) === 0) {
    const magnitude = word & 0x3f;
    return magnitude < THRESHOLDS[1] && (word & 0xff) !== 0x40 ? (((magnitude ^ sign) - sign) << 2) | 1 : 0;
  }
  if ((more & 0x8000) === 0) {
    const magnitude = (word & 0x3f) | ((word >>> 2) & 0x1fc0);
    return magnitude >= THRESHOLDS[1] && magnitude < THRESHOLDS[2] ? (((magnitude ^ sign) - sign) << 2) | 2 : 0;
  }
  return 0;
}

/** Reads the integer at an offset, whatever its size and spelling, into place `i`; says where it ends. */
type ReadOther = (at: number, i: number) => number;

/**
 * Runs one of the loops below over what a cursor holds. They are given no cursor: an engine that forgets the shape of
 * cursors between two files would compile them anew each time.
 * @returns the integers that are not spelled as the engine would
 */
function scan(cursor: Cursor, values: Int32Array, loop: (other: ReadOther) => number): OddInt[] {
  const odd: OddInt[] = [];
  cursor.offset = loop((at, i) => {
    values[i] = readAnyInt(cursor, at, i, odd);
    return cursor.offset;
  });
  return odd;
}

/** Integers in a row. @returns where the last one ends */
function scanInts(view: DataView, start: number, end: number, values: Int32Array, other: ReadOther): number {
  const wordEnd = end - 4;
  let at = start;
  for (let i = 0; i < values.length; i++) {
    const packed = at <= wordEnd ? shortInt(view.getUint32(at, true)) : 0;
    if (packed === 0) {
      at = other(at, i);
    } else {
      values[i] = packed >> 2;
      at += packed & 3;
    }
  }
  return at;
}

/** Two integers of one byte each: -1 and -1, the children of every leaf; 0 and 0, the range of every other node. */
const NO_CHILDREN = 0x4141;
const NO_RANGE = 0;

/** An axis and two pairs of integers per node. @returns where the last one ends */
function scanNodes(
  view: DataView,
  start: number,
  end: number,
  axes: Uint8Array,
  links: Int32Array,
  other: ReadOther,
): number {
  const wordEnd = end - 4;
  let at = start;
  for (let i = 0; i < links.length; i += 2) {
    if ((i & 3) === 0 && at < end) axes[i >> 2] = view.getUint8(at++);
    const word = at <= wordEnd ? view.getUint32(at, true) : -1;
    const pair = word & 0xffff;
    if (pair === NO_CHILDREN || pair === NO_RANGE) {
      links[i] = pair === NO_RANGE ? 0 : -1;
      links[i + 1] = pair === NO_RANGE ? 0 : -1;
      at += 2;
      continue;
    }
    const first = word === -1 ? 0 : shortInt(word);
    links[i] = first >> 2;
    at = first === 0 ? other(at, i) : at + (first & 3);
    const second = at <= wordEnd ? shortInt(view.getUint32(at, true)) : 0;
    links[i + 1] = second >> 2;
    at = second === 0 ? other(at, i + 1) : at + (second & 3);
  }
  return at;
}

function readInts(cursor: Cursor, values: Int32Array): OddInt[] {
  const { view, offset, end } = cursor;
  return scan(cursor, values, (other) => scanInts(view, offset, end, values, other));
}

/** An integer of any size and spelling; leaves the cursor behind it. */
function readAnyInt(cursor: Cursor, start: number, index: number, odd: OddInt[]): number {
  const { bytes, end } = cursor;
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
  const value = negative ? 0 - magnitude : magnitude;
  if (value >= INT32_LIMIT || value < -INT32_LIMIT) {
    throw cursor.fault("COMPACT_INT", { detail: `${value} does not fit 32 bits`, offset: start });
  }
  cursor.offset = start + size;
  if (size !== compactSize(value) || (negative && magnitude === 0))
    noteOdd(cursor, odd, index, value, start, cursor.offset);
  return value;
}

function noteOdd(cursor: Cursor, odd: OddInt[], index: number, value: number, start: number, end: number): void {
  cursor.budget.charge(240, start); // an object and a small array
  odd.push({ index, value, bytes: cursor.bytes.slice(start, end) });
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
  read: (cursor) => {
    const values = new Int32Array(1);
    readInts(cursor, values);
    return values[0] ?? 0;
  },
  write: (sink, value) => {
    requireInt32(value);
    sink.bytes(encodeCompact(value));
  },
  canonical: encodeCompact,
};

/** Integers in a row. Every one takes a byte at least, so the count is checked before anything is allocated. */
export function compactInts<R>(count: CountFunction<R>): Node<CompactInts, R> {
  return {
    type: "int",
    read: (cursor, record) => {
      const n = count(record);
      requireBytes(cursor, n, n, count);
      cursor.budget.charge(4 * n, cursor.offset);
      if (cursor.trace?.current) cursor.trace.current.count = n;
      const values = new Int32Array(n);
      return withOdd(values, readInts(cursor, values));
    },
    write: (sink, value, record) => {
      const wanted = count(record);
      if (value.values.length !== wanted) throw countMismatch(value.values.length, wanted, count);
      const bytes = new Uint8Array(compactIntsSizeLimit(value));
      let odd = 0;
      let at = 0;
      for (let i = 0; i < wanted; i++) {
        while ((value.odd?.[odd]?.index ?? wanted) < i) odd++;
        at = putInt(bytes, at, value, i, value.odd?.[odd]);
      }
      sink.bytes(bytes.subarray(0, at));
    },
  };
}

/** Nodes of a tree: a byte and four integers each. */
export function treeNodes<R>(count: CountFunction<R>): Node<TreeNodes, R> {
  return {
    type: "tree node",
    read: (cursor, record) => {
      const n = count(record);
      requireBytes(cursor, n * TREE_NODE_MIN, n, count);
      cursor.budget.charge(17 * n, cursor.offset);
      if (cursor.trace?.current) cursor.trace.current.count = n;
      const axes = new Uint8Array(n);
      const links = new Int32Array(n * LINKS);
      const { view, offset, end } = cursor;
      const odd = scan(cursor, links, (other) => scanNodes(view, offset, end, axes, links, other));
      return { axes, links: withOdd(links, odd) };
    },
    write: (sink, { axes, links }, record) => {
      const wanted = count(record);
      if (axes.length !== wanted) throw countMismatch(axes.length, wanted, count);
      if (links.values.length !== wanted * LINKS) throw countMismatch(links.values.length, wanted * LINKS, count);
      const bytes = new Uint8Array(wanted + compactIntsSizeLimit(links));
      let odd = 0;
      let at = 0;
      for (let i = 0; i < wanted * LINKS; i++) {
        if (i % LINKS === 0) bytes[at++] = axes[i / LINKS] ?? 0;
        while ((links.odd?.[odd]?.index ?? i) < i) odd++;
        at = putInt(bytes, at, links, i, links.odd?.[odd]);
      }
      sink.bytes(bytes.subarray(0, at));
    },
  };
}

function putInt(bytes: Uint8Array, at: number, { values }: CompactInts, i: number, odd: OddInt | undefined): number {
  const value = values[i] ?? 0;
  if (odd?.index !== i || odd.value !== value) return putCompact(bytes, at, value);
  bytes.set(odd.bytes, at);
  return at + odd.bytes.byteLength;
}

/** Odd spellings are five bytes at most as well: more are refused on reading. */
function compactIntsSizeLimit({ values, odd }: CompactInts): number {
  const tooLong = odd?.find(({ bytes }) => bytes.byteLength > MAX_BYTES);
  if (tooLong) throw outOfRange(`${tooLong.bytes.byteLength} bytes for one integer`);
  return MAX_BYTES * values.length;
}

function withOdd(values: Int32Array, odd: OddInt[]): CompactInts {
  return odd.length > 0 ? { values, odd } : { values };
}

function requireBytes(
  cursor: Cursor,
  bytes: number,
  value: number,
  { path = "count", absolute }: { path?: string; absolute?: boolean },
): void {
  if (bytes <= cursor.left) return;
  cursor.take(bytes, { path, value, absolute });
}

function requireInt32(value: number): void {
  if (!Number.isInteger(value) || value >= INT32_LIMIT || value < -INT32_LIMIT) throw outOfRange(`${value}`);
}

function outOfRange(what: string): MeshglotError {
  return new MeshglotError({
    code: "WRITE_OUT_OF_RANGE",
    detail: `${what}: a compact integer holds 32 bits in at most ${MAX_BYTES} bytes`,
    hint: "Change the value; meshglot never wraps or truncates numbers.",
  });
}
