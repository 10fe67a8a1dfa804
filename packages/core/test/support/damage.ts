import { Cursor } from "../../src/bytes/cursor.ts";
import { divideSpan, leafSpans, type Span } from "../../src/bytes/trace.ts";
import { compactInt } from "../../src/formats/unigine/compactInt.ts";
import { mapMesh } from "../../src/operations/map.ts";

/** A damaged copy of a file, and what was done to it. */
export interface Damage {
  what: string;
  bytes: Uint8Array;
}

const INTEGER_SIZES: Readonly<Record<string, number>> = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4 };
const COUNT = /count|length|num[A-Z]/i;

/** Every truncation at the borders of fields, one byte before and one byte behind them. */
export function truncations(source: Uint8Array): Damage[] {
  const borders = leafSpans(mapMesh(source).spans).flatMap(({ path, offset }) =>
    [-1, 0, 1].map((by) => ({ path, size: offset + by })),
  );
  return borders
    .filter(({ size }) => size >= 0 && size < source.byteLength)
    .map(({ path, size }) => ({ what: `cut at ${size}, near ${path}`, bytes: source.slice(0, size) }));
}

/** A file with a wrong count. */
export interface WrongCount extends Damage {
  path: string;
  /** True if the count says the largest number that it can. */
  largest: boolean;
}

/** Every field that counts something set to 0, one more, the double and the largest value. */
export function wrongCounts(source: Uint8Array): WrongCount[] {
  const counts = leafSpans(mapMesh(source).spans).filter(({ path, count }) => COUNT.test(path) && count === undefined);
  return counts.flatMap(({ path, type, offset, size }) => {
    const compact = type === compactInt.type;
    const bytes = INTEGER_SIZES[type];
    if (!compact && bytes === undefined) return [];
    const value = compact ? readCompact(source, offset) : readInteger(source, offset, size);
    const largest = compact ? 2 ** 31 - 1 : 2 ** (8 * size) - 1;
    return [0, value + 1, value * 2, largest, Math.floor(largest / 2)]
      .filter((wrong) => wrong !== value && wrong <= largest)
      .map((wrong) => ({
        path,
        largest: wrong >= Math.floor(largest / 2),
        what: `${path} = ${wrong}`,
        bytes: compact ? withCompact(source, offset, size, wrong) : withInteger(source, offset, size, wrong),
      }));
  });
}

/** One random change to one field, chosen evenly among fields so that headers are hit as often as large arrays. */
export function damageField(source: Uint8Array, random: () => number): Damage {
  const pick = (n: number) => Math.floor(random() * n);
  const leaves = leafSpans(mapMesh(source).spans).filter(({ size }) => size > 0);
  const leaf = leaves[pick(leaves.length)];
  if (!leaf) return { what: "nothing", bytes: source.slice() };
  const element = elementOf(leaf, pick(Math.max(1, leaf.count ?? 1)));
  const bytes = source.slice();
  const kind = pick(4);
  if (kind === 0) bytes.fill(pick(2) === 0 ? 0 : 0xff, element.offset, element.offset + element.size);
  else if (kind === 1) for (let i = 0; i < element.size; i++) bytes[element.offset + i] = pick(256);
  else if (kind === 2) {
    const at = element.offset + pick(element.size);
    bytes[at] = (bytes[at] ?? 0) + (pick(2) === 0 ? 1 : -1);
  } else {
    const other = elementOf(leaf, pick(Math.max(1, leaf.count ?? 1)));
    bytes.copyWithin(element.offset, other.offset, other.offset + Math.min(element.size, other.size));
  }
  return { what: `${element.path} changed (${kind})`, bytes };
}

function elementOf(span: Span, index: number): Span {
  return divideSpan(span, index, index + 1)[0] ?? span;
}

function readCompact(bytes: Uint8Array, offset: number): number {
  return compactInt.read(new Cursor(bytes, { family: "TEST", start: offset }), undefined);
}

/** A copy in which the compact integer at a place is another one, and may take another number of bytes. */
function withCompact(source: Uint8Array, offset: number, size: number, value: number): Uint8Array {
  const own = compactInt.canonical?.(value) ?? new Uint8Array(0);
  return Uint8Array.of(...source.subarray(0, offset), ...own, ...source.subarray(offset + size));
}

function readInteger(bytes: Uint8Array, offset: number, size: number): number {
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = value * 256 + (bytes[offset + i] ?? 0);
  return value;
}

function withInteger(source: Uint8Array, offset: number, size: number, value: number): Uint8Array {
  const bytes = source.slice();
  for (let i = 0, rest = value; i < size; i++, rest = Math.floor(rest / 256)) bytes[offset + i] = rest % 256;
  return bytes;
}
