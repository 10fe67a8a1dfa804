/** Polygons up to this size are cut at once: 200,000 corners of the worst of them take a second. */
const SMALL = 512;
/** Corners that larger polygons of one file may have together. */
const LARGE_TOGETHER = 16_384;
/** Holes are joined to an outline by an edge that is walked twice, but a polygon of less distinct corners is none. */
const LEAST_DISTINCT = 0.75;
/** Nothing takes long below this. */
const TINY = 64;

/**
 * How much work may go into cutting polygons. Time grows with the square of the corners where a polygon crosses itself,
 * so that one line of 400,000 corners would take hours.
 */
export class EarLimit {
  #left = LARGE_TOGETHER;

  /**
   * Whether a polygon may be cut into ears; what that takes counts.
   * @param size its corners
   * @param distinct how many different positions they have
   */
  allows(size: number, distinct: () => number): boolean {
    if (size > TINY && distinct() < size * LEAST_DISTINCT) return false;
    if (size <= SMALL) return true;
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }
}
