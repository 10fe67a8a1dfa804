import { startsWith } from "../../lookalikes.ts";
import type { Pixels } from "../images.ts";
import { damagedImage, unsupportedImage } from "./faults.ts";

/** Sizes of the header and of the one that may follow it (documented by Microsoft). */
const HEADER = 128;
const HEADER_DX10 = 20;
const HAS_ALPHA = 0x1;
const HAS_FOURCC = 0x4;
const HAS_RGB = 0x40;
const LARGEST_SIDE = 16384;

const BLOCKS = { dxt1: 8, dxt2: 16, dxt3: 16, dxt4: 16, dxt5: 16 } as const;
type BlockFormat = keyof typeof BLOCKS;

/** Formats of the DX10 header (DXGI_FORMAT) that are the same as a fourCC, or plain bytes. */
const DXGI: Readonly<Record<number, BlockFormat | "rgba" | "bgra">> = {
  28: "rgba",
  29: "rgba",
  71: "dxt1",
  72: "dxt1",
  74: "dxt3",
  75: "dxt3",
  77: "dxt5",
  78: "dxt5",
  87: "bgra",
  91: "bgra",
};

/** Channel masks of plain formats: r, g, b, a. */
const RGBA = [0xff, 0xff00, 0xff0000, 0xff000000] as const;
const BGRA = [0xff0000, 0xff00, 0xff, 0xff000000] as const;

/**
 * The largest image of a DDS file: BC1 to BC3 (DXT1 to DXT5), or pixels of 8 to 32 bits.
 * @throws MeshglotError `TEXTURE_UNSUPPORTED` with the name of another format, `TEXTURE_DAMAGED`
 */
export async function decodeDds(bytes: Uint8Array): Promise<Pixels> {
  if (!startsWith(bytes, "DDS ") || bytes.byteLength < HEADER) throw damagedImage("no whole DDS header", bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [height, width] = [view.getUint32(12, true), view.getUint32(16, true)];
  if (width === 0 || height === 0 || width > LARGEST_SIDE || height > LARGEST_SIDE)
    throw damagedImage(`${width} x ${height} texels are no possible size`, bytes);
  const flags = view.getUint32(80, true);
  const fourCC = String.fromCharCode(...bytes.subarray(84, 88));
  if (flags & HAS_FOURCC) {
    if (fourCC === "DX10") return decodeDx10(bytes, view, width, height);
    const format = fourCC.toLowerCase();
    if (format in BLOCKS) return decodeBlocks(bytes, HEADER, width, height, format as BlockFormat); // tested just before
    throw unsupportedImage(`DDS ${/^[ -~]{4}$/.test(fourCC) ? fourCC : `format ${view.getUint32(84, true)}`}`);
  }
  if (!(flags & HAS_RGB)) throw unsupportedImage(`DDS with pixel flags 0x${flags.toString(16)}`);
  const masks = [92, 96, 100, 104].map((at) => view.getUint32(at, true));
  if (!(flags & HAS_ALPHA)) masks[3] = 0;
  return decodePixels(bytes, HEADER, width, height, view.getUint32(88, true), masks);
}

function decodeDx10(bytes: Uint8Array, view: DataView, width: number, height: number): Promise<Pixels> | Pixels {
  if (bytes.byteLength < HEADER + HEADER_DX10) throw damagedImage("no whole DX10 header", bytes);
  const dxgi = view.getUint32(HEADER, true);
  const format = DXGI[dxgi];
  if (format === undefined) throw unsupportedImage(`DDS with DXGI format ${dxgi}`);
  const start = HEADER + HEADER_DX10;
  if (format === "rgba" || format === "bgra")
    return decodePixels(bytes, start, width, height, 32, format === "rgba" ? RGBA : BGRA);
  return decodeBlocks(bytes, start, width, height, format);
}

/** Blocks of 4 x 4 texels. The package wants whole blocks, so the image is decoded to those and cut. */
async function decodeBlocks(
  bytes: Uint8Array,
  start: number,
  width: number,
  height: number,
  format: BlockFormat,
): Promise<Pixels> {
  const [wide, high] = [Math.ceil(width / 4) * 4, Math.ceil(height / 4) * 4];
  const size = (wide / 4) * (high / 4) * BLOCKS[format];
  if (size > bytes.byteLength - start)
    throw damagedImage(`${width} x ${height} texels need ${size} bytes, ${bytes.byteLength - start} left`, bytes);
  const { default: decode } = await import("decode-dxt");
  const whole = decode(new DataView(bytes.buffer, bytes.byteOffset + start, size), wide, high, format);
  if (wide === width && high === height) return { width, height, rgba: whole };
  const rgba = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) rgba.set(whole.subarray(4 * wide * y, 4 * (wide * y + width)), 4 * width * y);
  return { width, height, rgba };
}

function decodePixels(
  bytes: Uint8Array,
  start: number,
  width: number,
  height: number,
  bits: number,
  masks: readonly number[],
): Pixels {
  if (bits !== 8 && bits !== 16 && bits !== 24 && bits !== 32) throw unsupportedImage(`DDS with ${bits} bits a texel`);
  const stride = bits / 8;
  const size = width * height * stride;
  if (size > bytes.byteLength - start)
    throw damagedImage(`${width} x ${height} texels need ${size} bytes, ${bytes.byteLength - start} left`, bytes);
  const channels = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, most: mask === 0 ? 0 : mask >>> shift };
  });
  const rgba = new Uint8Array(4 * width * height);
  for (let from = start, to = 0; to < rgba.length; from += stride, to += 4) {
    let word = 0;
    for (let k = stride - 1; k >= 0; k--) word = word * 256 + (bytes[from + k] ?? 0);
    for (let channel = 0; channel < 4; channel++) {
      const { mask, shift, most } = channels[channel] ?? { mask: 0, shift: 0, most: 0 };
      const missing = channel === 3 ? 255 : 0;
      rgba[to + channel] = most === 0 ? missing : Math.round((((word & mask) >>> shift) / most) * 255);
    }
  }
  return { width, height, rgba };
}
