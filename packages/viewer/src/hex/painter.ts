import type { Span } from "@meshglot/core";
import { leafAt } from "./leafAt.ts";

export const ROW_HEIGHT = 19;
export const BYTES_PER_ROW = 16;
const FONT = '12.5px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
const PADDING = 12;

/** Where the columns are, in pixels; a byte is two characters and a gap. */
export interface HexGeometry {
  charWidth: number;
  offsetX: number;
  hexX: number;
  textX: number;
  width: number;
}

export function hexGeometry(charWidth: number, digits: number): HexGeometry {
  const hexX = PADDING + (digits + 2) * charWidth;
  const textX = hexX + (BYTES_PER_ROW * 3 + 2) * charWidth;
  return { charWidth, offsetX: PADDING, hexX, textX, width: textX + BYTES_PER_ROW * charWidth + PADDING };
}

/** Left edge of a byte's two digits; a gap divides the row in two. */
export function byteX({ hexX, charWidth }: HexGeometry, column: number): number {
  return hexX + (column * 3 + (column >= BYTES_PER_ROW / 2 ? 1 : 0)) * charWidth;
}

/** Which byte of a row is at a place, in either column of the view; undefined between them. */
export function columnAt(geometry: HexGeometry, x: number): number | undefined {
  const { hexX, textX, charWidth } = geometry;
  if (x >= textX - charWidth / 2) {
    const column = Math.floor((x - textX) / charWidth);
    return column >= 0 && column < BYTES_PER_ROW ? column : undefined;
  }
  if (x < hexX - charWidth) return undefined;
  const place = (x - hexX) / charWidth + 0.5;
  const column = Math.floor((place >= 24.5 ? place - 1 : place) / 3);
  return Math.max(0, Math.min(BYTES_PER_ROW - 1, column));
}

export interface HexRange {
  offset: number;
  size: number;
  /** The selection itself, or bytes that belong to it. */
  strong: boolean;
}

export interface HexPicture {
  /** First row shown. */
  top: number;
  rows: number;
  size: number;
  /** Bytes from the first row on; undefined while they are on their way. */
  bytes: Uint8Array | undefined;
  leaves: readonly Span[];
  /** Degrees, by path. */
  hueOf(path: string): number;
  ranges: readonly HexRange[];
  cursor: number;
  digits: number;
  /** Pixels of the whole picture; names are written behind the text as far as there is room. */
  width: number;
}

export interface HexColors {
  text: string;
  dim: string;
  faint: string;
  strong: string;
  strongText: string;
  soft: string;
  fault: string;
  dark: boolean;
}

export function measureChar(context: CanvasRenderingContext2D): number {
  context.font = FONT;
  return context.measureText("0").width;
}

/** Draws the rows that are in sight; the cost does not depend on the size of the file. */
export function paintHex(
  context: CanvasRenderingContext2D,
  geometry: HexGeometry,
  picture: HexPicture,
  colors: HexColors,
): void {
  const { top, rows, size, bytes, digits } = picture;
  context.font = FONT;
  context.textBaseline = "middle";
  for (let r = 0; r < rows; r++) {
    const start = (top + r) * BYTES_PER_ROW;
    if (start >= size) break;
    const y = r * ROW_HEIGHT;
    const count = Math.min(BYTES_PER_ROW, size - start);
    paintBackgrounds(context, geometry, picture, colors, start, count, y);
    context.fillStyle = colors.faint;
    context.fillText(start.toString(16).padStart(digits, "0"), geometry.offsetX, y + ROW_HEIGHT / 2);
    for (let column = 0; column < count; column++) {
      const byte = bytes?.[r * BYTES_PER_ROW + column];
      const strong = picture.ranges.some((range) => range.strong && holds(range, start + column));
      context.fillStyle = strong ? colors.strongText : byte === 0 ? colors.dim : colors.text;
      const digit = byte === undefined ? "··" : byte.toString(16).padStart(2, "0");
      context.fillText(digit, byteX(geometry, column), y + ROW_HEIGHT / 2);
      if (byte === undefined) continue;
      const char = byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·";
      if (!strong && char === "·") context.fillStyle = colors.dim;
      context.fillText(char, geometry.textX + column * geometry.charWidth, y + ROW_HEIGHT / 2);
    }
    paintNames(context, geometry, picture, colors, start, count, y);
  }
}

/** The fields that begin in a row, or the element that it begins in, in the room behind the text. */
function paintNames(
  context: CanvasRenderingContext2D,
  geometry: HexGeometry,
  { leaves, hueOf, width }: HexPicture,
  colors: HexColors,
  start: number,
  count: number,
  y: number,
): void {
  let x = geometry.width + geometry.charWidth;
  const write = (text: string, style: string) => {
    if (x >= width) return;
    context.fillStyle = style;
    context.fillText(text, x, y + ROW_HEIGHT / 2);
    x += (text.length + 2) * geometry.charWidth;
  };
  for (let at = start; at < start + count; ) {
    const leaf = leafAt(leaves, at);
    if (!leaf) return;
    if (leaf.offset === at) write(shortName(leaf.path), `hsl(${hueOf(leaf.path)} 60% ${colors.dark ? 68 : 36}%)`);
    else if (at === start && leaf.element?.size) {
      write(`${leaf.path.split(".").at(-1)}[${Math.floor((at - leaf.offset) / leaf.element.size)}]`, colors.dim);
    }
    at = leaf.offset + leaf.size;
  }
}

/** The last two parts of a path. */
function shortName(path: string): string {
  return path.split(".").slice(-2).join(".");
}

function holds({ offset, size }: HexRange, at: number): boolean {
  return at >= offset && at < offset + size;
}

function paintBackgrounds(
  context: CanvasRenderingContext2D,
  geometry: HexGeometry,
  { leaves, hueOf, ranges, cursor }: HexPicture,
  colors: HexColors,
  start: number,
  count: number,
  y: number,
): void {
  const { charWidth, textX } = geometry;
  const box = (column: number, inset: number) => {
    const x = byteX(geometry, column) - charWidth / 2;
    const gap = column === BYTES_PER_ROW / 2 - 1 ? charWidth : 0;
    context.fillRect(x, y + inset, charWidth * 3 + gap, ROW_HEIGHT - 2 * inset);
    context.fillRect(textX + column * charWidth, y + inset, charWidth, ROW_HEIGHT - 2 * inset);
  };
  for (let column = 0; column < count; column++) {
    const at = start + column;
    const leaf = leafAt(leaves, at);
    if (leaf) {
      context.fillStyle =
        leaf.type === "unread" ? colors.fault : `hsl(${hueOf(leaf.path)} 48% ${colors.dark ? 50 : 60}% / 0.16)`;
      box(column, 0);
      if (leaf.offset === at) {
        // A thin edge where a field begins.
        context.fillStyle = `hsl(${hueOf(leaf.path)} 60% ${colors.dark ? 62 : 45}% / 0.8)`;
        context.fillRect(byteX(geometry, column) - charWidth / 2, y + 3, 1.5, ROW_HEIGHT - 6);
      }
    }
    const soft = ranges.some((range) => !range.strong && holds(range, at));
    const strong = ranges.some((range) => range.strong && holds(range, at));
    if (soft || strong) {
      context.fillStyle = strong ? colors.strong : colors.soft;
      box(column, 1);
    }
    if (at === cursor) {
      context.strokeStyle = colors.text;
      context.lineWidth = 1;
      context.strokeRect(byteX(geometry, column) - charWidth * 0.35, y + 1.5, charWidth * 2.7, ROW_HEIGHT - 3);
    }
  }
}
