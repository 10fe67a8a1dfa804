import type { Json } from "../../json.ts";

/**
 * What kind of difference it is.
 * - `value`: a number, a vector or a text
 * - `elements`: some elements of an array of the same length
 * - `length`: arrays of different length; `a` and `b` are the numbers of elements
 * - `added`, `removed`: a field or an item of a list that only one side has
 * - `encoding`: the same value in other bytes (a compressed block, an odd spelling of a number)
 */
export type ChangeKind = "value" | "elements" | "length" | "added" | "removed" | "encoding";

/** How the elements of two arrays differ. */
export interface ElementDifferences {
  /** Elements that differ; those that only one side has count as different. */
  differ: number;
  /** Elements of the longer side. */
  of: number;
  /** The first one that differs. */
  first: number;
  /** The largest difference of two numbers, in the units of the file; null if nothing can be subtracted. */
  largest: number | null;
  /** The element that has it. */
  largestAt: number | null;
}

/** One difference between two files, at the field that has it. */
export interface Change {
  /** As in the byte map. Of an array in which one element differs, the path of the element. */
  path: string;
  kind: ChangeKind;
  /** What the first file has; of `elements` the first one that differs. Null if it has nothing there. */
  a: Json;
  b: Json;
  elements?: ElementDifferences;
}
