import type { Cursor } from "../bytes/cursor.ts";
import { type CountCause, MeshglotError } from "../bytes/fault.ts";
import type { Sink } from "../bytes/sink.ts";
import { MAX_ITEM_SPANS } from "../bytes/trace.ts";
import { countMismatch, countOf } from "./arrays.ts";
import type { Count, Node } from "./node.ts";

/** What one more object in a list costs in memory, roughly: its own fields and its place in the array. */
const OBJECT_COST = 160;

/**
 * Things that follow one another, each an object of its own: records, strings. Items of one size become one span that
 * is divided by arithmetic; others get a span each.
 *
 * @param item the node of every item, or a function that makes the node of item `i`
 * @param count name of the field that counts them, or a function of the record
 */
export function list<V, const K extends string>(item: Node<V>, count: K): Node<V[], Record<K, number>>;
export function list<V, R>(item: Node<V> | ((record: R, index: number) => Node<V>), count: Count<R>): Node<V[], R>;
export function list<V, R>(item: Node<V> | ((record: R, index: number) => Node<V>), count: Count<R>): Node<V[], R> {
  const nodeOf = typeof item === "function" ? item : () => item;
  const type = typeof item === "function" ? "list" : item.type;
  return {
    type,
    ...(typeof item === "function" ? {} : { fields: item.fields }),
    read: (cursor, record) => {
      const { value, cause } = countOf(count, record);
      if (typeof item !== "function" && item.size) {
        cursor.trace?.array(value, item);
        if (value * item.size <= cursor.left) return readItems(cursor, value, () => item, record);
        throw cutTable(cursor, value, item, item.size, cause);
      }
      try {
        return readItems(cursor, value, nodeOf, record);
      } catch (error) {
        throw error instanceof MeshglotError && cause ? error.causedBy(cause, true) : error;
      }
    },
    write: (sink, value, record) => {
      const wanted = countOf(count, record).value;
      if (value.length !== wanted) throw countMismatch(value.length, wanted, count);
      writeItems(sink, value, nodeOf, record);
    },
  };
}

/**
 * A list with its own count in front. The count is nothing but the length of the list, so it is no field of the record.
 *
 * @example field("boneNames", counted(count(i32), text(i32)), { when: has(0x8) })
 */
export function counted<V>(prefix: Node<number>, item: Node<V>): Node<V[]> {
  return {
    type: item.type,
    ...(item.fields ? { fields: item.fields } : {}),
    read: (cursor) => {
      const value = part(cursor, "count", prefix);
      try {
        return readItems(cursor, value, () => item, undefined);
      } catch (error) {
        throw error instanceof MeshglotError ? error.causedBy({ path: "count", value }, false) : error;
      }
    },
    write: (sink, value) => {
      prefix.write(sink, value.length, undefined);
      writeItems(sink, value, () => item, undefined);
    },
  };
}

/** The fault of a table that is not all there, with the rows that are. */
function cutTable<V>(
  cursor: Cursor,
  count: number,
  row: Node<V>,
  size: number,
  cause: CountCause | undefined,
): MeshglotError {
  try {
    cursor.take(count * size, cause);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    const whole = Math.floor(cursor.left / size);
    cursor.trace?.shorten(whole);
    error.partial = readItems(cursor, whole, () => row, undefined);
    return error;
  }
  throw new Error("a table that is all there was taken for a cut one");
}

/** Reads a part of a node that is no field of a record but deserves a span and a place in error paths. */
export function part<V>(cursor: Cursor, name: string, node: Node<V>): V {
  cursor.trace?.open(name, node.type, cursor.offset);
  try {
    const value = node.read(cursor, undefined);
    cursor.trace?.close(cursor.offset);
    return value;
  } catch (error) {
    throw error instanceof MeshglotError ? error.within(name) : error;
  }
}

function readItems<V, R>(cursor: Cursor, count: number, nodeOf: (record: R, i: number) => Node<V>, record: R): V[] {
  const items: V[] = [];
  const trace = cursor.trace;
  // A table is one span whose elements are arithmetic; only items of their own size are traced one by one.
  const traced = trace && trace.current?.element === undefined ? trace : undefined;
  if (!traced) cursor.trace = undefined;
  let i = 0;
  try {
    for (; i < count; i++) {
      const node = nodeOf(record, i);
      cursor.budget.charge(OBJECT_COST, cursor.offset);
      if (traced && i < MAX_ITEM_SPANS) traced.open(`[${i}]`, node.type, cursor.offset);
      else if (traced && i === MAX_ITEM_SPANS) {
        traced.open(`[${i}..${count - 1}]`, node.type, cursor.offset);
        cursor.trace = undefined;
      }
      items.push(node.read(cursor, undefined));
      if (traced && i < MAX_ITEM_SPANS) traced.close(cursor.offset);
    }
    if (traced && count > MAX_ITEM_SPANS) traced.close(cursor.offset);
  } catch (error) {
    if (error instanceof MeshglotError) {
      if (error.partial !== undefined) items.push(error.partial as V); // the record that failed, as far as it was read
      error.partial = items;
      throw error.within(`[${i}]`);
    }
    throw error;
  } finally {
    cursor.trace = trace;
  }
  return items;
}

function writeItems<V, R>(sink: Sink, items: V[], nodeOf: (record: R, i: number) => Node<V>, record: R): void {
  items.forEach((item, i) => {
    try {
      nodeOf(record, i).write(sink, item, undefined);
    } catch (error) {
      throw error instanceof MeshglotError ? error.within(`[${i}]`) : error;
    }
  });
}
