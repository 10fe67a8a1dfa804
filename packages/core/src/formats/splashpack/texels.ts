import { BITS } from "./vram.ts";

/** Texels of a page, in both directions, at any depth. */
export const PAGE_SIZE = 256;

export interface DecodedPage {
  /** 256 x 256 pixels of r, g, b, a. */
  rgba: Uint8Array;
  /** Pixels with alpha 0: those of 0x0000, which the GPU does not draw, and those beyond the atlas. */
  clear: number;
  /** Pixels with bit 15, which selects semi-transparency and has no place in a picture. */
  semiTransparent: number;
}

/**
 * The texels of a page as a picture. 0x0000 gets alpha 0, as the GPU skips it; without a palette indices are shown as
 * shades of grey; places that the atlas does not cover are transparent.
 *
 * @param words the atlas
 * @param left words between the atlas' corner and the page's
 */
export function decodePage(
  words: Uint16Array,
  width: number,
  height: number,
  left: number,
  top: number,
  depth: 0 | 1 | 2,
  palette: Uint16Array | undefined,
): DecodedPage {
  const rgba = new Uint8Array(PAGE_SIZE * PAGE_SIZE * 4);
  const bits = BITS[depth];
  const perWord = 16 / bits;
  const mask = 2 ** bits - 1;
  const columns = Math.min(PAGE_SIZE, (width - left) * perWord);
  const rows = Math.min(PAGE_SIZE, height - top);
  const page: DecodedPage = { rgba, clear: PAGE_SIZE * PAGE_SIZE, semiTransparent: 0 };
  for (let y = 0; y < rows; y++) {
    const row = (top + y) * width + left;
    for (let x = 0; x < columns; x++) {
      const word = words[row + Math.floor(x / perWord)] ?? 0;
      // The lowest bits are the leftmost texel (code).
      const texel = (word >> ((x % perWord) * bits)) & mask;
      const at = (y * PAGE_SIZE + x) * 4;
      if (depth < 2 && !palette) {
        rgba.fill(Math.round((texel * 255) / mask), at, at + 3);
        rgba[at + 3] = 255;
        page.clear--;
      } else {
        putColor(page, at, depth === 2 ? texel : (palette?.[texel] ?? 0));
      }
    }
  }
  return page;
}

/** A colour of 5 bits per channel, red lowest. */
function putColor(page: DecodedPage, at: number, color: number): void {
  if (color === 0) return;
  page.clear--;
  if (color & 0x8000) page.semiTransparent++;
  page.rgba[at] = expand(color & 31);
  page.rgba[at + 1] = expand((color >> 5) & 31);
  page.rgba[at + 2] = expand((color >> 10) & 31);
  page.rgba[at + 3] = 255;
}

function expand(channel: number): number {
  return (channel << 3) | (channel >> 2);
}
