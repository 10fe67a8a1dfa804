import type { Pixels } from "../images.ts";
import { damagedImage, unsupportedImage } from "./faults.ts";

const HEADER = 18;
/** Kinds of image: colour-mapped, true colour, grey; 8 more are the same run-length encoded. */
const KINDS: readonly number[] = [1, 2, 3, 9, 10, 11];
const MEGABYTE = 2 ** 20;

/** Whether this may be a TGA file: it has no magic, so the fields of its header have to be possible. */
export function looksLikeTga(bytes: Uint8Array): boolean {
  const [, map = 0, kind = 0] = bytes;
  return bytes.byteLength > HEADER && map <= 1 && KINDS.includes(kind) && [8, 15, 16, 24, 32].includes(bytes[16] ?? 0);
}

/**
 * A TGA image.
 * @throws MeshglotError `TEXTURE_DAMAGED`, `TEXTURE_UNSUPPORTED`
 */
export async function decodeTga(bytes: Uint8Array): Promise<Pixels> {
  if (!looksLikeTga(bytes)) throw unsupportedImage("this kind of TGA");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)];
  const size = 4 * width * height;
  // The header alone may ask for 17 GB; runs make a file at most some hundred times smaller than its picture.
  if (size === 0 || size > 10 * bytes.byteLength + 64 * MEGABYTE)
    throw damagedImage(`${width} x ${height} texels in ${bytes.byteLength} bytes`, bytes);
  const { decodeTga: decode } = await import("@lunapaint/tga-codec");
  try {
    const { image } = await decode(bytes);
    return { width: image.width, height: image.height, rgba: new Uint8Array(image.data) };
  } catch (error) {
    throw damagedImage(error instanceof Error ? error.message : String(error), bytes);
  }
}
