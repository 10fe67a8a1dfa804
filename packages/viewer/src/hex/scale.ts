/** Browsers cut elements off at some 33 million pixels; less is plenty for a scroll bar. */
const MOST_PIXELS = 4_000_000;

/**
 * A scroll bar for any number of rows. Rows of a small file are as high as they look; those of a large one share
 * pixels, and what lies between two pixels is reached by wheel and keys.
 */
export interface RowScale {
  /** Height of the scrolled content in pixels. */
  height: number;
  rowAt(scrollTop: number): number;
  scrollTopOf(row: number): number;
}

/**
 * @param rows in all
 * @param viewHeight pixels of the view
 * @param rowHeight pixels
 */
export function rowScale(rows: number, viewHeight: number, rowHeight: number): RowScale {
  const natural = rows * rowHeight;
  const height = Math.min(natural, MOST_PIXELS);
  const lastRow = Math.max(0, rows - Math.floor(viewHeight / rowHeight));
  const travel = Math.max(1, height - viewHeight);
  const perPixel = natural === height ? 1 / rowHeight : lastRow / travel;
  const limit = (row: number) => Math.max(0, Math.min(lastRow, row));
  return {
    height,
    rowAt: (scrollTop) => limit(Math.round(scrollTop * perPixel)),
    scrollTopOf: (row) => Math.round(limit(row) / perPixel),
  };
}
