import type { ByteRange } from "./coverage.ts";
import { joinPath, type MeshglotError } from "./fault.ts";

/** How sure a fact is; the words of the format pages. */
export type Evidence = "documented" | "verified" | "code" | "inferred" | "open";

/** What a span needs to know to be divided later: the layout of one element. */
export interface SpanElement {
  readonly type: string;
  readonly size?: number | undefined;
  readonly fields?: readonly { readonly name: string; readonly node: SpanElement }[] | undefined;
}

/** A run of bytes with a meaning. The spans without children tile the file. */
export interface Span {
  path: string;
  offset: number;
  size: number;
  type: string;
  /** Number of elements, where the span is an array. */
  count?: number;
  unit?: string;
  note?: string;
  evidence?: Evidence;
  children?: Span[];
  /** Spans of the decoded bytes of a compressed block; their offsets count from the decoded bytes. */
  inner?: Span[];
  /** Layout of one element of an array; {@link divideSpan} uses it. Not part of the JSON form. */
  element?: SpanElement;
}

/** A list longer than this keeps single spans for its first items only; the rest is one span. */
export const MAX_ITEM_SPANS = 10_000;

/** Records where each field began and ended while a file is read, so that a map can not disagree with the reader. */
export class Trace {
  readonly roots: Span[] = [];
  readonly #stack: Span[] = [];
  readonly #within: string;

  /** @param within path of what is being divided, where that is not the file but a decoded block */
  constructor(within = "") {
    this.#within = within;
  }

  /** The span that is being filled. */
  get current(): Span | undefined {
    return this.#stack.at(-1);
  }

  open(name: string, type: string, offset: number): Span {
    const parent = this.#stack.at(-1);
    const span: Span = { path: joinPath(parent?.path ?? this.#within, name), offset, size: 0, type };
    if (parent) {
      parent.children ??= [];
      parent.children.push(span);
    } else {
      this.roots.push(span);
    }
    this.#stack.push(span);
    return span;
  }

  /**
   * Opens a span that has its path from the one being filled and its place elsewhere: blocks that a table points at
   * may lie in any order, so none of their names holds a run of bytes.
   */
  openRoot(name: string, type: string, offset: number): Span {
    const parent = this.#stack.at(-1);
    const span: Span = { path: parent ? joinPath(parent.path, name) : name, offset, size: 0, type };
    this.roots.push(span);
    this.#stack.push(span);
    return span;
  }

  /** Puts the roots into the order of the file, which {@link Trace.openRoot} may have left. */
  sortRoots(): void {
    this.roots.sort((a, b) => a.offset - b.offset);
  }

  /** Takes back a span of {@link Trace.openRoot} that is still open, and all that was opened in it. */
  discard(span: Span): void {
    const at = this.#stack.indexOf(span);
    if (at >= 0) this.#stack.length = at;
    remove(this.roots, span);
  }

  close(offset: number): void {
    const span = this.#stack.pop();
    if (span) span.size = offset - span.offset;
  }

  /** Notes that the span being filled is an array of `count` elements. */
  array(count: number, element: SpanElement): void {
    const span = this.#stack.at(-1);
    if (!span) return;
    span.count = count;
    span.element = element;
  }

  /** Notes that only the first elements of the array being filled are there. */
  shorten(count: number): void {
    const span = this.#stack.at(-1);
    if (span?.count !== undefined) span.count = count;
  }

  /** Takes back the span being filled, for a field that turned out to be empty. */
  drop(): void {
    const span = this.#stack.pop();
    if (span) remove(this.#stack.at(-1)?.children ?? this.roots, span);
  }

  /**
   * Ends the trace at a fault: what was open ends where the fault is, and spans that name the fault hold whatever was
   * not read, so that the spans still tile the file.
   */
  fail(error: MeshglotError, offset: number, end: number): void {
    while (this.#stack.length > 0) {
      const span = this.#stack.at(-1);
      if (span && offset - span.offset === 0 && !span.children) this.drop();
      else this.close(offset);
    }
    for (const { start, end: to } of unclaimed(this.roots, end)) {
      this.roots.push({
        path: joinPath(this.#within, error.path || "unread"),
        offset: start,
        size: to - start,
        type: "unread",
        note: `${error.code}: ${error.message}`,
      });
    }
    this.sortRoots();
  }
}

function remove(spans: Span[], span: Span): void {
  const at = spans.lastIndexOf(span);
  if (at >= 0) spans.splice(at, 1);
}

/** The parts of a file that no span claims; an empty one at its end if all are claimed. */
function unclaimed(spans: readonly Span[], size: number): ByteRange[] {
  const ranges: ByteRange[] = [];
  let end = 0;
  for (const leaf of leafSpans(spans)) {
    if (leaf.offset > end) ranges.push({ start: end, end: leaf.offset });
    end = leaf.offset + leaf.size;
  }
  if (end < size || ranges.length === 0) ranges.push({ start: end, end: size });
  return ranges;
}

/** The spans that no other span divides, in the order of the file. */
export function leafSpans(spans: readonly Span[]): Span[] {
  const leaves: Span[] = [];
  const visit = (span: Span): void => {
    if (span.children) span.children.forEach(visit);
    else leaves.push(span);
  };
  spans.forEach(visit);
  return leaves.sort((a, b) => a.offset - b.offset || a.size - b.size);
}

/**
 * The elements `from` to `to` of an array span, by arithmetic: no byte is read and nothing was kept for them.
 *
 * @example divideSpan(positions, 41, 42)[0] // { path: "positions[41]", offset: 52 + 41 * 12, size: 12, type: "f32 x3" }
 */
export function divideSpan(span: Span, from = 0, to = span.count ?? 0): Span[] {
  const element = span.element;
  if (!element?.size || span.count === undefined) return [];
  const items: Span[] = [];
  for (let i = Math.max(0, from); i < Math.min(to, span.count); i++) {
    items.push(elementSpan(`${span.path}[${i}]`, span.offset + i * element.size, element.size, element));
  }
  return items;
}

function elementSpan(path: string, offset: number, size: number, element: SpanElement): Span {
  const span: Span = { path, offset, size, type: element.type };
  if (!element.fields) return span;
  let at = offset;
  span.children = element.fields.map((field) => {
    const fieldSize = field.node.size ?? 0;
    const child = elementSpan(joinPath(path, field.name), at, fieldSize, field.node);
    at += fieldSize;
    return child;
  });
  return span;
}
