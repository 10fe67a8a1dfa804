import type { SpanElement } from "../../bytes/trace.ts";
import type { Json } from "../../json.ts";
import type { Scalars } from "../../layout/arrays.ts";
import { elementLayout, partArray } from "../../layout/elements.ts";
import type { Change } from "./change.ts";
import { numberForJson } from "./numberForJson.ts";

/**
 * Two arrays of numbers, element by element; where elements have named parts, part by part.
 *
 * @param path of the array; a change in one element alone gets the path of that element
 * @param node the node that read them; says how many numbers an element has
 * @param tolerance floats, and numbers with a unit, that differ by no more count as equal; 0 compares bits, so that
 *   NaNs and -0 are told apart
 */
export function diffArrays(
  path: string,
  a: Scalars,
  b: Scalars,
  node: SpanElement | undefined,
  tolerance: number,
  hasUnit: boolean,
): Change[] {
  const layout = elementLayout(a, node);
  const { parts, single, size } = layout;
  if (parts && a.length === b.length) {
    return parts.flatMap((part) => {
      const [x, y] = [partArray(a, layout, part), partArray(b, layout, part)];
      const stride = Math.max(1, part.size / x.BYTES_PER_ELEMENT);
      const allowed = part.unit !== undefined || x instanceof Float32Array ? tolerance : 0;
      return compare({ array: path, part: `.${part.name}` }, x, y, stride, false, allowed);
    });
  }
  const stride = Math.max(1, Math.floor((single ? a.byteLength : size) / a.BYTES_PER_ELEMENT));
  return compare({ array: path, part: "" }, a, b, stride, single, hasUnit || a instanceof Float32Array ? tolerance : 0);
}

function compare(
  { array, part }: { array: string; part: string },
  a: Scalars,
  b: Scalars,
  stride: number,
  single: boolean,
  tolerance: number,
): Change[] {
  const sameKind = a[Symbol.toStringTag] === b[Symbol.toStringTag];
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
  if (first < 0) return [];
  const elements = {
    differ: differ + Math.abs(countA - countB),
    of: Math.max(countA, countB),
    first,
    largest: Number.isFinite(largest) && largest >= 0 ? largest : null,
    largestAt: Number.isFinite(largest) && largest >= 0 ? largestAt : null,
  };
  if (a.length !== b.length) return [{ path: array + part, kind: "length", a: countA, b: countB, elements }];
  const at = (values: Scalars): Json => numbersOf(values.subarray(first * stride, (first + 1) * stride));
  const sides = { a: at(a), b: at(b) };
  if (single) return [{ path: array + part, kind: "value", ...sides }];
  const path = differ === 1 ? `${array}[${first}]${part}` : array + part;
  return [{ path, kind: "elements", ...sides, elements }];
}

/** One number, or a list of them. */
export function numbersOf(array: Scalars): Json {
  const values = Array.from(array as Float32Array, numberForJson); // any of the arrays; the union has no common iterator
  return values.length === 1 ? (values[0] ?? null) : values;
}

function bitwise(a: Scalars, b: Scalars): (i: number) => boolean {
  if (!(a instanceof Float32Array)) return (i) => a[i] !== b[i];
  const [bitsA, bitsB] = [a, b].map(({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length));
  return (i) => bitsA?.[i] !== bitsB?.[i];
}

function numerically(a: Scalars, b: Scalars, tolerance: number): (i: number) => boolean {
  return (i) => {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    return !(Math.abs(x - y) <= tolerance || Object.is(x, y) || x === y);
  };
}
