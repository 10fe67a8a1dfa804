import { takeScalars } from "./arrays.ts";
import { part } from "./lists.ts";
import type { Node } from "./node.ts";

/** A string as the file holds it. Its text depends on a code page, which the file does not name. */
export interface RawText {
  raw: Uint8Array;
  /** The length prefix, where it is not the number of bytes (a negative one, which reads nothing). */
  prefix?: number;
}

/** Memory of one string: the object, its typed array and that array's buffer. */
const TEXT_COST = 300;
/** Memory of one without bytes: the object alone. */
const EMPTY_COST = 60;
/** Nothing in it can be changed, so all empty strings may have the same. */
const EMPTY = new Uint8Array(0);

/**
 * A string with its length in front. A length of zero or less reads nothing, as the readers of these formats do; a
 * negative one is kept so that the file can be written back.
 *
 * @example field("typeIndex", text(i32))
 */
export function text(length: Node<number>): Node<RawText> {
  return {
    type: "string",
    read: (cursor) => {
      const prefix = part(cursor, "length", length);
      cursor.budget.charge(prefix > 0 ? TEXT_COST : EMPTY_COST, cursor.offset);
      if (prefix < 0) return { raw: EMPTY, prefix };
      if (prefix === 0 && !cursor.trace) return { raw: EMPTY };
      const raw = part(cursor, "bytes", {
        type: "bytes",
        read: () => takeScalars(cursor, Uint8Array, prefix, { path: "length", value: prefix }),
        write: () => undefined,
      });
      return { raw };
    },
    write: (sink, value) => {
      length.write(sink, value.prefix ?? value.raw.byteLength, undefined);
      sink.bytes(value.raw);
    },
  };
}
