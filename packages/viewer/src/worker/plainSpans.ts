import type { Span } from "@meshglot/core";

type Element = NonNullable<Span["element"]>;

/** Spans that can be sent: the nodes of a layout have functions, and only their shape is of interest here. */
export function plainSpans(spans: readonly Span[]): Span[] {
  const known = new Map<Element, Element>();
  const plain = (element: Element): Element => {
    const before = known.get(element);
    if (before) return before;
    const { type, size, fields } = element;
    const after: Element = {
      type,
      size,
      fields: fields?.map(({ name, node }) => ({ name, node: plain(node) })),
    };
    known.set(element, after);
    return after;
  };
  const copy = (span: Span): Span => ({
    ...span,
    ...(span.element ? { element: plain(span.element) } : {}),
    ...(span.children ? { children: span.children.map(copy) } : {}),
    ...(span.inner ? { inner: span.inner.map(copy) } : {}),
  });
  return spans.map(copy);
}
