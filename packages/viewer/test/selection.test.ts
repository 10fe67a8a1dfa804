import { readFileSync } from "node:fs";
import { mapMesh, spanAt } from "@meshglot/core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clickModel, example, launch, openFiles, openPage, picture, selected } from "./support/page.ts";

let browser: Browser;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  browser = await launch();
  page = await openPage(browser, errors);
});
afterAll(() => browser?.close());

/** Pixels of the colour of the selection in the picture of the model. */
async function lit(): Promise<number> {
  const { width, height, at } = await picture(page);
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [r, g, b] = at(x, y);
      if (r > 200 && g > 130 && g < 210 && b < 120 && r - b > 110) count++;
    }
  }
  return count;
}

async function goTo(words: string): Promise<void> {
  await page.fill("#search", words);
  await page.press("#search", "Enter");
  await page.waitForFunction((text) => document.querySelector<HTMLInputElement>("#search")?.value === text, words);
  await page.waitForTimeout(150);
}

interface Case {
  file: string;
  /** Array of faces, bytes of each, and the metres of a number by the format's page. */
  faces: RegExp;
  faceSize: number;
  /** Three numbers at a place as metres in glTF's axes, by the format's page. */
  point(view: DataView, at: number): [number, number, number];
}

const f32 = (view: DataView, at: number, k: number) => view.getFloat32(at + 4 * k, true);
const CASES: Case[] = [
  {
    file: "msh/ring_static.msh",
    faces: /^indices\[\d+\]$/,
    faceSize: 6,
    point: (view, at) => [f32(view, at, 0) / 100, f32(view, at, 1) / 100, -f32(view, at, 2) / 100],
  },
  {
    file: "meshbin/trophy_v3.meshbin",
    faces: /^positionIndices\[\d+\]$/,
    faceSize: 8,
    point: (view, at) => [
      view.getInt32(at, true) / 128,
      -view.getInt32(at + 4, true) / 128,
      -view.getInt32(at + 8, true) / 128,
    ],
  },
  {
    file: "splashpack/lighthouse_l4.splashpack",
    faces: /^meshes\[\d+\]\.triangles\[\d+\]$/,
    faceSize: 52,
    point: (view, at) => [
      (view.getInt16(at, true) * 100) / 4096,
      (-view.getInt16(at + 2, true) * 100) / 4096,
      (-view.getInt16(at + 4, true) * 100) / 4096,
    ],
  },
  {
    file: "bmesh/robot_skinned.bMesh",
    faces: /^faces\[\d+\]/,
    faceSize: 12,
    point: (view, at) => [f32(view, at, 0), f32(view, at, 2), -f32(view, at, 1)],
  },
  {
    file: "unigine/stand_ms12.mesh",
    faces: /^geometry\[\d+\]\.cIndices\[\d+\]$/,
    faceSize: 6,
    point: (view, at) => [-f32(view, at, 0), f32(view, at, 2), f32(view, at, 1)],
  },
];

describe.each(CASES)("$file", ({ file, faces, faceSize, point }) => {
  beforeAll(() => openFiles(page, [example(file)]));

  it("a click on the model selects the bytes of the triangle that is there", async () => {
    const before = await lit(); // axes and textures may have a few such pixels
    await clickModel(page, 0.5, 0.52);
    expect(await selected(page, "Field")).toMatch(faces);
    const offset = Number((await selected(page, "Place")).split(" ")[0]);
    const size = Number((await selected(page, "Size")).split(" ")[0]);
    // An index may be one or two bytes wide in UNIGINE; three of them are a triangle.
    expect(file.startsWith("unigine") ? [3, 6] : [faceSize]).toContain(size);

    // The point under the pointer lies between the corners whose bytes the page names, read here by the format's page.
    const bytes = new Uint8Array(readFileSync(example(file)));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const readOut = (await page.locator("[data-testid=point]").textContent()) ?? "";
    const hit = readOut.replace("m", "").trim().split(/\s+/).map(Number);
    expect(hit, readOut).toHaveLength(3);
    const related = await page
      .locator(".related li")
      .evaluateAll((items) =>
        items.map(
          (item) =>
            [
              item.querySelector("span")?.textContent ?? "",
              Number.parseInt(item.querySelector("code")?.textContent ?? "", 16),
            ] as const,
        ),
      );
    const corners = related.filter(([path]) => /positions(\[\d+\])?$/.test(path)).map(([, at]) => point(view, at));
    expect(corners.length).toBeGreaterThanOrEqual(3);
    const size3 = Math.max(
      ...[0, 1, 2].map((k) => Math.max(...corners.map((c) => c[k] ?? 0)) - Math.min(...corners.map((c) => c[k] ?? 0))),
    );
    for (const k of [0, 1, 2]) {
      const values = corners.map((corner) => corner[k] ?? 0);
      expect(hit[k]).toBeGreaterThanOrEqual(Math.min(...values) - 1e-3 - size3 * 1e-3);
      expect(hit[k]).toBeLessThanOrEqual(Math.max(...values) + 1e-3 + size3 * 1e-3);
    }
    expect(offset).toBeLessThan(bytes.byteLength);
    expect(await lit()).toBeGreaterThan(before + 20);

    // And back: the bytes alone, after everything was let go, light the same triangle.
    const element = await page.locator(".inspector .element").textContent();
    await page.keyboard.press("Escape");
    await page.waitForTimeout(150);
    expect(await lit()).toBe(before);
    await goTo(String(offset));
    expect((await page.locator(".inspector .element").textContent())?.replace(/ \+\d+$/, "")).toBe(
      element?.replace(/ \+\d+$/, ""),
    );
    expect(await lit()).toBeGreaterThan(before + 20);
    expect(errors).toEqual([]);
  });
});

describe("bytes of a position", () => {
  it("select the vertex, wherever they are clicked", async () => {
    await openFiles(page, [example("msh/ring_static.msh")]);
    const { spans } = mapMesh(new Uint8Array(readFileSync(example("msh/ring_static.msh"))));
    const offset = spanAt(spans, "positions[7]")?.offset ?? -1;
    await goTo(String(offset + 5));
    expect(await selected(page, "Field")).toBe("positions[7]");
    expect(await page.locator(".inspector .element").textContent()).toContain("vertex 7");
    expect(await lit()).toBeGreaterThan(5);
  });

  it("a click in the bytes selects what is under it", async () => {
    await openFiles(page, [example("msh/ring_static.msh")]);
    const box = await page.locator(".hex canvas").boundingBox();
    if (!box) throw new Error("no bytes");
    // Third row, byte 12: offset 0x2c, which the format's page calls subMeshCount.
    const geometry = await page.evaluate(() => {
      const context = document.createElement("canvas").getContext("2d");
      if (!context) return 8;
      context.font = '12.5px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
      return context.measureText("0").width;
    });
    const x = 12 + (6 + 2) * geometry + (12 * 3 + 1) * geometry + geometry;
    await page.mouse.click(box.x + x, box.y + 2.5 * 19);
    expect(await selected(page, "Field")).toBe("subMeshCount");
    expect(await selected(page, "Place")).toContain("44 ");
  });
});

describe("a compressed block", () => {
  it("is shown decoded beside its bytes, and its triangle is found in it", async () => {
    await openFiles(page, [example("unigine/column_ms14_skinned.mesh")]);
    await clickModel(page, 0.5, 0.5);
    expect(await selected(page, "Field")).toMatch(/^geometryBlocks\[0\]\.payload\.cIndices/);
    expect(await selected(page, "Place")).toContain("in the decoded block");
    await page.waitForSelector(".hex[data-block='geometryBlocks[0].payload']");
    // The compressed bytes come into sight as well.
    const payload = spanAt(
      mapMesh(new Uint8Array(readFileSync(example("unigine/column_ms14_skinned.mesh")))).spans,
      "geometryBlocks[0].payload",
    );
    const top = Number(await page.getAttribute(".hex[data-block='']", "data-top"));
    const row = Math.floor((payload?.offset ?? -1) / 16);
    expect(row - top).toBeGreaterThanOrEqual(0);
    expect(row - top).toBeLessThan(12);
    expect(await lit()).toBeGreaterThan(20);
  });
});

describe("the address", () => {
  it("names the selection, and selects what it names", async () => {
    page = await openPage(browser, errors, "#path=controlPoints[1].position");
    await openFiles(page, [example("msh/sword_trail_points.msh")]);
    expect(await selected(page, "Field")).toBe("controlPoints[1].position");
    expect(await page.locator(".inspector .element").textContent()).toContain("trailend_0");
    await goTo("positions[3]");
    expect(page.url()).toContain("#path=positions[3]&element=vertex:0:3");
    await page.close();
    expect(errors).toEqual([]);
  });
});
