import { leafSpans, type Span } from "../../bytes/trace.ts";

/** A run of bytes that differs, with its place on both sides. One of the sizes is 0 where bytes were put in or taken out. */
export interface DifferentRange {
  /** The field in which it begins: of the second file, or of the first one where bytes were taken out. */
  path: string;
  a: { offset: number; size: number };
  b: { offset: number; size: number };
}

/** How the bytes of two files differ. */
export interface ByteDifferences {
  /** In the order of the file, at most {@link MAX_RANGES}. */
  ranges: DifferentRange[];
  /** Number of ranges, listed or not. */
  total: number;
  /** Bytes that differ; of a part that has another size, those of the longer side. */
  changed: number;
}

/** Ranges listed at most. */
export const MAX_RANGES = 1000;
/** Runs of different bytes that are closer than this are one range: the bytes of neighbouring numbers. */
const JOIN_BELOW = 16;

/**
 * The ranges in which two files differ. Fields of the same path are compared with each other, so that a field that
 * became longer does not make everything behind it different.
 */
export function diffBytes(
  a: Uint8Array,
  spansA: readonly Span[],
  b: Uint8Array,
  spansB: readonly Span[],
): ByteDifferences {
  const ranges = new Ranges();
  const [leavesA, leavesB] = [leafSpans(spansA), leafSpans(spansB)];
  const placeInB = new Map(leavesB.map((leaf, i) => [leaf.path, i]));
  let next = 0;
  let [atA, atB] = [0, 0];
  for (const leaf of leavesA) {
    const partner = placeInB.get(leaf.path);
    if (partner === undefined || partner < next) continue; // comes out as a part of what lies between two matches
    const other = leavesB[partner];
    if (!other) continue;
    compare(a, atA, leaf.offset, b, atB, other.offset, ranges);
    compare(a, leaf.offset, leaf.offset + leaf.size, b, other.offset, other.offset + other.size, ranges);
    [atA, atB, next] = [leaf.offset + leaf.size, other.offset + other.size, partner + 1];
  }
  compare(a, atA, a.byteLength, b, atB, b.byteLength, ranges);
  return ranges.done(leavesA, leavesB);
}

/** Path of the last of some leaves that begins at or before a byte. */
function leafPath(leaves: readonly Span[], offset: number): string {
  let [low, high] = [0, leaves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((leaves[middle]?.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return leaves[low - 1]?.path ?? "";
}

/** Two stretches: byte by byte if they are equally long, else without the start and the end that they share. */
function compare(
  a: Uint8Array,
  startA: number,
  endA: number,
  b: Uint8Array,
  startB: number,
  endB: number,
  ranges: Ranges,
): void {
  const [sizeA, sizeB] = [endA - startA, endB - startB];
  const shorter = Math.min(sizeA, sizeB);
  if (sizeA === sizeB) {
    for (let i = 0; i < sizeA; i++) if (a[startA + i] !== b[startB + i]) ranges.add(startA + i, 1, startB + i, 1);
    return;
  }
  let head = 0;
  while (head < shorter && a[startA + head] === b[startB + head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[endA - 1 - tail] === b[endB - 1 - tail]) tail++;
  ranges.add(startA + head, sizeA - head - tail, startB + head, sizeB - head - tail);
}

class Ranges {
  readonly #ranges: Omit<DifferentRange, "path">[] = [];
  #last: Omit<DifferentRange, "path"> | undefined;
  #total = 0;
  #changed = 0;

  add(offsetA: number, sizeA: number, offsetB: number, sizeB: number): void {
    this.#changed += Math.max(sizeA, sizeB);
    const last = this.#last;
    const [gapA, gapB] = last
      ? [offsetA - last.a.offset - last.a.size, offsetB - last.b.offset - last.b.size]
      : [Infinity, Infinity];
    if (last && gapA === gapB && gapA < JOIN_BELOW) {
      last.a.size = offsetA + sizeA - last.a.offset;
      last.b.size = offsetB + sizeB - last.b.offset;
      return;
    }
    this.#last = { a: { offset: offsetA, size: sizeA }, b: { offset: offsetB, size: sizeB } };
    this.#total++;
    if (this.#ranges.length < MAX_RANGES) this.#ranges.push(this.#last);
  }

  done(leavesA: readonly Span[], leavesB: readonly Span[]): ByteDifferences {
    const ranges = this.#ranges.map(({ a, b }) => ({
      path: b.size > 0 ? leafPath(leavesB, b.offset) : leafPath(leavesA, a.offset),
      a,
      b,
    }));
    return { ranges, total: this.#total, changed: this.#changed };
  }
}
