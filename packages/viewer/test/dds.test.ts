import { expect, it } from "vitest";
import { decodeDds } from "../src/dds/decode.ts";

/** A header as Direct3D 9 writes it, with the fields that say what the picture is. */
function dds(width: number, height: number, code: string, body: number[], bits = 0, masks: number[] = []): Uint8Array {
  const bytes = new Uint8Array(128 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x20534444, true);
  view.setUint32(12, height, true);
  view.setUint32(16, width, true);
  [...code].forEach((char, i) => {
    bytes[84 + i] = char.charCodeAt(0);
  });
  view.setUint32(88, bits, true);
  masks.forEach((mask, i) => {
    view.setUint32(92 + 4 * i, mask, true);
  });
  bytes.set(body, 128);
  return bytes;
}

const pixel = (rgba: Uint8ClampedArray, i: number) => [...rgba.subarray(4 * i, 4 * i + 4)];

it("DXT1: red and blue and what lies between", () => {
  // 0xf800 is red, 0x001f blue; choices 0, 1, 2, 3 for the first four pixels.
  const { rgba } = decodeDds(dds(4, 4, "DXT1", [0x00, 0xf8, 0x1f, 0x00, 0b11100100, 0, 0, 0]));
  expect([0, 1, 2, 3].map((i) => pixel(rgba, i))).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [170, 0, 85, 255],
    [85, 0, 170, 255],
  ]);
});

it("DXT1 with the colours the other way round: the fourth is transparent", () => {
  const { rgba } = decodeDds(dds(4, 4, "DXT1", [0x1f, 0x00, 0x00, 0xf8, 0b11100100, 0, 0, 0]));
  expect(pixel(rgba, 2)).toEqual([128, 0, 128, 255]);
  expect(pixel(rgba, 3)).toEqual([0, 0, 0, 0]);
});

it("DXT3: four bits of alpha", () => {
  const { rgba } = decodeDds(dds(4, 4, "DXT3", [0xf0, 0x08, 0, 0, 0, 0, 0, 0, 0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0]));
  expect([0, 1, 2, 3].map((i) => pixel(rgba, i)[3])).toEqual([0, 255, 136, 0]);
});

it("DXT5: eight steps of alpha, or six and the ends", () => {
  // Choices of three bits: 0, 1, 2, 7 are 0b111_010_001_000.
  const steps = [0b01_010_001 * 0 + 0b10001000, 0b00001110, 0, 0, 0, 0];
  const color = [0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0];
  const eight = decodeDds(dds(4, 4, "DXT5", [240, 100, ...steps, ...color]));
  expect([0, 1, 2, 3].map((i) => pixel(eight.rgba, i)[3])).toEqual([240, 100, 220, 120]);
  const six = decodeDds(dds(4, 4, "DXT5", [100, 240, ...steps, ...color]));
  expect([0, 1, 2, 3].map((i) => pixel(six.rgba, i)[3])).toEqual([100, 240, 128, 255]);
});

it("plain pixels by their masks, and pictures whose sides are no multiple of four", () => {
  const bgra = decodeDds(dds(1, 1, "", [1, 2, 3, 4], 32, [0xff0000, 0xff00, 0xff, 0xff000000]));
  expect(pixel(bgra.rgba, 0)).toEqual([3, 2, 1, 4]);
  const small = decodeDds(dds(2, 1, "DXT1", [0x00, 0xf8, 0x1f, 0x00, 0b0100, 0, 0, 0]));
  expect(small.rgba.byteLength).toBe(8);
  expect(pixel(small.rgba, 1)).toEqual([0, 0, 255, 255]);
});

it.each([
  ["cut off", dds(64, 64, "DXT1", [0]), "needs 2048 bytes"],
  ["of another kind", dds(4, 4, "BC7 ", [0]), "BC7"],
  ["impossibly large", dds(0x7fffffff, 4, "DXT1", [0]), "2147483647"],
  ["no DDS", new Uint8Array(200), "not a DDS"],
])("refuses a picture that is %s", (_, bytes, words) => {
  expect(() => decodeDds(bytes)).toThrow(words);
});
