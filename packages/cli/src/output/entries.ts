import type { FaultJson, Issue } from "@meshglot/core";

/** An entry of `validate --json`, or one with nothing but the error of a file that can not be used. */
export interface ValidateEntry {
  file: string;
  issues?: Issue[];
  truncated?: Record<string, number>;
  error?: FaultJson;
}

/** What `validate` made, by the contract of its JSON. */
export function validateEntries(entries: readonly object[]): readonly ValidateEntry[] {
  return entries as readonly ValidateEntry[];
}
