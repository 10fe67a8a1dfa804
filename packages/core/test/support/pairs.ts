import type { Severity } from "../../src/issues/issue.ts";
import type { ValidateOptions } from "../../src/operations/validate.ts";

/** A small file with one fault, and what validate has to say about it. The expectations are written by hand. */
export interface IssuePair {
  bytes: () => Uint8Array;
  /** Field path of the finding. */
  path: string;
  /** First byte of that field, where it was counted by hand; null for findings about the whole file. */
  offset?: number | null;
  /** Where it is not that of the table. */
  severity?: Severity;
  /** Other codes that the same change of the file brings about. */
  others?: readonly string[];
  options?: ValidateOptions;
}

/** One pair per code of a format. */
export type IssuePairs = Readonly<Record<string, IssuePair>>;
