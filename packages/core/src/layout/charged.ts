import type { Node } from "./node.ts";

/** Memory of one small typed array: the object, its buffer, the buffer's store. */
const ARRAY_COST = 240;

/**
 * Charges what the typed arrays of a record take beyond their bytes: a damaged count may ask for very many tiny ones.
 *
 * @param arrays typed arrays per value
 * @example field("bones", list(charged(boneLayout, 5), "boneCount"))
 */
export function charged<V, R>(node: Node<V, R>, arrays: number): Node<V, R> {
  return {
    ...node,
    read: (cursor, record) => {
      cursor.budget.charge(arrays * ARRAY_COST, cursor.offset);
      return node.read(cursor, record);
    },
  };
}
