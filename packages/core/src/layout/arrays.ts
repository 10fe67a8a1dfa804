import { type Cursor, SMALL } from "../bytes/cursor.ts";
import { type CountCause, MeshglotError } from "../bytes/fault.ts";
import type { SpanElement } from "../bytes/trace.ts";
import type { Count, CountFunction, Node } from "./node.ts";

/** Typed arrays that a layout may hold. */
export type Scalars = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array;

/** `Float32Array` whatever kind of buffer is behind it. */
type Wide<A extends Scalars> = Extract<Scalars, { [Symbol.toStringTag]: A[typeof Symbol.toStringTag] }>;

interface ScalarsConstructor<A extends Scalars> {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, offset?: number, length?: number): A;
}

/** What maps call the numbers of an array, by the name of its class. */
export const SCALAR_NAMES: Record<string, string> = {
  Uint8Array: "u8",
  Int8Array: "i8",
  Uint16Array: "u16",
  Int16Array: "i16",
  Uint32Array: "u32",
  Int32Array: "i32",
  Float32Array: "f32",
};

export function countOf<R>(count: Count<R> | number | undefined, record: R): { value: number; cause?: CountCause } {
  if (count === undefined) return { value: 1 };
  if (typeof count === "number") return { value: count };
  if (typeof count === "function") {
    const value = count(record);
    return { value, ...(count.path ? { cause: { path: count.path, value, absolute: count.absolute } } : {}) };
  }
  const value = record[count] as number; // layoutOf admits only numeric fields as counts
  return { value, cause: { path: count, value } };
}

/** The bytes of a typed array, without a copy. */
export function bytesOf(array: Scalars): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Copies `size` bytes at the cursor into a buffer of their own, which makes them aligned. */
export function copyBytes(cursor: Cursor, size: number, cause?: CountCause): ArrayBuffer {
  const at = cursor.take(size, cause);
  // A copy by the constructor is not filled with zeros first, as one by slice() is.
  return new Uint8Array(cursor.bytes.subarray(at, at + size)).buffer;
}

/**
 * Numbers at the cursor that belong to the file object: a copy, or a view where the cursor's bytes are ours already. Small
 * ones are views of a copy that they share.
 */
export function takeScalars<A extends Scalars>(
  cursor: Cursor,
  type: ScalarsConstructor<A>,
  length: number,
  cause?: CountCause,
): A {
  const size = length * type.BYTES_PER_ELEMENT;
  if (!cursor.owned || cursor.offset % type.BYTES_PER_ELEMENT !== 0) {
    if (size > SMALL) return new type(copyBytes(cursor, size, cause));
    const { page, at } = cursor.copySmall(cursor.take(size, cause), size);
    return new type(page, at, length);
  }
  const at = cursor.take(size, cause);
  return new type(cursor.bytes.buffer as ArrayBuffer, at, length); // of Cursor.own(), which begins at 0
}

/**
 * Takes `count` elements as {@link takeScalars} does. If they are not all there the fault carries those that are, and
 * the cursor stands behind them, so that a map ends where the elements end.
 */
export function takeElements<A extends Scalars>(
  cursor: Cursor,
  type: ScalarsConstructor<A>,
  components: number,
  count: number,
  cause: CountCause | undefined,
): A {
  try {
    return takeScalars(cursor, type, count * components, cause);
  } catch (error) {
    if (!(error instanceof MeshglotError) || !(count > 0)) throw error;
    const whole = Math.floor(cursor.left / (components * type.BYTES_PER_ELEMENT));
    cursor.trace?.shorten(whole);
    error.partial = takeScalars(cursor, type, whole * components);
    throw error;
  }
}

/**
 * An array of scalars: one bulk copy, one span, one typed array of `components * count` numbers.
 *
 * @param components numbers per element: 3 for a position
 * @param count name of the field that counts the elements, or a function of the record; absent for a single vector
 * @example field("positions", array(Float32Array, 3, "vertexCount"))
 */
export function array<A extends Scalars, const K extends string>(
  type: ScalarsConstructor<A>,
  components: number,
  count: K,
): Node<Wide<A>, Record<K, number>>;
export function array<A extends Scalars>(type: ScalarsConstructor<A>, components: number): Node<Wide<A>>;
export function array<A extends Scalars, R>(
  type: ScalarsConstructor<A>,
  components: number,
  count: CountFunction<R>,
): Node<Wide<A>, R>;
export function array<A extends Scalars, R>(
  type: ScalarsConstructor<A>,
  components: number,
  count?: Count<R>,
): Node<Scalars, R> {
  const stride = components * type.BYTES_PER_ELEMENT;
  const name = SCALAR_NAMES[type.name] ?? type.name;
  const element: SpanElement = { type: components === 1 ? name : `${name} x${components}`, size: stride };
  return {
    type: element.type,
    ...(count === undefined ? { size: stride } : {}),
    read: (cursor, record) => {
      const { value, cause } = countOf(count, record);
      if (count !== undefined) cursor.trace?.array(value, element);
      return takeElements(cursor, type, components, value, cause);
    },
    write: (sink, value, record) => {
      const wanted = countOf(count, record).value * components;
      if (!(value instanceof type)) throw wrongType(`a ${type.name}`);
      if (value.length !== wanted) throw countMismatch(value.length, wanted, count);
      sink.bytes(bytesOf(value));
    },
  };
}

export function wrongType(wanted: string): MeshglotError {
  return new MeshglotError({ code: "WRITE_WRONG_TYPE", detail: `the layout wants ${wanted}` });
}

export function countMismatch(found: number, wanted: number, count: unknown): MeshglotError {
  const name = typeof count === "function" && "path" in count ? count.path : count;
  const source = typeof name === "string" ? ` by ${name}` : "";
  return new MeshglotError({
    code: "WRITE_COUNT_MISMATCH",
    detail: `holds ${found} values, ${wanted} are due${source}`,
    hint: "Set the count and the array together.",
  });
}

/** All bytes up to the end of the file. */
export function rest(): Node<Uint8Array> {
  return {
    type: "bytes",
    hideEmpty: true,
    read: (cursor) => {
      const size = cursor.left;
      cursor.trace?.array(size, { type: "u8", size: 1 });
      return takeScalars(cursor, Uint8Array, size);
    },
    write: (sink, value) => sink.bytes(value),
  };
}
