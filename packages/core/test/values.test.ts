import { describe, expect, it } from "vitest";
import { valueText } from "../src/index.ts";

/** The text for a span of this type over all of the bytes. */
const textOf = (type: string, ...bytes: number[]) =>
  valueText(Uint8Array.from(bytes), { path: "field", offset: 0, size: bytes.length, type });

describe("the value of a span", () => {
  it.each([
    [[0x00, 0x38], "0.5 (0x3800)"],
    [[0x55, 0x35], "0.333252 (0x3555)"], // (1 + 0x155 / 0x400) / 4 = 0.333251953125
    [[0x01, 0x00], "5.960464e-8 (0x0001)"], // 2^-24, the smallest
    [[0x00, 0x80], "0 (0x8000)"],
    [[0xff, 0xfb], "-65504 (0xfbff)"],
    [[0x00, 0x7c], "Infinity (0x7c00)"],
    [[0x01, 0x7e], "NaN (0x7e01)"],
  ])("that is a half float has the number and its bits: %j", (bytes, expected) => {
    expect(textOf("f16", ...bytes)).toBe(expected);
  });

  it("of several numbers has each of them", () => {
    expect(textOf("f16 x2", 0x00, 0x38, 0x00, 0x3c)).toBe("0.5 (0x3800) 1 (0x3c00)");
    expect(textOf("u16 x2", 0x00, 0x38, 0x00, 0x3c)).toBe("14336 15360");
    expect(textOf("f32", 0x00, 0x00, 0x80, 0x3f)).toBe("1");
  });
});
