/** error: cannot be parsed, or the engine shows something else than the author meant; warning: legal but suspicious or lossy. */
export type Severity = "error" | "warning" | "info";

/** One finding about a file. */
export interface Issue {
  code: string;
  severity: Severity;
  /** Field path as in the byte map. */
  path: string;
  offset: number | null;
  length: number | null;
  message: string;
  hint: string | null;
}

/** What the table of codes says about a code. */
export interface IssueFacts {
  severity: Severity;
  /** What is wrong, in general. */
  title: string;
  /** What the engine does about it. */
  consequence: string;
  /** What to do about it. */
  hint?: string;
}
