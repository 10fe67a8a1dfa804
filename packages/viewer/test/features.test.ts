import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { diffMesh, mapMesh, spanAt } from "@meshglot/core";
import { encode } from "fast-png";
import iconv from "iconv-lite";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bytesAsFile, clickModel, example, launch, openFiles, openPage, picture, selected } from "./support/page.ts";

let browser: Browser;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  browser = await launch();
  page = await openPage(browser, errors);
});
afterAll(() => browser?.close());
afterEach(() => {
  expect(errors).toEqual([]);
});

/** Opens more files in the page of the tests; what is chosen for one file is forgotten with it. */
async function open(...files: Parameters<typeof openFiles>[1]): Promise<void> {
  await openFiles(page, files);
}

const tab = (name: string) => page.getByRole("tab", { name }).click();
const button = (name: string) => page.getByRole("button", { name, exact: true }).click();

/** Part of the picture's pixels that satisfy a condition. */
async function share(test: (r: number, g: number, b: number) => boolean): Promise<number> {
  await page.waitForTimeout(150);
  const { width, height, at } = await picture(page);
  let count = 0;
  for (let y = 0; y < height; y += 2) for (let x = 0; x < width; x += 2) if (test(...at(x, y))) count++;
  return (4 * count) / (width * height);
}

async function go(words: string): Promise<void> {
  await page.fill("#search", words);
  await page.press("#search", "Enter");
  await page.waitForTimeout(150);
}

const exampleBytes = (name: string) => new Uint8Array(readFileSync(example(name)));
const isPink = (r: number, g: number, b: number) => r > 150 && r > g + 60 && b > g + 20;

describe("shading", () => {
  it("shows textures, vertex colours and UVs in colours that the file has", async () => {
    await open(example("splashpack/lighthouse_l8.splashpack"));
    // The lighthouse is red and white on green grass (examples/README.md); textures are chosen by themselves.
    expect(await share((r, g, b) => r > 120 && g < 70 && b < 70)).toBeGreaterThan(0.005);
    expect(await share((r, g, b) => g > 60 && g > r + 25 && g > b + 25)).toBeGreaterThan(0.01);
    await button("Shaded");
    expect(await share((r, g, b) => r > 120 && g < 70 && b < 70)).toBeLessThan(0.001);
    await button("UV");
    expect(await share((r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 60)).toBeGreaterThan(0.01);
    await button("Shaded");
  });

  it("shows faces from behind in a warning colour, unless both sides are wanted", async () => {
    const bytes = exampleBytes("msh/ring_static.msh");
    await open(bytesAsFile("right.msh", bytes));
    expect(await share(isPink)).toBeLessThan(0.002);
    const { spans } = mapMesh(bytes);
    const indices = spanAt(spans, "indices");
    if (!indices) throw new Error("no indices");
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let at = indices.offset; at < indices.offset + indices.size; at += 6) {
      const second = view.getUint16(at + 2, true);
      view.setUint16(at + 2, view.getUint16(at + 4, true), true);
      view.setUint16(at + 4, second, true);
    }
    await open(bytesAsFile("inside_out.msh", bytes));
    expect(await share(isPink)).toBeGreaterThan(0.1);
    await button("Both sides");
    expect(await share(isPink)).toBeLessThan(0.002);
    await button("Both sides");
  });

  it("puts a dropped picture on the model", async () => {
    await open(example("msh/ring_static.msh"));
    const data = new Uint8Array(16 * 16 * 3).map((_, i) => (i % 3 === 1 ? 200 : 10));
    await page.setInputFiles("header input[type=file]", [
      {
        name: "green.png",
        mimeType: "image/png",
        buffer: Buffer.from(encode({ width: 16, height: 16, data, channels: 3 })),
      },
    ]);
    await button("Texture");
    expect(await share((r, g, b) => g > r + 40 && g > b + 40)).toBeGreaterThan(0.1);
    await tab("Textures");
    await button("Remove it");
    await button("Shaded");
  });
});

describe("parts", () => {
  it("hide, morph and turn", async () => {
    await open(example("unigine/column_sk10_morphs.mesh_skinned"));
    await tab("Parts");
    const solid = () => share((r, g, b) => r > 110 && g > 110 && b > 110);
    const plain = await solid();
    await page.locator(".slider", { hasText: "fat" }).locator("input").fill("1");
    expect(await solid()).toBeGreaterThan(plain * 1.1);
    await page.getByLabel("Show column").uncheck();
    expect(await solid()).toBeLessThan(plain / 4);

    await open(example("bmesh/robot_skinned.bMesh"));
    await tab("Parts");
    await page.locator(".rows button", { hasText: "Arm_L" }).first().click();
    expect(await selected(page, "Field")).toMatch(/^bones\[\d+\]$/);
    const before = await picture(page);
    await page.locator(".pose input").nth(2).fill("80");
    await page.waitForTimeout(200);
    const after = await picture(page);
    let moved = 0;
    for (let y = 0; y < before.height; y += 2) {
      for (let x = 0; x < before.width; x += 2)
        if (before.at(x, y).some((value, k) => Math.abs(value - (after.at(x, y)[k] ?? 0)) > 40)) moved++;
    }
    expect(moved).toBeGreaterThan(100);
    await button("Bones");
    await expect.poll(() => page.locator(".label.joint").allTextContents()).toContain("Forearm_L");
  });
});

describe("table", () => {
  it("shows the numbers of the array that is selected, and selects rows", async () => {
    await open(example("msh/ring_static.msh"));
    await go("normals[12]");
    await tab("Table");
    const row = page.locator(".table tr.current");
    const bytes = exampleBytes("msh/ring_static.msh");
    const offset = spanAt(mapMesh(bytes).spans, "normals[12]")?.offset ?? -1;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const expected = [0, 4, 8].map((at) => String(Number(view.getFloat32(offset + at, true).toPrecision(7))));
    // The page draws the table a moment after the tab is chosen.
    await expect.poll(() => row.locator("td").allTextContents()).toEqual(expected);
    await page.locator(".table tbody tr", { hasText: /^14/ }).click();
    await expect.poll(() => selected(page, "Field")).toBe("normals[14]");
    await tab("Bytes");
  });
});

describe("search", () => {
  it("finds bytes, text and numbers, one place after the other", async () => {
    await open(example("msh/sword_trail_points.msh"));
    const bytes = Buffer.from(exampleBytes("msh/sword_trail_points.msh"));
    await go("text: trail");
    expect(await selected(page, "Place")).toContain(`${bytes.indexOf("trail")} `);
    await page.press("#search", "Enter");
    await page.waitForTimeout(150);
    expect(await selected(page, "Place")).toContain(`${bytes.indexOf("trail", bytes.indexOf("trail") + 1)} `);
    await go("hex: 4d 53 48 00");
    expect(await selected(page, "Field")).toBe("magic");
    await go("f32: 35");
    expect(await selected(page, "Value")).toContain("35");
    await go("0x2c");
    expect(await selected(page, "Field")).toBe("subMeshCount");
    await go("text: no such words");
    expect(await page.locator(".search").textContent()).toContain("Not found");
  });
});

describe("keys", () => {
  it("move in the bytes and in the tree, and shade", async () => {
    await open(example("msh/ring_static.msh"));
    await page.locator(".hex").focus();
    await page.keyboard.press("ArrowDown");
    expect(await selected(page, "Place")).toContain("16 ");
    expect(await selected(page, "Field")).toBe("boundsMin");
    await page.keyboard.press("Shift+ArrowRight");
    expect(await selected(page, "Size")).toBe("2 B");
    await tab("Fields");
    await page.locator(".tree").focus();
    await page.keyboard.press("ArrowDown");
    expect(await selected(page, "Field")).toBe("boundsMax");
    await page.keyboard.press("2");
    await expect.poll(() => page.getByRole("button", { name: "Wire" }).getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("tab", { name: "Fields" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.getByRole("tab", { name: "Issues" }).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await page.locator(".inspector").count()).toBe(0);
    await button("Shaded");
  });
});

describe("comparison", () => {
  it("lists what differs, and shows both models", async () => {
    const names = ["msh/column_skinned.msh", "msh/vase_coloured.msh"];
    await open(...names.map(example));
    await tab("Compare");
    await page.selectOption(".compare select", { label: "vase_coloured.msh" });
    await page.waitForSelector(".compare [role=status]");
    const [a, b] = names.map(exampleBytes);
    if (!a || !b) throw new Error("no files");
    const { total, bytes } = await diffMesh(a, b);
    expect(await page.locator(".compare [role=status]").textContent()).toBe(
      `${total} differences · ${bytes.changed.toLocaleString("en")} bytes changed`,
    );
    expect(await share(isPink)).toBeGreaterThan(0.01);
    await button("Side by side");
    // The other model is drawn in a paler pink, and only in the right half.
    const isPale = (r: number, g: number, b: number) => r > g + 20 && b > g + 8 && r > 90;
    expect(await share(isPale)).toBeGreaterThan(0.03);
    await button("Alone");
    expect(await share(isPale)).toBeLessThan(0.002);
  });
});

describe("edit of a control point", () => {
  it("shows the changed bytes first, and saves a copy that differs in nothing else", async () => {
    await open(example("msh/sword_trail_points.msh"));
    const bytes = exampleBytes("msh/sword_trail_points.msh");
    const place = (spanAt(mapMesh(bytes).spans, "controlPoints[1].position")?.offset ?? 0) + 4;
    await tab("Edit");
    await page.locator(".point-form", { hasText: "trailend_0" }).getByLabel("y").fill("130");
    await button("Show changed bytes");
    await page.waitForSelector(".edit .differences li");
    expect(await page.locator(".edit .differences .dim").textContent()).toBe(`0x${(place + 2).toString(16)}`);
    const coming = page.waitForEvent("download");
    await button("Save a copy");
    const saved = await coming;
    expect(saved.suggestedFilename()).toBe("sword_trail_points_edited.msh");
    new DataView(bytes.buffer, bytes.byteOffset).setFloat32(place, 130, true);
    expect(Buffer.compare(await readFile(await saved.path()), Buffer.from(bytes))).toBe(0);
  });
});

describe("names in CP949", () => {
  it("are shown as iconv-lite reads them, every character of the code page", async () => {
    const codes: number[] = [];
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x41; trail <= 0xfe; trail++) {
        const text = iconv.decode(Buffer.from([lead, trail]), "cp949");
        if (text.length === 1 && text !== "\ufffd") codes.push(lead, trail);
      }
    }
    const name = Buffer.from(codes);
    const whole = Buffer.from(exampleBytes("msh/sword_trail_points.msh"));
    const at = whole.indexOf("trailstart_0");
    const length = Buffer.alloc(4);
    length.writeInt32LE(name.length);
    await open(
      bytesAsFile("names.msh", Buffer.concat([whole.subarray(0, at - 4), length, name, whole.subarray(at + 12)])),
    );
    const text = iconv.decode(name, "cp949");
    expect(text.length).toBe(17048); // KS X 1001 and the 8,822 syllables that Unified Hangul Code adds to its 8,226
    expect(await page.locator(".label.point").first().textContent()).toBe(text);
  });
});

describe("light and tablet", () => {
  it("follow the button and the size of the window", async () => {
    await open(example("msh/ring_static.msh"));
    const dark = (await picture(page)).at(3, 3);
    await page.getByRole("button", { name: "Light or dark" }).click();
    await page.waitForTimeout(150);
    const light = (await picture(page)).at(3, 3);
    expect(Math.min(...light)).toBeGreaterThan(200);
    expect(Math.max(...dark)).toBeLessThan(60);
    await page.setViewportSize({ width: 820, height: 1180 });
    for (const part of [".model", ".dock", ".side", ".files"]) {
      const box = await page.locator(part).boundingBox();
      expect(box?.width, part).toBeGreaterThan(150);
      expect((box?.x ?? 0) + (box?.width ?? 0), part).toBeLessThanOrEqual(820);
    }
    await clickModel(page, 0.5, 0.7);
  });
});
