import { part } from "../../layout/lists.ts";
import type { Node } from "../../layout/node.ts";
import { type RawText, text } from "../../layout/text.ts";

/**
 * A string with its length in front. A length beyond the file has a fault of its own, because it is what a known tool
 * leaves behind that reads one character of a name and goes on from there.
 */
export function boundedText(length: Node<number>): Node<RawText> {
  const inner = text(length);
  return {
    ...inner,
    read: (cursor, record) => {
      const ahead = cursor.fork();
      const size = length.size !== undefined && length.size <= ahead.left ? part(ahead, "length", length) : 0;
      if (size > ahead.left) {
        throw cursor.fault("STRING_TOO_LONG", {
          detail: `a text of ${size} bytes at offset ${ahead.offset}, ${ahead.left} left`,
          offset: cursor.offset,
          needed: size,
          available: ahead.left,
        });
      }
      return inner.read(cursor, record);
    },
  };
}
