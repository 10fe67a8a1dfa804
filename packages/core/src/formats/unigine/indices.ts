import type { Cursor } from "../../bytes/cursor.ts";
import { array } from "../../layout/arrays.ts";
import { choose } from "../../layout/choose.ts";
import { type CountFunction, countedBy, type Node } from "../../layout/node.ts";
import { compactInts } from "./compactRuns.ts";
import type { UnigineIndices } from "./file.ts";

type Width = 1 | 2 | 4;
const WIDTHS: readonly Width[] = [1, 2, 4];
interface Widths {
  c: Width;
  t: Width;
}
type IndexNode = Node<UnigineIndices>;

/** How many indices there are and how many vertices they address, for both index arrays of a surface. */
export interface IndexCounts {
  /** Path of the record that holds both counts. */
  path: string;
  c: number;
  t: number;
  vertices: number;
  tVertices: number;
}

/** Bytes per index by the engine's rule: strictly below, so 256 vertices take two bytes (verified on 22 surfaces). */
export function indexWidth(addressed: number): Width {
  return addressed < 0x100 ? 1 : addressed < 0x10000 ? 2 : 4;
}

/** Bytes per index as the file has them; 0 for compact integers. */
export function widthOf(indices: UnigineIndices): Width | 0 {
  if (indices instanceof Uint8Array) return 1;
  if (indices instanceof Uint16Array) return 2;
  return indices instanceof Int32Array ? 4 : 0;
}

/** The numbers, whatever their width was. */
export function indexValues(indices: UnigineIndices): Uint8Array | Uint16Array | Int32Array {
  return ArrayBuffer.isView(indices) ? indices : indices.values;
}

function nodeOf(width: Width | 0, n: CountFunction<unknown>): IndexNode {
  // Widened by hand: a node of one width is no node of all, because it refuses to write the others.
  if (width === 1) return array(Uint8Array, 1, n) as unknown as IndexNode;
  if (width === 2) return array(Uint16Array, 1, n) as unknown as IndexNode;
  if (width === 4) return array(Int32Array, 1, n) as unknown as IndexNode;
  return compactInts(n) as unknown as IndexNode;
}

const countC = ({ path, c }: IndexCounts) => countedBy(`${path}.cIndexCount`, () => c, true);
const countT = ({ path, t }: IndexCounts) => countedBy(`${path}.tIndexCount`, () => t, true);

/** The count of one record, for nodes that are made for it alone. */
function fixedCount<R>(count: CountFunction<R>, record: R): CountFunction<unknown> {
  const value = count(record);
  return count.path === undefined ? () => value : countedBy(count.path, () => value);
}

const TYPE = "u8, u16 or i32";

/**
 * Both index arrays at the end of a decoded block. The bytes that are left decide their widths, because the vendor's
 * page contradicts the rule where it takes four bytes; the rule wins wherever it fits.
 */
export function blockIndices<R>(counts: (record: R) => IndexCounts): {
  c: Node<UnigineIndices, R>;
  t: Node<UnigineIndices, R>;
} {
  return {
    c: choose(TYPE, {
      read: (record, cursor) => {
        const own = counts(record);
        return nodeOf(widthsIn(cursor, own).c, countC(own));
      },
      write: (indices, record) => nodeOf(widthOf(indices), countC(counts(record))),
    }),
    t: choose(TYPE, {
      read: (record, cursor) => {
        const own = counts(record);
        return nodeOf(lastWidth(cursor, own), countT(own));
      },
      write: (indices, record) => nodeOf(widthOf(indices), countT(counts(record))),
    }),
  };
}

/** An index array of ms10 to ms13, which has its count in front: the rule alone decides (verified on 13 wide surfaces). */
export function inlineIndices<R>(count: CountFunction<R>, addressed: (record: R) => number): Node<UnigineIndices, R> {
  return choose(TYPE, {
    read: (record) => nodeOf(indexWidth(addressed(record)), fixedCount(count, record)),
    write: (indices, record) => nodeOf(widthOf(indices), fixedCount(count, record)),
  });
}

/**
 * Widths of both arrays such that they fill the bytes left exactly; the rule's if none does, so that the fault shows.
 * With as many indices in both arrays, "c is wider" and "t is wider" fill as many bytes: then what lies there decides.
 */
function widthsIn(cursor: Cursor, counts: IndexCounts): { c: Width | 0; t: Width | 0 } {
  const { c, t, vertices, tVertices } = counts;
  const rule: Widths = { c: indexWidth(vertices), t: indexWidth(tVertices) };
  const fits = (pair: Widths) => c * pair.c + t * pair.t === cursor.left;
  if (fits(rule)) return rule;
  const pairs = WIDTHS.flatMap((width) => WIDTHS.map((other) => ({ c: width, t: other }))).filter(fits);
  const nearest = Math.min(...pairs.map((pair) => distance(pair, rule)));
  const found = pairs.filter((pair) => distance(pair, rule) === nearest);
  const only = found.length > 1 ? found.find((pair) => everyIndexInRange(cursor, counts, pair)) : undefined;
  const chosen = only ?? found[0];
  if (chosen) return chosen;
  if (vertices < 0x10000 && tVertices < 0x10000) return rule;
  return { c: vertices < 0x10000 ? rule.c : 0, t: tVertices < 0x10000 ? rule.t : 0 };
}

function everyIndexInRange(cursor: Cursor, { c, t, vertices, tVertices }: IndexCounts, widths: Widths): boolean {
  const { view, offset } = cursor;
  const below = (start: number, count: number, width: Width, limit: number): boolean => {
    for (let i = 0, at = start; i < count; i++, at += width) {
      const index = width === 1 ? view.getUint8(at) : width === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
      if (index >= limit) return false;
    }
    return true;
  };
  return below(offset, c, widths.c, vertices) && below(offset + c * widths.c, t, widths.t, tVertices);
}

/** In how many arrays a pair of widths differs from the rule. */
function distance(pair: Widths, rule: Widths): number {
  return (pair.c === rule.c ? 0 : 1) + (pair.t === rule.t ? 0 : 1);
}

/** Once the first array is read, the second one is what is left. */
function lastWidth(cursor: Cursor, { t, tVertices }: IndexCounts): Width | 0 {
  const rule = indexWidth(tVertices);
  if (t === 0 || t * rule === cursor.left) return rule;
  const exact = WIDTHS.find((width) => t * width === cursor.left);
  return exact ?? (tVertices < 0x10000 ? rule : 0);
}
