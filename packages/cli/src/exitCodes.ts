/** Exit codes of every verb. */
export const EXIT = {
  /** All fine. */
  fine: 0,
  /** The question was answered "no": errors found, files differ, some inputs failed. */
  no: 1,
  /** Wrong usage, or the input can not be read. */
  unusable: 2,
  /** A bug of ours. */
  bug: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
