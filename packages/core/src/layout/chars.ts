import { array } from "./arrays.ts";
import type { Node } from "./node.ts";

/**
 * A name in a field of fixed size. All bytes are kept: what lies behind the end of the text is part of the file.
 *
 * @param size bytes of the field
 * @example field("name", chars(64))
 */
export function chars(size: number): Node<Uint8Array> {
  return { ...array(Uint8Array, size), type: `char[${size}]` };
}
