import type { SpanElement } from "../bytes/trace.ts";
import { bytesOf, SCALAR_NAMES, type Scalars } from "./arrays.ts";

/** One named part of an element: `colors` of a triangle, `weight0` of an entry. */
export interface ElementPart {
  name: string;
  /** In the element, in bytes. */
  offset: number;
  size: number;
  /** As in maps: `i16 x9`, `f16`. */
  type: string;
  unit: string | undefined;
}

/** How a typed array divides into elements: what `positions[41]` and `triangles[3].colors` mean. */
export interface ElementLayout {
  /** Bytes of an element. */
  size: number;
  /** Names for its parts, where the layout has some. */
  parts: ElementPart[] | undefined;
  /** True for a single vector, which has no elements but its numbers. */
  single: boolean;
}

/**
 * The elements of an array, from the node that read it.
 *
 * @example elementLayout(positions, { type: "f32 x3" }) // { size: 12, parts: undefined, single: false }
 */
export function elementLayout(array: Scalars, node: SpanElement | undefined): ElementLayout {
  const width = array.BYTES_PER_ELEMENT;
  if (node?.fields) {
    let offset = 0;
    const parts = node.fields.map((field: { name: string; node: SpanElement; unit?: string }) => {
      const size = field.node.size ?? 0;
      offset += size;
      return { name: field.name, offset: offset - size, size, type: field.node.type, unit: field.unit };
    });
    return { size: offset, parts, single: false };
  }
  if (node?.size !== undefined && node.size === array.byteLength)
    return { size: width, parts: undefined, single: true };
  const components = Number(/ x(\d+)/.exec(node?.type ?? "")?.[1] ?? 1);
  return { size: width * components, parts: undefined, single: false };
}

/** Type of the numbers in an array as maps name it: `f32`, `u16`. */
export function scalarNameOf(array: Scalars): string {
  return SCALAR_NAMES[array[Symbol.toStringTag]] ?? "u8";
}

/** True for the arrays that layouts hold. */
export function isScalars(value: unknown): value is Scalars {
  return ArrayBuffer.isView(value) && SCALAR_NAMES[(value as Scalars)[Symbol.toStringTag]] !== undefined;
}

const ARRAYS: Readonly<Record<string, new (buffer: ArrayBuffer) => Scalars>> = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f16: Uint16Array, // halves are compared and kept as the bits that they are
};

/** One part of all elements of an array, as an array of its own. */
export function partArray(array: Scalars, element: ElementLayout, part: ElementPart): Scalars {
  const source = bytesOf(array);
  const count = Math.floor(source.byteLength / Math.max(1, element.size));
  const bytes = new Uint8Array(count * part.size);
  for (let i = 0, from = part.offset, to = 0; i < count; i++, from += element.size, to += part.size) {
    for (let k = 0; k < part.size; k++) bytes[to + k] = source[from + k] ?? 0;
  }
  return new (ARRAYS[part.type.split(" ")[0] ?? ""] ?? Uint8Array)(bytes.buffer);
}
