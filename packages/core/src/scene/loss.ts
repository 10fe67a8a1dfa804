/** One thing that a conversion changed or left out. */
export interface Loss {
  /** Stable code, for instance `QUADS_TRIANGULATED`. */
  code: string;
  /** Where it was in the source. */
  path: string;
  /** How many elements it concerns. */
  count: number;
  message: string;
  /** Where it still can be found in the output, or null if it is gone. */
  keptIn: string | null;
}

/** Collects the losses of one conversion. */
export class LossLedger {
  readonly losses: Loss[] = [];

  /** Notes a loss, unless it concerns nothing. */
  add(code: string, path: string, count: number, message: string, keptIn: string | null = null): void {
    if (count > 0) this.losses.push({ code, path, count, message, keptIn });
  }
}
