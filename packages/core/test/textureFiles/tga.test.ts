import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { pngOf } from "../../src/scene/textureFiles/png.ts";
import { decodeTga } from "../../src/scene/textureFiles/tga.ts";
import { fromHex } from "../support/hex.ts";
import { mutate, seededRandom } from "../support/random.ts";

/** Header by hand: kind 2 or 10, 2 x 1 texels of 24 or 32 bits, first row at the top. */
const head = (kind: string, bits: string) => `0000${kind} 0000000000 00000000 02000100 ${bits}20`;

describe("TGA", () => {
  it("true colour, blue first", async () => {
    const { width, height, rgba } = await decodeTga(fromHex(`${head("02", "18")} 102030 405060`));
    expect([width, height]).toEqual([2, 1]);
    expect(Array.from(rgba)).toEqual([0x30, 0x20, 0x10, 255, 0x60, 0x50, 0x40, 255]);
  });

  it("run-length encoded", async () => {
    const { rgba } = await decodeTga(fromHex(`${head("0a", "18")} 81 102030`));
    expect(Array.from(rgba)).toEqual([0x30, 0x20, 0x10, 255, 0x30, 0x20, 0x10, 255]);
  });

  it("a header that asks for gigabytes is refused before anything is made", async () => {
    const bytes = fromHex("00000a 0000000000 00000000 ffffffff 1820 ff102030");
    await expect(decodeTga(bytes)).rejects.toMatchObject({ code: "TEXTURE_DAMAGED" });
  });

  it("survives mutations", async () => {
    const random = seededRandom(18);
    const whole = fromHex(`${head("0a", "18")} 80 102030 00 405060`);
    for (let i = 0; i < 2000; i++) {
      const bytes = mutate(whole, random);
      await pngOf(bytes).catch((error: unknown) => {
        if (!(error instanceof MeshglotError)) throw error;
      });
    }
  });
});
