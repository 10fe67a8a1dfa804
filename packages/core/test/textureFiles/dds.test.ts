import { decode } from "fast-png";
import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { decodeDds } from "../../src/scene/textureFiles/dds.ts";
import { pngOf } from "../../src/scene/textureFiles/png.ts";
import { fromHex } from "../support/hex.ts";

/** A DDS header as Microsoft documents it, and the texels behind it. */
function dds(
  width: number,
  height: number,
  format: string | { bits: number; masks: number[]; alpha?: boolean },
  texels: Uint8Array,
) {
  const bytes = new Uint8Array(128 + texels.byteLength);
  const view = new DataView(bytes.buffer);
  bytes.set(Uint8Array.from("DDS ", (char) => char.charCodeAt(0)));
  view.setUint32(4, 124, true);
  view.setUint32(12, height, true);
  view.setUint32(16, width, true);
  view.setUint32(76, 32, true);
  if (typeof format === "string") {
    view.setUint32(80, 0x4, true);
    bytes.set(
      Uint8Array.from(format, (char) => char.charCodeAt(0)),
      84,
    );
  } else {
    view.setUint32(80, format.alpha ? 0x41 : 0x40, true);
    view.setUint32(88, format.bits, true);
    format.masks.forEach((mask, i) => {
      view.setUint32(92 + 4 * i, mask, true);
    });
  }
  bytes.set(texels, 128);
  return bytes;
}

const texel = (rgba: Uint8Array, i: number) => Array.from(rgba.subarray(4 * i, 4 * i + 4));
const faultOf = (bytes: Uint8Array) =>
  pngOf(bytes).then(
    () => undefined,
    (error: unknown) => (error instanceof MeshglotError ? error.toJSON() : error),
  );

/*
 * Blocks by hand. Colours are 5-6-5 bits: f800 is red, 001f is blue. In BC1 the larger colour first means four colours:
 * both ends, 2/3 and 1/3 between them; the smaller first means three and transparent black. Indices are two bits a
 * texel, the first in the lowest bits: e4 is 0, 1, 2, 3.
 */
describe("DDS", () => {
  it("BC1 with four colours", async () => {
    const { rgba } = await decodeDds(dds(4, 4, "DXT1", fromHex("00f8 1f00 e4000000")));
    expect(texel(rgba, 0)).toEqual([255, 0, 0, 255]);
    expect(texel(rgba, 1)).toEqual([0, 0, 255, 255]);
    for (const [i, due] of [
      [2, [170, 0, 85, 255]],
      [3, [85, 0, 170, 255]],
    ] as const) {
      texel(rgba, i).forEach((value, k) => {
        expect(Math.abs(value - (due[k] ?? 0)), `texel ${i}`).toBeLessThanOrEqual(1); // 2/3 of 255 is 170
      });
    }
    expect(texel(rgba, 4)).toEqual([255, 0, 0, 255]);
  });

  it("BC1 with three colours and holes", async () => {
    const { rgba } = await decodeDds(dds(4, 4, "DXT1", fromHex("1f00 00f8 e4000000")));
    expect(texel(rgba, 0)).toEqual([0, 0, 255, 255]);
    expect(texel(rgba, 1)).toEqual([255, 0, 0, 255]);
    expect(texel(rgba, 3)[3]).toBe(0);
  });

  it("BC2: four bits of alpha a texel", async () => {
    // Alpha f, 8, 0 of the first three texels: 15 * 17, 8 * 17, 0.
    const { rgba } = await decodeDds(dds(4, 4, "DXT3", fromHex("8ff0 0000 0000 0000 00f8 1f00 00000000")));
    expect([0, 1, 2].map((i) => texel(rgba, i)[3])).toEqual([255, 136, 0]);
    expect(texel(rgba, 0).slice(0, 3)).toEqual([255, 0, 0]);
  });

  it("BC3: alpha between two ends", async () => {
    // Ends 255 and 0; indices of three bits: 0, 1, 2: the ends and 6/7 of the way.
    const { rgba } = await decodeDds(dds(4, 4, "DXT5", fromHex("ff00 880000000000 00f8 1f00 00000000")));
    expect(texel(rgba, 0)[3]).toBe(255);
    expect(texel(rgba, 1)[3]).toBe(0);
    expect(Math.abs((texel(rgba, 2)[3] ?? 0) - (255 * 6) / 7)).toBeLessThanOrEqual(1);
  });

  it("sizes that are no multiple of four are cut from whole blocks", async () => {
    const red = "00f8 00f8 00000000";
    const blue = "1f00 1f00 00000000";
    const { width, height, rgba } = await decodeDds(dds(5, 3, "DXT1", fromHex(`${red}${blue}`)));
    expect([width, height, rgba.length]).toEqual([5, 3, 60]);
    for (let row = 0; row < 3; row++) {
      expect(texel(rgba, 5 * row + 3)).toEqual([255, 0, 0, 255]);
      expect(texel(rgba, 5 * row + 4)).toEqual([0, 0, 255, 255]);
    }
  });

  it("plain texels by their masks", async () => {
    const bgra = { bits: 32, masks: [0xff0000, 0xff00, 0xff, 0xff000000], alpha: true };
    expect(texel((await decodeDds(dds(1, 1, bgra, fromHex("10203040")))).rgba, 0)).toEqual([0x30, 0x20, 0x10, 0x40]);
    const bgr = { bits: 24, masks: [0xff0000, 0xff00, 0xff, 0] };
    expect(texel((await decodeDds(dds(1, 1, bgr, fromHex("102030")))).rgba, 0)).toEqual([0x30, 0x20, 0x10, 255]);
    const r5g6b5 = { bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0] };
    expect(texel((await decodeDds(dds(1, 1, r5g6b5, fromHex("e0ff")))).rgba, 0)).toEqual([255, 255, 0, 255]);
  });

  it("the header of DirectX 10 names the same formats by number", async () => {
    const block = fromHex("47000000 03000000 00000000 01000000 00000000 00f8 1f00 e4000000"); // 71 is BC1
    expect(texel((await decodeDds(dds(4, 4, "DX10", block))).rgba, 1)).toEqual([0, 0, 255, 255]);
  });

  it.each([
    ["another format, by its name", dds(4, 4, "ATI2", new Uint8Array(16)), "TEXTURE_UNSUPPORTED", "ATI2"],
    ["BC7, by its number", dds(4, 4, "DX10", fromHex(`62000000${"00".repeat(32)}`)), "TEXTURE_UNSUPPORTED", "98"],
    ["a cut one", dds(8, 8, "DXT1", new Uint8Array(31)), "TEXTURE_DAMAGED", "need 32 bytes, 31 left"],
    ["an impossible size", dds(100_000, 8, "DXT1", new Uint8Array(8)), "TEXTURE_DAMAGED", "100000 x 8"],
    ["no image at all", fromHex("cafebabe00000000"), "TEXTURE_UNSUPPORTED", "no DDS, TGA or PNG"],
  ])("%s is refused", async (_, bytes, code, words) => {
    const fault = await faultOf(bytes);
    expect(fault).toMatchObject({ code });
    expect(JSON.stringify(fault)).toContain(words);
  });

  it("becomes a PNG of the same texels", async () => {
    const png = await pngOf(dds(4, 4, "DXT1", fromHex("00f8 1f00 e4000000")));
    const image = decode(png);
    expect([image.width, image.height, image.channels]).toEqual([4, 4, 3]);
    expect(Array.from(image.data.subarray(0, 6))).toEqual([255, 0, 0, 0, 0, 255]);
  });
});
