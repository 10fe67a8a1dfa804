import { MeshglotError } from "../../bytes/fault.ts";
import type { SpanElement } from "../../bytes/trace.ts";
import { bytesOf, type Scalars } from "../../layout/arrays.ts";
import { type ElementLayout, elementLayout, scalarNameOf } from "../../layout/elements.ts";
import type { PathStep } from "./fieldPath.ts";
import { encodeNumbers, parseNumbers } from "./numbers.ts";

/** A run of numbers of one type in an array. */
interface Run {
  offset: number;
  size: number;
  type: string;
}

/**
 * A copy of an array with other numbers in one place: `[41]` is an element, `[41][1]` its second number, `[3].uv0[5]`
 * a number in a named part of an element.
 *
 * @param steps what follows the array's own path; none for the whole array
 * @param value numbers with commas, as many as the place has
 * @throws MeshglotError `EDIT_PATH`, `EDIT_VALUE`, `WRITE_OUT_OF_RANGE`
 */
export function setInArray(
  array: Scalars,
  node: SpanElement | undefined,
  steps: readonly PathStep[],
  value: string,
): Scalars {
  const layout = elementLayout(array, node);
  let run: Run = { offset: 0, size: array.byteLength, type: scalarNameOf(array) };
  let rest = steps;
  if (rest.length > 0) {
    run = elementOf(array, layout, rest[0]);
    rest = rest.slice(1);
    if (layout.parts && typeof rest[0] === "string") {
      run = partOf(run, layout, rest[0]);
      rest = rest.slice(1);
    } else if (layout.parts) throw noPlace(`it has the parts ${layout.parts.map(({ name }) => name).join(", ")}`);
    if (rest.length > 0) run = numberOf(run, rest[0]);
    if (rest.length > 1) throw noPlace("a number has no parts");
  } else if (layout.parts) throw noPlace("set its elements one by one");
  const bytes = encodeNumbers(run.type, parseNumbers(value));
  if (bytes.byteLength !== run.size) {
    const width = sizeOfType(run.type);
    throw new MeshglotError({
      code: "EDIT_VALUE",
      detail: `${bytes.byteLength / width} numbers were given, ${run.size / width} are due`,
    });
  }
  const copy = array.slice();
  bytesOf(copy).set(bytes, run.offset);
  return copy;
}

function elementOf(array: Scalars, { size, single, parts }: ElementLayout, step: PathStep | undefined): Run {
  const count = size > 0 ? array.byteLength / size : 0;
  if (typeof step !== "number" || step >= count) {
    throw noPlace(`it has ${count} ${single ? "numbers" : "elements"}, counted from 0`);
  }
  return { offset: step * size, size, type: parts ? "" : scalarNameOf(array) };
}

function partOf(element: Run, { parts = [] }: ElementLayout, name: string): Run {
  const part = parts.find((known) => known.name === name);
  if (!part) throw noPlace(`it has the parts ${parts.map((known) => known.name).join(", ")}`);
  return { offset: element.offset + part.offset, size: part.size, type: part.type };
}

function numberOf(run: Run, step: PathStep | undefined): Run {
  const width = sizeOfType(run.type);
  const count = run.size / width;
  if (typeof step !== "number" || step >= count) throw noPlace(`it has ${count} numbers, counted from 0`);
  return { offset: run.offset + step * width, size: width, type: run.type };
}

function sizeOfType(type: string): number {
  return Number(/\d+/.exec(type)?.[0] ?? 8) / 8;
}

function noPlace(why: string): MeshglotError {
  return new MeshglotError({ code: "EDIT_PATH", detail: `there is no such place: ${why}` });
}
