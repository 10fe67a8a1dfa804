import type { Cursor } from "../../bytes/cursor.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import { countMismatch } from "../../layout/arrays.ts";
import type { Node } from "../../layout/node.ts";

/*
 * UNIGINE's integer (verified on 397,826 values). First byte: bit 7 says that another byte follows, bit 6 is the sign,
 * bits 0 to 5 are the lowest of the magnitude; each later byte: bit 7 as before, seven more bits.
 */

const MAX_BYTES = 5;
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

/**
 * Number of bytes that the engine's writer uses. Its thresholds are one below what would fit (verified up to three
 * bytes, inferred above): 63 takes two bytes.
 */
export function compactSize(value: number): number {
  const magnitude = Math.abs(value);
  if (magnitude < 0x3f) return 1;
  if (magnitude < 0x1fff) return 2;
  if (magnitude < 0xfffff) return 3;
  if (magnitude < 0x7ffffff) return 4;
  return 5;
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

/** Reads integers one after the other without a call per byte; the tree of a large mesh has millions. */
class CompactReader {
  offset: number;
  readonly odd: OddInt[] = [];
  readonly #cursor: Cursor;
  readonly #bytes: Uint8Array;
  readonly #end: number;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
    this.#bytes = cursor.bytes;
    this.#end = cursor.end;
    this.offset = cursor.offset;
  }

  byte(): number {
    if (this.offset >= this.#end) this.#endOfFile(this.offset);
    return this.#bytes[this.offset++] ?? 0;
  }

  /** @param index where the value goes, for {@link CompactReader.odd} */
  int(index: number): number {
    const start = this.offset;
    const bytes = this.#bytes;
    if (start >= this.#end) this.#endOfFile(start);
    let byte = bytes[start] ?? 0;
    const negative = (byte & 0x40) !== 0;
    let magnitude = byte & 0x3f;
    let size = 1;
    // 6 + 7 + 7 + 7 bits fit a 32-bit shift; the fifth byte does not.
    for (let shift = 6; byte >= 0x80; shift += 7) {
      if (size === MAX_BYTES) this.#tooLong(start);
      if (start + size >= this.#end) this.#endOfFile(start);
      byte = bytes[start + size++] ?? 0;
      magnitude += size === MAX_BYTES ? (byte & 0x7f) * 2 ** 27 : (byte & 0x7f) << shift;
    }
    this.offset = start + size;
    const value = negative && magnitude > 0 ? -magnitude : magnitude;
    if (size === MAX_BYTES && (value >= INT32_LIMIT || value < -INT32_LIMIT)) this.#tooLarge(value, start);
    if (size !== compactSize(magnitude) || (negative && magnitude === 0)) this.#note(index, value, start);
    return value;
  }

  #note(index: number, value: number, start: number): void {
    this.#cursor.budget.charge(240, start); // an object and a small array
    this.odd.push({ index, value, bytes: this.#bytes.slice(start, this.offset) });
  }

  #tooLarge(value: number, start: number): never {
    throw this.#cursor.fault("COMPACT_INT", { detail: `${value} does not fit 32 bits`, offset: start });
  }

  #tooLong(start: number): never {
    throw this.#cursor.fault("COMPACT_INT", {
      detail: `an integer of more than ${MAX_BYTES} bytes`,
      offset: start,
    });
  }

  #endOfFile(start: number): never {
    this.#cursor.offset = start;
    this.#cursor.take(this.#end - start + 1);
    throw new Error("unreachable: the cursor had one byte more than it has");
  }
}

/** A single integer. A record keeps its bytes where they are not the engine's own. */
export const compactInt: Node<number> = {
  type: "int",
  read: (cursor) => {
    const reader = new CompactReader(cursor);
    const value = reader.int(0);
    cursor.offset = reader.offset;
    return value;
  },
  write: (sink, value) => {
    requireInt32(value);
    sink.bytes(encodeCompact(value));
  },
  canonical: encodeCompact,
};

/** Integers in a row. Every one takes a byte at least, so the count is checked before anything is allocated. */
export function compactInts<R>(count: (record: R) => number): Node<CompactInts, R> {
  return {
    type: "int",
    read: (cursor, record) => {
      const n = count(record);
      requireBytes(cursor, n, n);
      cursor.budget.charge(4 * n, cursor.offset);
      if (cursor.trace?.current) cursor.trace.current.count = n;
      const values = new Int32Array(n);
      const reader = new CompactReader(cursor);
      for (let i = 0; i < n; i++) values[i] = reader.int(i);
      cursor.offset = reader.offset;
      return withOdd(values, reader.odd);
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
export function treeNodes<R>(count: (record: R) => number): Node<TreeNodes, R> {
  return {
    type: "tree node",
    read: (cursor, record) => {
      const n = count(record);
      requireBytes(cursor, n * TREE_NODE_MIN, n);
      cursor.budget.charge(17 * n, cursor.offset);
      if (cursor.trace?.current) cursor.trace.current.count = n;
      const axes = new Uint8Array(n);
      const links = new Int32Array(n * LINKS);
      const reader = new CompactReader(cursor);
      for (let i = 0, link = 0; i < n; i++, link += LINKS) {
        axes[i] = reader.byte();
        links[link] = reader.int(link);
        links[link + 1] = reader.int(link + 1);
        links[link + 2] = reader.int(link + 2);
        links[link + 3] = reader.int(link + 3);
      }
      cursor.offset = reader.offset;
      return { axes, links: withOdd(links, reader.odd) };
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

function requireBytes(cursor: Cursor, bytes: number, count: number): void {
  if (bytes <= cursor.left) return;
  cursor.take(bytes, { path: "count", value: count });
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
