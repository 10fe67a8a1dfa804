import { Budget } from "../../bytes/budget.ts";
import { Cursor } from "../../bytes/cursor.ts";
import { copyBytes, countMismatch } from "../../layout/arrays.ts";
import type { CountFunction, Node } from "../../layout/node.ts";
import { isOdd, MAX_BYTES, outOfRange, putCompact, readInt } from "./compactInt.ts";
import { later } from "./later.ts";
import { LINKS, skimInts, skimNodes, TREE_NODE_MIN } from "./skimRuns.ts";

/*
 * Long runs of compact integers. Only collision has them, and most who open a file have no use for that: reading checks
 * them to the last byte and keeps the bytes; the numbers are made when somebody asks.
 */

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

/** Integers in a row. Every one takes a byte at least, so the count is checked before anything is allocated. */
export function compactInts<R>(count: CountFunction<R>): Node<CompactInts, R> {
  return {
    type: "int",
    read: (cursor, record) => {
      const n = count(record);
      requireBytes(cursor, n, n, count);
      if (cursor.trace?.current) cursor.trace.current.count = n;
      const { bytes, odd } = keep(cursor, 4 * n, (at, other) => skimInts(cursor.view, at, cursor.end, n, other));
      return later<CompactInts>(odd ? ["values", "odd"] : ["values"], () => numbersOf(bytes, n));
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
      if (cursor.trace?.current) cursor.trace.current.count = n;
      const { bytes } = keep(cursor, 17 * n, (at, other) => skimNodes(cursor.view, at, cursor.end, n, other));
      return later<TreeNodes>(["axes", "links"], () => {
        const axes = new Uint8Array(n);
        return { axes, links: numbersOf(bytes, n * LINKS, axes) };
      });
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

/** What an integer with a spelling of its own takes in memory: an object and a small array. */
const ODD_COST = 240;

/**
 * The bytes of a run, once they are known to be one.
 *
 * @param size memory of the numbers that will be made of them
 * @param skim walks over the run; it is given no cursor, because an engine that forgets the shape of cursors between
 *   two files would compile its loop anew each time
 */
function keep(
  cursor: Cursor,
  size: number,
  skim: (start: number, other: (at: number) => number) => number,
): { bytes: Uint8Array; odd: boolean } {
  const start = cursor.offset;
  let odd = false;
  const end = skim(start, (at) => {
    cursor.offset = at;
    if (isOdd(readInt(cursor), cursor.bytes, at, cursor.offset)) {
      cursor.budget.charge(ODD_COST, at);
      odd = true;
    }
    return cursor.offset;
  });
  cursor.budget.charge(size + end - start, start);
  cursor.offset = start;
  return { bytes: new Uint8Array(copyBytes(cursor, end - start)), odd };
}

/** The numbers of a run that {@link keep} has checked: no fault is left in it, and all memory is paid for. */
function numbersOf(bytes: Uint8Array, count: number, axes?: Uint8Array): CompactInts {
  const cursor = new Cursor(bytes, { family: "UNIGINE", budget: new Budget(0, Infinity) });
  const values = new Int32Array(count);
  const odd: OddInt[] = [];
  for (let i = 0; i < count; i++) {
    if (axes && i % LINKS === 0) axes[i / LINKS] = bytes[cursor.offset++] ?? 0;
    const at = cursor.offset;
    const value = readInt(cursor);
    values[i] = value;
    if (isOdd(value, bytes, at, cursor.offset)) odd.push({ index: i, value, bytes: bytes.slice(at, cursor.offset) });
  }
  return odd.length > 0 ? { values, odd } : { values };
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

function requireBytes(
  cursor: Cursor,
  bytes: number,
  value: number,
  { path = "count", absolute }: { path?: string; absolute?: boolean },
): void {
  if (bytes <= cursor.left) return;
  cursor.take(bytes, { path, value, absolute });
}
