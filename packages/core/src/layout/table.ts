import { MeshglotError } from "../bytes/fault.ts";
import { bytesOf, countMismatch, countOf, type Scalars, takeElements, wrongType } from "./arrays.ts";
import type { Count, Node } from "./node.ts";
import type { RecordNode } from "./record.ts";

/**
 * Rows of one size that stay bytes: one bulk copy and one span for all of them, however many there are. The row's
 * record says what the columns are; {@link column} takes one out, {@link tableOf} puts them together.
 *
 * @example field("triangles", table(triangleLayout, "triangleCount"))
 */
export function table<T, R>(row: RecordNode<T>, count: Count<R> | number): Node<Uint8Array, R> {
  const stride = strideOf(row);
  return {
    type: row.type,
    fields: row.fields,
    read: (cursor, record) => {
      const { value, cause } = countOf(count, record);
      cursor.trace?.array(value, row);
      return takeElements(cursor, Uint8Array, stride, value, cause);
    },
    write: (sink, value, record) => {
      const wanted = countOf(count, record).value * stride;
      if (!(value instanceof Uint8Array)) throw wrongType("the bytes of a table (Uint8Array)");
      if (value.byteLength !== wanted) throw countMismatch(value.byteLength, wanted, count);
      sink.bytes(value);
    },
  };
}

/** Bytes of one row. */
export function strideOf<T>(row: RecordNode<T>): number {
  if (!row.size) throw new Error(`${row.type} has no fixed size, so it can not be a row of a table`);
  return row.size;
}

/** Number of whole rows. */
export function rowCount<T>(bytes: Uint8Array, row: RecordNode<T>): number {
  return Math.floor(bytes.byteLength / strideOf(row));
}

interface ScalarsConstructor<A extends Scalars> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): A;
}

/**
 * One column of a table as an array of its own, row after row.
 *
 * @param type what its numbers are
 * @example column(mesh.triangles, triangleLayout, "positions", Int16Array) // 9 numbers per triangle
 */
export function column<T, A extends Scalars>(
  bytes: Uint8Array,
  row: RecordNode<T>,
  name: keyof T & string,
  type: ScalarsConstructor<A>,
): A {
  const { offset, size } = columnPlace(row, name);
  const stride = strideOf(row);
  const rows = rowCount(bytes, row);
  const values = new type((rows * size) / type.BYTES_PER_ELEMENT);
  if (values.BYTES_PER_ELEMENT === 2) {
    // Number by number: an engine gives a few numbers no buffer of their own as long as nobody asks for it.
    for (let i = 0, start = offset, to = 0; i < rows; i++, start += stride) {
      const end = start + size;
      for (let from = start; from < end; from += 2) values[to++] = (bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8);
    }
    return values;
  }
  const target = values instanceof Uint8Array ? values : bytesOf(values);
  for (let i = 0, from = offset, to = 0; i < rows; i++, from += stride) {
    for (let k = 0; k < size; k++) target[to++] = bytes[from + k] ?? 0;
  }
  return values;
}

/**
 * The bytes of a table from its columns; those that are not given are zero.
 *
 * @throws MeshglotError `WRITE_COUNT_MISMATCH` if a column does not hold `rows` rows
 * @example tableOf(triangleLayout, 12, { positions, colors })
 */
export function tableOf<T>(
  row: RecordNode<T>,
  rows: number,
  columns: Partial<Record<keyof T & string, Scalars>>,
): Uint8Array {
  const bytes = new Uint8Array(rows * strideOf(row));
  for (const name of Object.keys(columns) as (keyof T & string)[]) {
    const values = columns[name];
    if (!values) continue;
    putColumn(bytes, row, name, values);
  }
  return bytes;
}

/**
 * A copy of a table with one column replaced.
 *
 * @throws MeshglotError `WRITE_COUNT_MISMATCH` if the column does not hold as many rows
 */
export function withColumn<T>(
  bytes: Uint8Array,
  row: RecordNode<T>,
  name: keyof T & string,
  values: Scalars,
): Uint8Array {
  const copy = bytes.slice();
  putColumn(copy, row, name, values);
  return copy;
}

function putColumn<T>(bytes: Uint8Array, row: RecordNode<T>, name: keyof T & string, values: Scalars): void {
  const { offset, size } = columnPlace(row, name);
  const [stride, rows] = [strideOf(row), rowCount(bytes, row)];
  const source = bytesOf(values);
  if (source.byteLength !== rows * size) {
    throw new MeshglotError({
      code: "WRITE_COUNT_MISMATCH",
      detail: `the column holds ${source.byteLength} bytes, ${rows} rows of ${size} are due`,
      path: name,
    });
  }
  for (let i = 0, from = 0, to = offset; i < rows; i++, to += stride) {
    for (let k = 0; k < size; k++) bytes[to + k] = source[from++] ?? 0;
  }
}

/**
 * Where a column lies in each row, in bytes: for loops that go through the rows where they lie.
 *
 * @example columnPlace(triangleLayout, "normal") // { offset: 18, size: 6 }
 */
export function columnPlace<T>(row: RecordNode<T>, name: keyof T & string): { offset: number; size: number } {
  let offset = 0;
  for (const field of row.fields) {
    const size = field.node.size ?? 0;
    if (field.name === name) return { offset, size };
    offset += size;
  }
  throw new Error(`${row.type} has no column ${name}`);
}
