/** A picture of 8 bits per channel. */
export interface Picture {
  width: number;
  height: number;
  /** 4 per pixel, row by row from the top. */
  rgba: Uint8ClampedArray<ArrayBuffer>;
}

const HEADER = 128;
/** Sides beyond this are no texture of these games, and would ask for gigabytes. */
const MOST = 16384;

/**
 * The largest picture of a DDS: BC1, BC2, BC3 (DXT1, DXT3, DXT5) and plain 24 or 32 bits per pixel, which is what
 * Direct3D 9 games have.
 *
 * @throws Error saying what the file is if it is none of these, or is cut off
 */
export function decodeDds(bytes: Uint8Array): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER || view.getUint32(0, true) !== 0x20534444) throw new Error("not a DDS file");
  const height = view.getUint32(12, true);
  const width = view.getUint32(16, true);
  if (width === 0 || height === 0 || width > MOST || height > MOST)
    throw new Error(`a picture of ${width} x ${height}`);
  const code = String.fromCharCode(...bytes.subarray(84, 88));
  const body = bytes.subarray(HEADER);
  if (code === "DXT1" || code === "DXT3" || code === "DXT5") return decodeBlocks(body, width, height, code);
  const bits = view.getUint32(88, true);
  const masks = [92, 96, 100, 104].map((at) => view.getUint32(at, true));
  if (bits === 24 || bits === 32) return decodePixels(body, width, height, bits / 8, masks);
  throw new Error(`DDS of kind ${code.replaceAll("\0", "") || `${bits} bits`} is not supported`);
}

function need(body: Uint8Array, size: number): void {
  if (body.byteLength < size) throw new Error(`the picture needs ${size} bytes, ${body.byteLength} are there`);
}

function decodePixels(
  body: Uint8Array,
  width: number,
  height: number,
  stride: number,
  masks: readonly number[],
): Picture {
  need(body, width * height * stride);
  const rgba = new Uint8ClampedArray(4 * width * height);
  const places = masks.map((mask) => (mask === 0 ? -1 : Math.log2(mask & -mask) / 8));
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 4; channel++) {
      const place = places[channel] ?? -1;
      const known = place >= 0 && place < stride;
      rgba[4 * pixel + channel] = known ? (body[pixel * stride + place] ?? 0) : 255;
    }
  }
  return { width, height, rgba };
}

function decodeBlocks(body: Uint8Array, width: number, height: number, code: "DXT1" | "DXT3" | "DXT5"): Picture {
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const size = code === "DXT1" ? 8 : 16;
  need(body, columns * rows * size);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const rgba = new Uint8ClampedArray(4 * width * height);
  const colors = new Uint8Array(16);
  const alphas = new Uint8Array(16);
  for (let block = 0; block < columns * rows; block++) {
    const at = block * size;
    alphas.fill(255);
    if (code === "DXT3") readAlpha4(view, at, alphas);
    if (code === "DXT5") readAlpha8(view, at, alphas);
    const colorAt = at + size - 8;
    const transparent = mixColors(view, colorAt, code === "DXT1", colors);
    const [left, top] = [4 * (block % columns), 4 * Math.floor(block / columns)];
    const choices = view.getUint32(colorAt + 4, true);
    for (let i = 0; i < 16; i++) {
      const [x, y] = [left + (i & 3), top + (i >> 2)];
      if (x >= width || y >= height) continue;
      const choice = (choices >>> (2 * i)) & 3;
      const to = 4 * (y * width + x);
      for (let channel = 0; channel < 3; channel++) rgba[to + channel] = colors[4 * choice + channel] ?? 0;
      rgba[to + 3] = transparent && choice === 3 ? 0 : (alphas[i] ?? 255);
    }
  }
  return { width, height, rgba };
}

/** The four colours of a block. @returns whether the last of them is transparent */
function mixColors(view: DataView, at: number, mayBeTransparent: boolean, colors: Uint8Array): boolean {
  const [first, second] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
  const three = mayBeTransparent && first <= second;
  const channel = (color: number, c: number): number => {
    if (c === 1) return ((color >> 5) & 63) * (255 / 63);
    return ((color >> (c === 0 ? 11 : 0)) & 31) * (255 / 31);
  };
  for (let c = 0; c < 3; c++) {
    const [a, b] = [channel(first, c), channel(second, c)];
    colors[c] = Math.round(a);
    colors[4 + c] = Math.round(b);
    colors[8 + c] = Math.round(three ? (a + b) / 2 : (2 * a + b) / 3);
    colors[12 + c] = Math.round(three ? 0 : (a + 2 * b) / 3);
  }
  return three;
}

function readAlpha4(view: DataView, at: number, alphas: Uint8Array): void {
  for (let i = 0; i < 16; i++) alphas[i] = ((view.getUint8(at + (i >> 1)) >> (4 * (i & 1))) & 15) * 17;
}

function readAlpha8(view: DataView, at: number, alphas: Uint8Array): void {
  const [a, b] = [view.getUint8(at), view.getUint8(at + 1)];
  const steps = a > b ? 7 : 5;
  for (let i = 0; i < 16; i++) {
    const bit = 3 * i;
    const pair = view.getUint8(at + 2 + (bit >> 3)) | (bit >> 3 < 5 ? view.getUint8(at + 3 + (bit >> 3)) << 8 : 0);
    const choice = (pair >> (bit & 7)) & 7;
    if (choice === 0) alphas[i] = a;
    else if (choice === 1) alphas[i] = b;
    else if (steps === 5 && choice >= 6) alphas[i] = choice === 6 ? 0 : 255;
    else alphas[i] = Math.round(((steps + 1 - choice) * a + (choice - 1) * b) / steps);
  }
}
