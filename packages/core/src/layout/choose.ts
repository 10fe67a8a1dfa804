import type { Cursor } from "../bytes/cursor.ts";
import type { Node } from "./node.ts";

/**
 * One of several nodes. On reading the record so far and the bytes ahead decide; on writing the value does.
 *
 * @param type how the documentation names the choice
 * @example choose("u16 x3 or u32 x3", { read: indexWidth, write: (indices) => nodeFor(indices) })
 */
export function choose<V, R>(
  type: string,
  by: { read: (record: R, cursor: Cursor) => Node<V, R>; write: (value: V, record: R) => Node<V, R> },
): Node<V, R> {
  return {
    type,
    read: (cursor, record) => {
      const node = by.read(record, cursor);
      if (cursor.trace?.current) cursor.trace.current.type = node.type;
      return node.read(cursor, record);
    },
    write: (sink, value, record) => by.write(value, record).write(sink, value, record),
  };
}
