import type { Span } from "../bytes/trace.ts";
import type { SourceArray } from "../scene/sources.ts";
import { isRead, spanAt } from "./map.ts";

/** Bytes of the file, or of a decoded block. */
export interface BytePlace {
  /** Path of the compressed block whose decoded bytes these are; empty for the file itself. */
  block: string;
  offset: number;
  size: number;
}

/** An array with its place: row `i` begins at `offset + floor(i / every) * step + (i % every) * size`. */
export interface LocatedArray extends BytePlace {
  path: string;
  column: string | undefined;
  every: number;
  step: number;
  /** Number of elements; a table has `every` rows in each. */
  count: number;
}

/**
 * The span of a field path wherever it is, decoded blocks included.
 *
 * @example locateSpan(spans, "geometryBlocks[0].payload.positions[2]") // { block: "geometryBlocks[0].payload", span }
 */
export function locateSpan(spans: readonly Span[], path: string): { block: string; span: Span } | undefined {
  const span = spanAt(spans, path);
  if (!span) return undefined;
  if (span.inner && path.length > span.path.length) {
    const inner = spanAt(span.inner, path);
    if (inner) return { block: span.path, span: inner };
  }
  return { block: "", span };
}

/**
 * Where the rows of a source array lie, or undefined where no arithmetic finds them: elements of their own size, arrays
 * that are empty or were not read.
 */
export function locateArray(spans: readonly Span[], source: SourceArray): LocatedArray | undefined {
  const { path, column, every = 1 } = source;
  const first = locateSpan(spans, `${path}[0]`);
  const array = first && spanAt(around(spans, first.block).filter(isRead), path);
  if (!array || first.span.path !== `${path}[0]`) return undefined;
  const element = first.span;
  const part = column === undefined ? element : locateSpan(spans, `${path}[0].${column}`)?.span;
  if (!part) return undefined;
  const step = source.step ?? element.size;
  const size = column === undefined ? step : part.size;
  const whole = array.children?.findLast((child) => child.path === path) ?? array;
  return {
    path,
    column,
    block: first.block,
    offset: part.offset + (source.start ?? 0),
    size: Math.floor(size / every),
    step,
    every,
    count: whole.count ?? 1,
  };
}

/** The spans of a decoded block, or of the file. */
function around(spans: readonly Span[], block: string): readonly Span[] {
  return block === "" ? spans : (spanAt(spans.filter(isRead), block)?.inner ?? []);
}

/** The bytes of one row. */
export function placeOfRow(array: LocatedArray, row: number): BytePlace {
  const { block, offset, size, step, every } = array;
  return { block, offset: offset + Math.floor(row / every) * step + (row % every) * size, size };
}

/** The row that holds a byte, or undefined if none does. */
export function rowAtByte(array: LocatedArray, block: string, offset: number): number | undefined {
  const { size, step, every } = array;
  if (array.block !== block || offset < array.offset || size === 0) return undefined;
  const element = Math.floor((offset - array.offset) / step);
  const inside = Math.floor((offset - array.offset - element * step) / size);
  return inside < every ? element * every + inside : undefined;
}
