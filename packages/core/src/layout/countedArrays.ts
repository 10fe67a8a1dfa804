import type { Cursor } from "../bytes/cursor.ts";
import type { SpanElement } from "../bytes/trace.ts";
import { array, type Scalars } from "./arrays.ts";
import { list, part } from "./lists.ts";
import { countedBy, type Node } from "./node.ts";
import type { RecordNode } from "./record.ts";

interface ScalarsConstructor<A extends Scalars> {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): A;
}

/** `Float32Array` whatever kind of buffer is behind it. */
type Wide<A extends Scalars> = Extract<Scalars, { [Symbol.toStringTag]: A[typeof Symbol.toStringTag] }>;

/**
 * An array of scalars with its own count in front: one bulk copy into one typed array. The count is nothing but the
 * length, so it is no field of the record; in the map it is `positions.count`, and the elements are `positions[i]`.
 *
 * @param prefix the count
 * @param components numbers per element
 * @param element names for the parts of an element, where they have some; its size must be that of the components
 * @example field("positions", countedArray(count(i32), Float32Array, 3))
 */
export function countedArray<A extends Scalars>(
  prefix: Node<number>,
  type: ScalarsConstructor<A>,
  components: number,
  element?: SpanElement,
): Node<Wide<A>> {
  const elements = array(
    type,
    components,
    countedBy("count", (count: number) => count),
  );
  const stride = components * type.BYTES_PER_ELEMENT;
  const shown = element ?? { type: elements.type, size: stride };
  if (shown.size !== stride) throw new Error(`${shown.type} does not describe ${components} numbers of ${type.name}`);
  return {
    type: shown.type,
    ...(shown.fields ? { fields: shown.fields } : {}),
    read: (cursor) => {
      const count = part(cursor, "count", prefix);
      return rows(cursor, count, shown, () => elements.read(cursor, count));
    },
    write: (sink, value) => {
      const count = Math.floor(value.length / components);
      prefix.write(sink, count, undefined);
      elements.write(sink, value, count); // refuses what is no whole number of elements
    },
  };
}

/**
 * Records of one size with their own count in front; refused before the first is made if they are not all there.
 *
 * @example field("bones", countedTable(count(i32), boneLayout))
 */
export function countedTable<T>(prefix: Node<number>, row: RecordNode<T>): Node<T[]> {
  const stride = row.size;
  if (!stride) throw new Error(`${row.type} has no fixed size, so it can not be a row of a table`);
  return {
    type: row.type,
    fields: row.fields,
    read: (cursor) => {
      const count = part(cursor, "count", prefix);
      const table = list(
        row,
        countedBy("count", () => count),
      );
      return rows(cursor, count, row, () => table.read(cursor, undefined));
    },
    write: (sink, value) => {
      prefix.write(sink, value.length, undefined);
      list(row, () => value.length).write(sink, value, undefined);
    },
  };
}

/** The elements get a span of their own beside that of the count, so that `positions[7]` is arithmetic on it. */
function rows<V>(cursor: Cursor, value: number, element: SpanElement, read: () => V): V {
  if (value === 0) return read();
  return part(cursor, "", {
    type: element.type,
    read: () => {
      const elements = read();
      cursor.trace?.array(value, element);
      return elements;
    },
    write: () => undefined,
  });
}
