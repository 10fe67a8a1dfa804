import type { Span } from "@meshglot/core";

/** The leaf span that holds a byte, by bisection; leaves lie in order. */
export function leafAt(leaves: readonly Span[], offset: number): Span | undefined {
  let low = 0;
  let high = leaves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = leaves[middle];
    if (span && span.offset + span.size <= offset) low = middle + 1;
    else high = middle;
  }
  const span = leaves[low];
  return span && span.offset <= offset ? span : undefined;
}
