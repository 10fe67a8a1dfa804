import type { SpanElement } from "../../bytes/trace.ts";
import type { Json } from "../../json.ts";
import { bytesOf, type Scalars } from "../../layout/arrays.ts";
import { elementLayout } from "../../layout/elements.ts";
import type { Change } from "./change.ts";

/**
 * Two arrays of numbers, element by element.
 *
 * @param node the node that read them; says how many numbers an element has
 * @param tolerance numbers that differ by no more count as equal; 0 compares bits, so that NaNs and -0 are told apart
 */
export function diffArrays(
  path: string,
  a: Scalars,
  b: Scalars,
  node: SpanElement | undefined,
  tolerance: number,
): Change | undefined {
  const { size, single } = elementLayout(a, node);
  const stride = Math.max(1, Math.floor((single ? a.byteLength : size) / a.BYTES_PER_ELEMENT));
  const sameKind = a.BYTES_PER_ELEMENT === b.BYTES_PER_ELEMENT && a[Symbol.toStringTag] === b[Symbol.toStringTag];
  const differs = sameKind && tolerance === 0 ? bitwise(a, b) : numerically(a, b, tolerance);
  const common = Math.min(a.length, b.length);
  const [countA, countB] = [Math.ceil(a.length / stride), Math.ceil(b.length / stride)];
  let [differ, first, largest, largestAt, last] = [0, -1, -1, 0, -1];
  for (let i = 0; i < common; i++) {
    if (!differs(i)) continue;
    const element = Math.floor(i / stride);
    if (element !== last) differ++;
    last = element;
    if (first < 0) first = element;
    const distance = Math.abs((a[i] ?? 0) - (b[i] ?? 0));
    if (!(distance > largest)) continue;
    largest = distance;
    largestAt = element;
  }
  if (countA !== countB && first < 0) first = Math.min(countA, countB);
  if (first < 0) return undefined;
  const elements = {
    differ: differ + Math.abs(countA - countB),
    of: Math.max(countA, countB),
    first,
    largest: largest < 0 ? null : largest,
    largestAt: largest < 0 ? null : largestAt,
  };
  if (a.length !== b.length) return { path, kind: "length", a: countA, b: countB, elements };
  const at = (array: Scalars): Json => numbersOf(array.subarray(first * stride, (first + 1) * stride));
  return single
    ? { path, kind: "value", a: at(a), b: at(b) }
    : { path, kind: "elements", a: at(a), b: at(b), elements };
}

/** JSON has neither NaN nor infinities, so those are words. */
export function numbersOf(array: Scalars): Json {
  const values = Array.from(array as Float32Array, numberForJson); // any of the arrays; the union has no common iterator
  return values.length === 1 ? (values[0] ?? null) : values;
}

export function numberForJson(value: number): Json {
  return Number.isFinite(value) ? value : String(value);
}

function bitwise(a: Scalars, b: Scalars): (i: number) => boolean {
  if (!(a instanceof Float32Array)) return (i) => a[i] !== b[i];
  const [bitsA, bitsB] = [a, b].map((array) => new Uint32Array(bytesOf(array).slice().buffer));
  return (i) => bitsA?.[i] !== bitsB?.[i];
}

function numerically(a: Scalars, b: Scalars, tolerance: number): (i: number) => boolean {
  return (i) => {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    return !(Math.abs(x - y) <= tolerance || Object.is(x, y) || x === y);
  };
}
