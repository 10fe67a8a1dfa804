/** A small file that a generator of ours makes. */
export interface Example {
  /** File name below the folder of its format. */
  name: string;
  /** What it shows, for the list of examples. */
  summary: string;
  make: () => Uint8Array;
}
