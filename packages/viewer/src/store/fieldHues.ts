import type { Span } from "@meshglot/core";
import { computed } from "@preact/signals";
import { active } from "./files.ts";

/** Degrees between the hues of neighbours: the golden angle never comes close to a hue that it had before. */
const TURN = 137.5;

const order = computed(() => {
  const names = new Map<string, number>();
  const visit = ({ path, children, inner }: Span, top: boolean): void => {
    const name = topName(path);
    if (top && !names.has(name)) names.set(name, names.size);
    for (const span of inner ?? []) visit(span, true);
    for (const span of children ?? []) visit(span, false);
  };
  for (const span of active.value?.spans ?? []) visit(span, true);
  return names;
});

/** The hue of a top-level field of the file that is shown, or of a decoded block in it, in degrees. */
export function fieldHue(path: string): number {
  return (212 + TURN * (order.value.get(topName(path)) ?? 0)) % 360;
}

/** Fields of a decoded block lie below its payload. */
function topName(path: string): string {
  const inner = path.split(".payload.")[1] ?? path;
  return inner.split(/[.[]/, 1)[0] ?? inner;
}
