import type { Texture } from "@gltf-transform/core";
import { sceneFault } from "./sceneFault.ts";

/** A picture as pixels. */
export interface Pixels {
  width: number;
  height: number;
  /** r, g, b, a per pixel, row by row from the top. */
  rgba: Uint8Array;
}

/** More pixels than this are refused before anything is decoded: a small file can declare a huge picture. */
const MOST_PIXELS = 8192 * 8192;

/** Width and height by the picture's header; undefined if it has none that can be read. */
export function imageSizeOf(texture: Texture): [number, number] | undefined {
  try {
    const [width, height] = texture.getSize() ?? [];
    return width === undefined || height === undefined ? undefined : [width, height];
  } catch {
    return undefined; // the library reads beyond the end of a header that is cut off
  }
}

/**
 * The pixels of a PNG or JPEG texture.
 *
 * @throws MeshglotError `SCENE_IMAGE` if it is neither, damaged, or too large
 */
export async function pixelsOf(texture: Texture): Promise<Pixels> {
  const bytes = texture.getImage();
  const size = imageSizeOf(texture);
  if (!bytes || !size) throw imageFault(texture, "it is neither a PNG nor a JPEG");
  if (size[0] * size[1] > MOST_PIXELS) throw imageFault(texture, `${size[0]} x ${size[1]} pixels are too many`);
  try {
    return texture.getMimeType() === "image/jpeg" ? await decodeJpeg(bytes) : await decodePng(bytes);
  } catch (error) {
    throw imageFault(texture, error instanceof Error ? error.message : String(error));
  }
}

async function decodeJpeg(bytes: Uint8Array): Promise<Pixels> {
  const { decode } = (await import("jpeg-js")).default;
  const { width, height, data } = await decode(bytes, { useTArray: true, formatAsRGBA: true });
  return { width, height, rgba: data };
}

async function decodePng(bytes: Uint8Array): Promise<Pixels> {
  const { convertIndexedToRgb, decode } = await import("fast-png");
  const png = decode(bytes);
  const { width, height, palette } = png;
  const data = palette ? convertIndexedToRgb(png) : png.data;
  const channels = palette ? data.length / (width * height) : png.channels;
  const byte = (value: number) => (!palette && png.depth === 16 ? value >> 8 : value);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * channels;
    const grey = channels < 3;
    rgba[pixel * 4] = byte(data[at] ?? 0);
    rgba[pixel * 4 + 1] = byte(data[grey ? at : at + 1] ?? 0);
    rgba[pixel * 4 + 2] = byte(data[grey ? at : at + 2] ?? 0);
    if (channels === 2 || channels === 4) rgba[pixel * 4 + 3] = byte(data[at + channels - 1] ?? 255);
  }
  return { width, height, rgba };
}

function imageFault(texture: Texture, why: string): Error {
  return sceneFault(
    "SCENE_IMAGE",
    `textures/${texture.getName() || texture.getURI() || "unnamed"}`,
    `the picture can not be used: ${why}`,
    "Save it as PNG in an image editor and export again.",
  );
}

/** A picture made smaller by averaging what falls into each new pixel; colours count as much as their alpha. */
export function shrunk({ width, height, rgba }: Pixels, newWidth: number, newHeight: number): Pixels {
  const result = new Uint8Array(newWidth * newHeight * 4);
  for (let y = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++) {
      const sums = [0, 0, 0, 0];
      let pixels = 0;
      const [top, bottom] = [Math.floor((y * height) / newHeight), Math.ceil(((y + 1) * height) / newHeight)];
      const [left, right] = [Math.floor((x * width) / newWidth), Math.ceil(((x + 1) * width) / newWidth)];
      for (let sy = top; sy < bottom; sy++) {
        for (let sx = left; sx < right; sx++) {
          const at = (sy * width + sx) * 4;
          const alpha = rgba[at + 3] ?? 0;
          for (let k = 0; k < 3; k++) sums[k] = (sums[k] ?? 0) + (rgba[at + k] ?? 0) * alpha;
          sums[3] = (sums[3] ?? 0) + alpha;
          pixels++;
        }
      }
      const weight = sums[3] ?? 0;
      const at = (y * newWidth + x) * 4;
      for (let k = 0; k < 3; k++) result[at + k] = weight > 0 ? Math.round((sums[k] ?? 0) / weight) : 0;
      result[at + 3] = Math.round(weight / pixels);
    }
  }
  return { width: newWidth, height: newHeight, rgba: result };
}
