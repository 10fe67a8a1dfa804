import type { Cursor } from "../bytes/cursor.ts";
import { MeshglotError } from "../bytes/fault.ts";
import { MAX_ITEM_SPANS, type Span, type Trace } from "../bytes/trace.ts";
import { countMismatch, countOf, rest } from "./arrays.ts";
import type { Count, Node } from "./node.ts";

/** A block that an earlier table points at. */
export interface Placed<V> {
  readonly offset: number;
  /** Bytes of the block; an empty one is anywhere. */
  readonly size: number;
  readonly node: Node<V>;
  /** Names the field that gave the size, for messages: `objects[3].triangleCount = 12`. */
  readonly cause: string;
}

/** Bytes that no table points at, with their place. */
export interface Gap {
  offset: number;
  bytes: Uint8Array;
}

/** What one block costs in memory beside its bytes, roughly. */
const BLOCK_COST = 200;

/**
 * A block at an absolute offset. Its size is known from the table, so that a block that lies outside the file or on
 * other bytes is refused before anything is allocated.
 */
export function at<V>(offset: number, size: number, node: Node<V>, cause: string): Placed<V> {
  return { offset, size, node, cause };
}

/**
 * Blocks at absolute offsets, one per record of an earlier table. The tables come first in the file: what lies before
 * the cursor is taken.
 *
 * @param like what a block looks like, for documentation
 * @param count number of blocks
 * @param place where block `i` lies
 * @example blocks(meshLayout, objectCount, (file, i) => at(file.objects[i].meshOffset, 44 * n, mesh(n), "…"))
 */
export function blocks<V, R>(
  like: Omit<Node<V>, "read" | "write">,
  count: Count<R>,
  place: (record: R, index: number) => Placed<V>,
): Node<V[], R> {
  return {
    type: like.type,
    ...(like.fields ? { fields: like.fields } : {}),
    hideEmpty: true,
    read: (cursor, record) => {
      const items: V[] = [];
      const { value } = countOf(count, record);
      const rest = new RestSpans(like.type);
      for (let i = 0; i < value; i++) {
        try {
          const placed = place(record, i);
          items.push(i < MAX_ITEM_SPANS ? readPlaced(cursor, placed, `[${i}]`) : rest.read(cursor, placed, i));
        } catch (error) {
          if (!(error instanceof MeshglotError)) throw error;
          if (error.partial !== undefined) items.push(error.partial as V); // the block that failed, as far as it is there
          error.partial = items;
          throw error.within(`[${i}]`);
        }
      }
      return items;
    },
    write: (sink, value, record) => {
      const wanted = countOf(count, record).value;
      if (value.length !== wanted) throw countMismatch(value.length, wanted, count);
      const back = sink.offset;
      value.forEach((item, i) => {
        const { offset, size, node } = place(record, i);
        if (size > 0) sink.seek(offset);
        try {
          node.write(sink, item, undefined);
        } catch (error) {
          throw error instanceof MeshglotError ? error.within(`[${i}]`) : error;
        }
      });
      sink.seek(back);
    },
  };
}

function readPlaced<V>(cursor: Cursor, placed: Placed<V>, name: string): V {
  const { offset, size, node, cause } = placed;
  cursor.budget.charge(BLOCK_COST, cursor.offset);
  if (size === 0) return silently(cursor, node);
  if (offset + size > cursor.end) {
    const left = Math.max(0, cursor.end - offset);
    const fault = cursor.fault("TRUNCATED", {
      detail: `needs ${size} bytes at offset ${offset}, ${left} left; ${cause} asked for it`,
      offset: Math.min(offset, cursor.end),
      needed: size,
      available: left,
    });
    fault.partial = firstPart(cursor, offset, node);
    throw fault;
  }
  claim(cursor, offset, size);
  const back = cursor.offset;
  const span = cursor.trace?.openRoot(name, node.type, offset);
  try {
    cursor.offset = offset;
    const value = node.read(cursor, undefined);
    cursor.trace?.close(cursor.offset);
    return value;
  } catch (error) {
    if (span) cursor.trace?.discard(span);
    throw error;
  } finally {
    cursor.offset = back;
  }
}

/** What is there of a block that reaches beyond the file. */
function firstPart<V>(cursor: Cursor, offset: number, node: Node<V>): object | undefined {
  if (offset >= cursor.end) return undefined;
  const inside = cursor.fork();
  inside.offset = offset;
  try {
    node.read(inside, undefined);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return error.partial;
  }
  return undefined;
}

/** Spans for the blocks beyond {@link MAX_ITEM_SPANS}: one for each run of blocks that follow each other. */
class RestSpans {
  readonly #type: string;
  #run: { span: Span; first: number } | undefined;

  constructor(type: string) {
    this.#type = type;
  }

  read<V>(cursor: Cursor, placed: Placed<V>, index: number): V {
    const trace = cursor.trace;
    cursor.trace = undefined;
    try {
      const value = readPlaced(cursor, placed, "");
      if (trace && placed.size > 0) this.#note(trace, placed, index);
      return value;
    } finally {
      cursor.trace = trace;
    }
  }

  #note(trace: Trace, { offset, size }: { offset: number; size: number }, index: number): void {
    if (this.#run && this.#run.span.offset + this.#run.span.size === offset) {
      this.#run.span.size += size;
    } else {
      this.#run = { span: trace.openRoot("", this.#type, offset), first: index };
      trace.close(offset + size);
    }
    const { span, first } = this.#run;
    span.path = `${trace.current?.path ?? ""}[${first === index ? index : `${first}..${index}`}]`;
  }
}

/** An empty block has a value and no span. */
function silently<V>(cursor: Cursor, node: Node<V>): V {
  const trace = cursor.trace;
  cursor.trace = undefined;
  try {
    return node.read(cursor, undefined);
  } finally {
    cursor.trace = trace;
  }
}

/** @throws MeshglotError `<family>_BLOCK_OVERLAP` if other bytes of the file have the place already */
function claim(cursor: Cursor, offset: number, size: number): void {
  const taken = offset < cursor.offset ? { start: 0, end: cursor.offset } : cursor.covered.claim(offset, offset + size);
  if (!taken) return;
  const owner = offset < cursor.offset ? "the tables" : "another block";
  throw cursor.fault("BLOCK_OVERLAP", {
    detail: `the block at ${offset} to ${offset + size - 1} lies on ${owner} at ${taken.start} to ${taken.end - 1}`,
    offset,
    needed: size,
    available: Math.max(0, taken.start - offset),
  });
}

/** What lies between the tables and the blocks, or between blocks, and belongs to none. */
export function gaps(): Node<Gap[]> {
  return {
    type: "gap",
    hideEmpty: true,
    read: (cursor) => {
      const tables = cursor.offset;
      cursor.covered.claim(0, tables);
      const found = cursor.covered.gaps().map(({ start, end }, i) => {
        cursor.budget.charge(BLOCK_COST, start);
        cursor.trace?.openRoot(`[${i}]`, "gap", start);
        cursor.trace?.array(end - start, { type: "u8", size: 1 });
        cursor.trace?.close(end);
        return { offset: start, bytes: cursor.bytes.slice(start, end) };
      });
      cursor.trace?.sortRoots();
      return found;
    },
    write: (sink, value) => {
      const back = sink.offset;
      for (const gap of value) {
        sink.seek(gap.offset);
        sink.bytes(gap.bytes);
      }
      sink.seek(back);
    },
  };
}

/** All bytes behind the last block, where blocks have absolute offsets. */
export function restAfterBlocks(): Node<Uint8Array> {
  const tail = rest();
  return {
    ...tail,
    read: (cursor, record) => {
      cursor.offset = Math.max(cursor.offset, cursor.covered.end);
      if (cursor.trace?.current) cursor.trace.current.offset = cursor.offset;
      return tail.read(cursor, record);
    },
    write: (sink, value, record) => {
      sink.seek(sink.end);
      tail.write(sink, value, record);
    },
  };
}
