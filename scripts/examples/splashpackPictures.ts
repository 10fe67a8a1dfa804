/** The pictures of the examples: four squares on one board of 256 x 256 texels and 16 colours. */
export type Picture = "stripes" | "planks" | "grass" | "bricks";

/** Texels of the side of a picture: two of them lie in the first 64 rows, so a strip of those is enough. */
export const REGION_SIZE = 64;
/** Where each picture lies on the board. */
export const REGIONS: Readonly<Record<Picture, readonly [number, number]>> = {
  stripes: [0, 0],
  planks: [64, 0],
  grass: [128, 0],
  bricks: [192, 0],
};

const rgb = (r: number, g: number, b: number) => (r >> 3) | ((g >> 3) << 5) | ((b >> 3) << 10);

/** Red lowest, 5 bits per channel; none is 0, which the GPU would not draw. */
export const PALETTE = Uint16Array.of(
  rgb(40, 40, 48),
  rgb(240, 240, 232),
  rgb(208, 48, 40),
  rgb(168, 32, 32),
  rgb(176, 120, 64),
  rgb(144, 96, 48),
  rgb(104, 64, 32),
  rgb(72, 136, 56),
  rgb(96, 168, 72),
  rgb(56, 104, 48),
  rgb(184, 96, 72),
  rgb(152, 72, 56),
  rgb(200, 192, 176),
  rgb(72, 120, 184),
  rgb(248, 216, 96),
  rgb(128, 128, 136),
);

/** A number that looks random and is the same every time. */
function noise(x: number, y: number): number {
  return ((x * 374761393 + y * 668265263) >>> 5) % 7;
}

const PAINTERS: Readonly<Record<Picture, (x: number, y: number) => number>> = {
  stripes: (x, y) => {
    // Two windows and a door let one see which way the picture lies.
    if (x >= 28 && x < 34 && y >= 52) return 6;
    if (x >= 12 && x < 16 && y >= 30 && y < 36) return 13;
    return Math.floor(y / 8) % 2 === 0 ? 1 : noise(x, y) === 0 ? 3 : 2;
  },
  planks: (x, y) => (x < 3 || y < 3 || x > 60 || y > 60 ? 6 : y % 12 === 0 ? 6 : noise(x >> 3, y) < 2 ? 5 : 4),
  grass: (x, y) => [7, 8, 7, 9, 7, 8, 7][noise(x, y)] ?? 7,
  bricks: (x, y) => (y % 8 === 0 || (x + (Math.floor(y / 8) % 2) * 8) % 16 === 0 ? 12 : noise(x, y) < 2 ? 11 : 10),
};
const ORDER: readonly Picture[] = ["stripes", "planks", "grass", "bricks"];

/** Palette index of a texel of the board. */
function indexAt(x: number, y: number): number {
  const picture = y < REGION_SIZE ? ORDER[Math.floor(x / REGION_SIZE)] : undefined;
  return picture ? PAINTERS[picture](x % REGION_SIZE, y) : (x + y) % 16;
}

/** The first rows of the board as words of video memory. */
export function boardWords(bits: 4 | 8 | 16, rows: number): Uint16Array {
  const perWord = 16 / bits;
  const width = 256 / perWord;
  const words = new Uint16Array(width * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < 256; x++) {
      const at = y * width + Math.floor(x / perWord);
      const texel = bits === 16 ? (PALETTE[indexAt(x, y)] ?? 0) : indexAt(x, y) << ((x % perWord) * bits);
      words[at] = (words[at] ?? 0) | texel;
    }
  }
  return words;
}
