import { readFile } from "node:fs/promises";
import { openMesh, type SplashpackFile } from "@meshglot/core";
import jpeg from "jpeg-js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesAsFile, launch, openFiles, openPage } from "./support/page.ts";

const SIZE = 16;
/** Red above, blue below. */
const picture = jpeg.encode(
  {
    width: SIZE,
    height: SIZE,
    data: Uint8Array.from({ length: SIZE * SIZE * 4 }, (_, i) => {
      const above = i < SIZE * SIZE * 2;
      return [above ? 255 : 0, 0, above ? 0 : 255, 255][i % 4] ?? 0;
    }),
  },
  100,
).data;

/** A triangle with the picture on it. */
const gltf = JSON.stringify({
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
  materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  textures: [{ source: 0 }],
  images: [{ uri: `data:image/jpeg;base64,${Buffer.from(picture).toString("base64")}` }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5126, count: 3, type: "VEC2" },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 36 },
    { buffer: 0, byteOffset: 36, byteLength: 24 },
  ],
  buffers: [
    {
      byteLength: 60,
      uri: `data:application/octet-stream;base64,${Buffer.from(
        Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1).buffer,
      ).toString("base64")}`,
    },
  ],
});

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe("a JPEG", () => {
  it("is decoded by the browser where a pack needs its pixels", async () => {
    const errors: string[] = [];
    const page = await openPage(browser, errors);
    await openFiles(page, [bytesAsFile("flag.gltf", Buffer.from(gltf))]);
    await page.getByRole("tab", { name: "Convert" }).click();
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "SPLASHPACK", exact: true }).click();
    const file = openMesh(new Uint8Array(await readFile(await (await coming).path()))).file as SplashpackFile; // made so
    // 16 bits a texel, red in the lowest five, blue in the highest: both of them, and no third colour.
    const texels = file.atlasData[0] ?? new Uint16Array(0);
    const near = (red: number, blue: number) =>
      [...texels].filter((texel) => Math.abs((texel & 31) - red) < 3 && Math.abs(((texel >> 10) & 31) - blue) < 3)
        .length;
    expect(near(31, 0)).toBeGreaterThanOrEqual((SIZE * SIZE) / 2 - SIZE);
    expect(near(0, 31)).toBeGreaterThanOrEqual((SIZE * SIZE) / 2 - SIZE);
    expect(errors).toEqual([]);
  });
});
