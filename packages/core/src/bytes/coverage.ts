/** A range of bytes, the end excluded. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The bytes that blocks with absolute offsets have claimed, in order, so that none is read twice or forgotten. */
export class Coverage {
  readonly #ranges: ByteRange[] = [];

  /** End of the last claimed range, or 0. */
  get end(): number {
    return this.#ranges.at(-1)?.end ?? 0;
  }

  /** Claims a range. Returns the earlier claim that it overlaps, and then claims nothing. */
  claim(start: number, end: number): ByteRange | undefined {
    if (start >= end) return undefined;
    const at = this.#firstEndingAfter(start);
    const next = this.#ranges[at];
    if (next && next.start < end) return next;
    if (next) this.#ranges.splice(at, 0, { start, end });
    else this.#ranges.push({ start, end });
    return undefined;
  }

  /** What lies between the claimed ranges, from byte 0 on. */
  gaps(): ByteRange[] {
    const gaps: ByteRange[] = [];
    let end = 0;
    for (const range of this.#ranges) {
      if (range.start > end) gaps.push({ start: end, end: range.start });
      end = range.end;
    }
    return gaps;
  }

  /** Blocks mostly follow one another, so the usual answer is "behind the last one" without a search. */
  #firstEndingAfter(start: number): number {
    let [low, high] = [0, this.#ranges.length];
    if (start >= this.end) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.end ?? 0) > start) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
