import type { SpanElement } from "../bytes/trace.ts";
import { SCALAR_NAMES, type Scalars } from "./arrays.ts";

/** One named part of an element: `colors` of a triangle, `weight0` of an entry. */
export interface ElementPart {
  name: string;
  /** In the element, in bytes. */
  offset: number;
  size: number;
  /** As in maps: `i16 x9`, `f16`. */
  type: string;
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
    const parts = node.fields.map(({ name, node: part }) => {
      const size = part.size ?? 0;
      offset += size;
      return { name, offset: offset - size, size, type: part.type };
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
