import { readdirSync, readFileSync } from "node:fs";
import { inspectMesh } from "@meshglot/core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coverage, example, launch, openFiles, openPage, settled } from "./support/page.ts";

const FORMATS = ["msh", "meshbin", "splashpack", "bmesh", "unigine"];

let browser: Browser;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  browser = await launch();
  page = await openPage(browser, errors);
});
afterAll(() => browser?.close());

describe.each(FORMATS)("examples of %s", (format) => {
  it("open with the counts of inspect and fill the frame", async () => {
    const names = readdirSync(example(format)).sort();
    await openFiles(
      page,
      names.map((name) => example(`${format}/${name}`)),
    );
    // The axes and the grid alone would fill the frame, too.
    if ((await page.getByRole("button", { name: "Grid" }).getAttribute("aria-pressed")) === "true") {
      await page.getByRole("button", { name: "Grid" }).click();
    }
    for (const [i, name] of names.entries()) {
      if (i > 0) {
        await page.keyboard.press("]");
        await page.waitForFunction(
          (expected) => document.querySelector(".files li.current .file")?.getAttribute("title") === expected,
          name,
        );
        await settled(page);
      }
      const { counts } = await inspectMesh(new Uint8Array(readFileSync(example(`${format}/${name}`))));
      const chips = await page.locator(".chips .chip").allInnerTexts();
      for (const [kind, count] of Object.entries({
        vertex: counts.vertices,
        triangle: counts.triangles,
        quad: counts.quads,
        bone: counts.bones,
      })) {
        const chip = chips.find((text) => text.includes(kind.replace("vertex", "vert")) && !text.includes("point"));
        expect(Number(chip?.replaceAll(",", "").split(" ")[0] ?? 0), `${name}: ${kind}`).toBe(count);
      }
      if (counts.triangles + counts.quads === 0) continue;
      const { across, down, brightest, colors } = await coverage(page);
      expect(Math.max(across, down), `${name} fills the frame`).toBeGreaterThan(0.6);
      expect(brightest, `${name} is not black`).toBeGreaterThan(90);
      expect(colors, `${name} has shades`).toBeGreaterThan(1);
    }
    expect(errors).toEqual([]);
  }, 60_000);
});
