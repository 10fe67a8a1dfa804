import { joinPath } from "../bytes/fault.ts";
import { divideSpan, type Span } from "../bytes/trace.ts";
import { type OpenedMesh, type OpenOptions, openMesh } from "./open.ts";

/** What every byte of a file means: spans that tile it, the fault's place included if there is one. */
export function mapMesh(bytes: Uint8Array, options: OpenOptions = {}): { mesh: OpenedMesh; spans: Span[] } {
  const mesh = openMesh(bytes, { ...options, trace: true });
  return { mesh, spans: mesh.trace.roots };
}

/**
 * The span of a field path, elements of arrays included.
 *
 * @example spanAt(spans, "positions[41]") // { offset: 544, size: 12, … }
 */
export function spanAt(spans: readonly Span[], path: string): Span | undefined {
  const found = spans.findLast((span) => path === span.path || (isRead(span) && startsPath(path, span.path)));
  if (!found || found.path === path) return found;
  const inside = spanAt([...(found.children ?? []), ...elementOf(found, path)], path);
  return inside ?? found;
}

/** False for what lies behind a fault, which has the path of the field that was cut and none of its elements. */
export function isRead({ type }: Span): boolean {
  return type !== "unread";
}

function startsPath(path: string, head: string): boolean {
  return path.startsWith(head) && (path[head.length] === "." || path[head.length] === "[");
}

function elementOf(span: Span, path: string): Span[] {
  const index = /^\[(\d+)\]/.exec(path.slice(span.path.length))?.[1];
  return index === undefined ? [] : divideSpan(span, Number(index), Number(index) + 1);
}

/** The chain of spans that hold a byte, outermost first; the last one is an element where arithmetic finds one. */
export function spansAtByte(spans: readonly Span[], offset: number): Span[] {
  const span = spans.find((candidate) => offset >= candidate.offset && offset < candidate.offset + candidate.size);
  if (!span) return [];
  const elementSize = span.element?.size;
  const index = elementSize ? Math.floor((offset - span.offset) / elementSize) : 0;
  const parts = span.children ?? (elementSize ? divideSpan(span, index, index + 1) : []);
  return [span, ...spansAtByte(parts, offset)];
}

/** The form of a span in `map --json`: without what JSON can not or need not hold. */
export function spanToJson(span: Span, depth = Infinity, elements = 0): object {
  const { element: _, children, inner, ...facts } = span;
  const divided = children ?? (elements > 0 ? divideSpan(span, 0, elements) : []);
  const tail = restOfArray(span, divided);
  const parts = depth > 0 ? [...divided, ...tail] : [];
  return {
    ...facts,
    ...(parts.length > 0 ? { children: parts.map((part) => spanToJson(part, depth - 1, elements)) } : {}),
    ...(inner && depth > 0 ? { inner: inner.map((part) => spanToJson(part, depth - 1, elements)) } : {}),
  };
}

/** What is left of an array of which only the first elements are shown, so that the parts still tile it. */
function restOfArray(span: Span, divided: readonly Span[]): Span[] {
  const size = span.element?.size;
  if (span.children || !size || span.count === undefined || divided.length === 0) return [];
  const shown = divided.length;
  if (shown >= span.count) return [];
  return [
    {
      path: joinPath(span.path, `[${shown}..${span.count - 1}]`),
      offset: span.offset + shown * size,
      size: (span.count - shown) * size,
      type: span.type,
      count: span.count - shown,
    },
  ];
}
