/** One field that a repair computed anew. */
export interface RepairedField {
  /** Field path as in the byte map. */
  path: string;
  /** What it was and what it becomes. */
  message: string;
}

/** A file with something in it computed anew; the file that was given is left as it is. */
export interface Repaired<F> {
  file: F;
  fields: RepairedField[];
}

/**
 * What can be mended without guessing: a value that follows from the rest of the file. It is computed only where the
 * check found that it is wrong.
 */
export interface Repair<F> {
  /** Code of the finding that it mends. */
  readonly code: string;
  /** What is computed from what, for help and documentation. */
  readonly title: string;
  /** True where authors set the value by hand on purpose: it is mended only if it is asked for by its code. */
  readonly onRequest?: boolean;
  /** Nothing if the rest of the file does not suffice. */
  mend(file: F, dialect: string): Repaired<F> | undefined;
}

/** A list of numbers for messages. */
export function numbersText(values: ArrayLike<number>): string {
  return Array.from(values, (value) => Number(value.toPrecision(7))).join(", ");
}
