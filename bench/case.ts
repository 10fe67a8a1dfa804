/** A large file of one format, and what working on it may cost compared to copying it. */
export interface BenchCase {
  id: string;
  /** About 14 MB. */
  make: () => Uint8Array;
  /** Highest ratio to one plain copy, per operation. */
  limits: Partial<Record<"read" | "map" | "rewrite", number>>;
}

/** One line of the result: how many times slower than the anchor of the same run. */
export interface BenchResult {
  name: string;
  ratio: number;
  limit: number | null;
  /** Milliseconds, median. */
  ours: number;
  anchor: number;
}
