import { startsWith } from "../../lookalikes.ts";
import type { Pixels } from "../images.ts";
import { decodeDds } from "./dds.ts";
import { damagedImage, unsupportedImage } from "./faults.ts";
import { decodeTga, looksLikeTga } from "./tga.ts";

const SIGNATURE = "\x89PNG\r\n\x1a\n";
/** A PNG of one texel has no less. */
const SMALLEST_PNG = 57;

/**
 * Any texture as PNG, by its content: DDS (BC1 to BC3, plain texels), TGA, PNG.
 *
 * @param bytes the whole file
 * @returns the bytes of the file itself where it is a PNG
 * @throws MeshglotError `TEXTURE_UNSUPPORTED`, `TEXTURE_DAMAGED`
 * @example
 * await writeFile("body.png", await pngOf(await readFile("body.dds")));
 */
export async function pngOf(bytes: Uint8Array): Promise<Uint8Array> {
  if (startsWith(bytes, SIGNATURE)) {
    if (bytes.byteLength < SMALLEST_PNG || !startsWith(bytes, "IHDR", 12)) throw damagedImage("a PNG cut short", bytes);
    return bytes;
  }
  if (startsWith(bytes, "DDS ")) return encodePng(await decodeDds(bytes));
  if (looksLikeTga(bytes)) return encodePng(await decodeTga(bytes));
  throw unsupportedImage("a texture that is no DDS, TGA or PNG");
}

/** A picture as PNG; without an alpha channel where nothing is transparent. */
export async function encodePng({ width, height, rgba }: Pixels): Promise<Uint8Array> {
  const { encode } = await import("fast-png");
  let opaque = true;
  for (let i = 3; i < rgba.length && opaque; i += 4) opaque = rgba[i] === 255;
  if (!opaque) return encode({ width, height, data: rgba, channels: 4, depth: 8 });
  const rgb = new Uint8Array(3 * width * height);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) rgb.set(rgba.subarray(from, from + 3), to);
  return encode({ width, height, data: rgb, channels: 3, depth: 8 });
}
