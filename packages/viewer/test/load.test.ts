import { closeSync, ftruncateSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bmesh, emptyBmesh, openMesh } from "@meshglot/core";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { example, launch, openFiles, openPage, picture, settled } from "./support/page.ts";

const MB = 2 ** 20;

let browser: Browser;
let folder: string;
const errors: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-load-"));
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function heap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = (await session.send("Runtime.getHeapUsage")) as { usedSize: number };
  return usedSize;
}

it("30 files one after another lose no WebGL context and leave no memory behind", async () => {
  const page = await openPage(browser, errors);
  const session = await page.context().newCDPSession(page);
  const [first, ...others] = ["bmesh", "unigine", "splashpack", "msh", "meshbin"].map((format) =>
    readdirSync(example(format)).map((name) => example(`${format}/${name}`)),
  );
  // One file of each format at first: what is loaded and compiled once, on first use, is no leak.
  const warm = [first, ...others].flatMap((files) => files?.at(-1) ?? []);
  const names = [...warm, ...[first, ...others].flatMap((files) => files?.slice(0, -1) ?? [])].slice(0, 31);
  await openFiles(page, names);
  const current = () => page.locator(".files li.current .file");
  const step = async (key: string) => {
    const before = await current().getAttribute("title");
    await page.keyboard.press(key);
    await page.waitForFunction(
      (title) => document.querySelector(".files li.current .file")?.getAttribute("title") !== title,
      before,
    );
    await settled(page);
  };
  for (let i = 1; i < warm.length; i++) await step("]");
  const start = async () => {
    await page.locator(".files li .file").first().click();
    await settled(page);
  };
  await start();
  const before = await heap(session);
  for (let i = 1; i < names.length; i++) await step("]");
  await start();
  const lost = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=model]");
    return canvas?.getContext("webgl2")?.isContextLost();
  });
  expect(lost).toBe(false);
  expect(await heap(session)).toBeLessThan(before * 1.2);
  await page.close();
  expect(errors).toEqual([]);
}, 60_000);

it("a model of 14 MB opens within three times what reading it takes, and a second", async () => {
  const bytes = largeBmesh(14 * MB);
  const path = join(folder, "large.bMesh");
  writeFileSync(path, bytes);
  openMesh(bytes); // compiled, as it is on any second file
  const start = performance.now();
  expect(openMesh(bytes).fault).toBeUndefined();
  const reading = performance.now() - start;

  // The best of six at most: the machine may have other things to do as well.
  const limit = 3 * reading + 1000;
  const times: number[] = [];
  for (let i = 0; i < 6 && !(Math.min(...times) <= limit); i++) {
    const page = await openPage(browser, errors);
    await page.evaluate(() => {
      const entered = performance.now();
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".files li.current img")) return;
        observer.disconnect();
        document.body.dataset.opened = String(performance.now() - entered);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page.setInputFiles("header input[type=file]", path);
    await page.waitForFunction(() => document.body.dataset.opened !== undefined);
    times.push(Number(await page.evaluate(() => document.body.dataset.opened)));
    if (i === 0) expect(await isDrawn(page)).toBe(true);
    await page.close();
  }
  const best = Math.min(...times);
  expect(best, `of ${times.map((time) => time.toFixed(0))} ms`).toBeLessThanOrEqual(limit);
  expect(errors).toEqual([]);
}, 60_000);

async function isDrawn(page: Page): Promise<boolean> {
  const { width, height, at } = await picture(page);
  const [r, g, b] = at(Math.floor(width / 2), Math.floor(height / 2));
  const [r0, g0, b0] = at(2, 2);
  return Math.abs(r - r0) + Math.abs(g - g0) + Math.abs(b - b0) > 60;
}

/** A wavy square of some 280,000 vertices and 560,000 triangles. */
function largeBmesh(size: number): Uint8Array {
  // A vertex is 12 bytes of position, 4 of normal, 8 of UV, 4 of index, and two triangles of 12 bytes for nearly each.
  const side = Math.floor(Math.sqrt(size / 52));
  const n = side * side;
  const file = emptyBmesh();
  file.positions = new Float32Array(3 * n);
  file.normals = new Uint8Array(4 * n);
  file.uv0 = new Float32Array(2 * n);
  file.faceIndices = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < n; i++) {
    const [x, y] = [(i % side) / (side - 1), Math.floor(i / side) / (side - 1)];
    file.positions.set([2 * x - 1, 2 * y - 1, 0.2 * Math.sin(9 * x) * Math.cos(7 * y)], 3 * i);
    file.normals.set([128, 128, 255, 0], 4 * i);
    file.uv0.set([x, y], 2 * i);
  }
  file.faces = new Uint32Array(6 * (side - 1) * (side - 1));
  for (let i = 0; i < file.faces.length / 6; i++) {
    const a = Math.floor(i / (side - 1)) * side + (i % (side - 1));
    file.faces.set([a, a + 1, a + side, a + 1, a + side + 1, a + side], 6 * i);
  }
  return bmesh.write(file, "32");
}

it("a file of 512 MB scrolls without a frame of more than 100 ms", async () => {
  const path = join(folder, "huge.msh");
  const file = openSync(path, "w");
  ftruncateSync(file, 512 * MB); // sparse: no format, and nothing on the disk
  closeSync(file);
  const page = await openPage(browser, errors);
  await openFiles(page, [path]);
  const box = await page.locator(".hex").boundingBox();
  if (!box) throw new Error("no bytes");
  await page.mouse.move(box.x + 200, box.y + 60);
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { frames });
  });
  for (let i = 0; i < 25; i++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(16);
  }
  const wheeled = Number(await page.getAttribute(".hex", "data-top"));
  expect(wheeled).toBeGreaterThan(25);
  expect(wheeled).toBeLessThan(5000); // by rows, although a pixel of the scroll bar is many of them
  // The scroll bar reaches every part of the file.
  for (let i = 0; i <= 20; i++) {
    await page.evaluate((share) => {
      const area = document.querySelector(".hex");
      if (area) area.scrollTop = (area.scrollHeight - area.clientHeight) * share;
    }, i / 20);
    await page.waitForTimeout(16);
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(2)); // set above
  expect(frames.length).toBeGreaterThan(20);
  expect(Math.max(...frames)).toBeLessThan(100);
  const rows = (512 * MB) / 16;
  expect(Number(await page.getAttribute(".hex", "data-top"))).toBeGreaterThan(rows - 60);
  await page.press("#search", "Escape").catch(() => undefined);
  await page.fill("#search", String(512 * MB - 1));
  await page.press("#search", "Enter");
  await page.waitForFunction(() => document.querySelector(".inspector code")?.textContent?.startsWith("file["));
  await page.close();
  expect(errors).toEqual([]);
}, 60_000);
