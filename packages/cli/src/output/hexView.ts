import { type Span, valueText } from "@meshglot/core";
import { blue, cyan, dim, green, magenta, red, yellow } from "./style.ts";

const PER_LINE = 16;
/** Lines of one span shown before the middle is left out. */
const LINES_SHOWN = 4;
const COLORS = [cyan, yellow, green, magenta, blue];

/** The bytes of a file, each run under the name of its field; long arrays show their start and their end. */
export function hexView(bytes: Uint8Array, spans: readonly Span[]): string {
  const lines: string[] = [];
  for (const [i, span] of spans.entries()) {
    const color = span.type === "unread" ? red : (COLORS[i % COLORS.length] ?? cyan);
    const facts = [
      span.count === undefined ? span.type : `${span.type} * ${span.count}`,
      valueText(bytes, span),
      span.unit,
      span.note,
    ];
    lines.push(`${color(span.path)}  ${dim(facts.filter(Boolean).join(" · "))}`);
    const total = Math.ceil(span.size / PER_LINE);
    for (let line = 0; line < total; line++) {
      if (total > LINES_SHOWN && line === LINES_SHOWN - 1) {
        lines.push(dim(`          … ${(total - LINES_SHOWN).toLocaleString("en")} more lines`));
        line = total - 1;
      }
      lines.push(hexLine(bytes, span, line, color));
    }
  }
  return `${lines.join("\n")}\n`;
}

function hexLine(bytes: Uint8Array, span: Span, line: number, color: (text: string) => string): string {
  const offset = span.offset + line * PER_LINE;
  const part = bytes.subarray(offset, Math.min(span.offset + span.size, offset + PER_LINE));
  const hex = Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const text = Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
  return `${dim(offset.toString(16).padStart(8, "0"))}  ${color(hex.padEnd(PER_LINE * 3))} ${dim(text)}`;
}
