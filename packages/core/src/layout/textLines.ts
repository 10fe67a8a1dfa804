import type { Cursor } from "../bytes/cursor.ts";
import { takeScalars } from "./arrays.ts";
import { list } from "./lists.ts";
import type { Node } from "./node.ts";
import type { RawText } from "./text.ts";

const LINE_FEED = 0x0a;
/** Memory of one line: the object, its typed array and that array's buffer. */
const LINE_COST = 200;

const line: Node<RawText> = {
  type: "line",
  read: (cursor) => {
    cursor.budget.charge(LINE_COST, cursor.offset);
    return { raw: takeScalars(cursor, Uint8Array, lineSize(cursor)) };
  },
  write: (sink, { raw }) => sink.bytes(raw),
};

/** Up to and with the next line feed, or to the end. */
function lineSize(cursor: Cursor): number {
  const at = cursor.bytes.indexOf(LINE_FEED, cursor.offset);
  return at < 0 || at >= cursor.end ? cursor.left : at + 1 - cursor.offset;
}

/**
 * The rest of a text file line by line, each with its line end, so that unedited lines stay as they are.
 *
 * @example field("lines", textLines())
 */
export function textLines(): Node<RawText[]> {
  return {
    type: "line",
    hideEmpty: true,
    read: (cursor) => {
      let count = 0;
      for (let at = cursor.offset; at < cursor.end; count++) {
        const next = cursor.bytes.indexOf(LINE_FEED, at);
        at = next < 0 ? cursor.end : next + 1;
      }
      return list(line, () => count).read(cursor, undefined);
    },
    write: (sink, value) => list(line, () => value.length).write(sink, value, undefined),
  };
}
