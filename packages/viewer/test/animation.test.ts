import { readdirSync, readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { viewedFiles } from "../../cli/src/viewedFiles.ts";
import { serveView } from "../../cli/src/viewServer.ts";
import {
  bytesAsFile,
  example,
  launch,
  openFiles,
  openPage,
  pageFile,
  picture,
  placeOfBone,
  settled,
} from "./support/page.ts";

let browser: Browser;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await openPage(browser, errors);
});
afterEach(async () => {
  await page.close();
  expect(errors).toEqual([]);
});

const puppet = (...names: string[]) => names.map((name) => example(`puppet/${name}`));
const whole = () => puppet(...readdirSync(example("puppet")));
const renamed = (path: string, name: string) => bytesAsFile(name, new Uint8Array(readFileSync(example(path))));
const clips = () => page.locator(".timeline select").first();
const button = (name: string) => page.getByRole("button", { name, exact: true });
const tab = (name: string) => page.getByRole("tab", { name }).click();
const clock = async () => Number.parseFloat((await page.locator(".timeline output").textContent()) ?? "");

async function seek(seconds: number): Promise<void> {
  await page.locator(".scrubber input").fill(String(seconds));
  await page.waitForTimeout(150);
}

/** Pixels of two pictures that differ clearly. */
function differing(a: Awaited<ReturnType<typeof picture>>, b: Awaited<ReturnType<typeof picture>>): number {
  let count = 0;
  for (let y = 0; y < a.height; y++)
    for (let x = 0; x < a.width; x++)
      if (a.at(x, y).some((value, k) => Math.abs(value - (b.at(x, y)[k] ?? 0)) > 24)) count++;
  return count;
}

describe("an animated model", () => {
  it("is shown with everything that lies beside it, its picture and its bones change as the animation says", async () => {
    await openFiles(page, whole());
    expect(await page.locator(".files li.current .file").getAttribute("title")).toBe("puppet.msh");
    for (const name of [
      "puppet.skl",
      "puppet_dance.ani",
      "puppet_nod.ani",
      "puppet.txt",
      "puppet.cms",
      "puppet_head.tga",
    ])
      expect(await page.locator(".files li.current .attached").textContent()).toContain(name);
    expect(await clips().locator("option").allTextContents()).toEqual(["Own pose", "puppet_dance", "puppet_nod"]);

    await clips().selectOption({ label: "puppet_dance" });
    await seek(0);
    const start = await picture(page);
    await seek(0.5);
    const left = await picture(page);
    await seek(1.5);
    const right = await picture(page);
    await seek(2);
    const end = await picture(page);
    // A swing of two seconds: its ends are the same pose, its middle is not.
    expect(differing(start, end)).toBe(0);
    expect(differing(left, right)).toBeGreaterThan(3000);
    expect(differing(start, left)).toBeGreaterThan(1000);
    // Stripes of the DDS (red 220 60 50, yellow 240 220 90, blue 60 120 210) and wood of the TGA.
    const colors = { red: 0, blue: 0, wood: 0 };
    for (let y = 0; y < left.height; y += 2) {
      for (let x = 0; x < left.width; x += 2) {
        const [r, g, b] = left.at(x, y);
        if (r > 150 && g < 80 && b < 80) colors.red++;
        if (b > 130 && r < 90) colors.blue++;
        if (r > 170 && g > 120 && g < 200 && b > 90 && b < 160) colors.wood++;
      }
    }
    expect(Math.min(...Object.values(colors))).toBeGreaterThan(200);

    // The root swings by 6 degrees about z, and the neck is one metre above it: sin 6° = 0.1045, cos 6° = 0.9945.
    await button("Bones").click();
    await seek(0.5);
    expect(await placeOfBone(page, "Bip01 Neck")).toEqual([-0.1045, 0.9945, 0]);
    await seek(1.5);
    expect(await placeOfBone(page, "Bip01 Neck")).toEqual([0.1045, 0.9945, 0]);
    // Between the keys at 0.5 and 0.625 s, 6 and 6 sin 112.5° degrees, half way: 5.7716 degrees.
    await seek(0.5625);
    expect(await placeOfBone(page, "Bip01 Neck")).toEqual([-0.1006, 0.9949, 0]);
    await clips().selectOption({ label: "Own pose" });
    await page.waitForTimeout(150);
    expect(await placeOfBone(page, "Bip01 Neck")).toEqual([0, 1, 0]);
  });

  it("plays, pauses, loops or ends, at the speed that was chosen", async () => {
    await openFiles(page, whole());
    await button("Play").click();
    expect(await clips().locator("option:checked").textContent()).toBe("puppet_dance");
    await expect.poll(clock).toBeGreaterThan(0.2);
    const before = await picture(page);
    await page.waitForTimeout(400);
    expect(differing(before, await picture(page))).toBeGreaterThan(300);
    await button("Pause").click();
    const paused = await clock();
    await page.waitForTimeout(200);
    expect(await clock()).toBe(paused);

    await page.getByLabel("Speed").selectOption("4");
    await button("Loop").click();
    await page.locator("[data-testid=model]").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("Space");
    await button("Pause").waitFor();
    await button("Play").waitFor({ timeout: 5000 });
    expect(await clock()).toBe(2);
    await button("Loop").click();
    await button("Play").click(); // from the beginning
    const seen: number[] = [];
    for (let i = 0; i < 60 && !seen.some((at, k) => k > 0 && at < (seen[k - 1] ?? 0)); i++) {
      seen.push(await clock());
      await page.waitForTimeout(30);
    }
    expect(seen.some((at, k) => k > 0 && at < (seen[k - 1] ?? 0))).toBe(true);
    expect(await button("Pause").count()).toBe(1);
  });

  it("has the events of its file on the time line", async () => {
    await openFiles(page, whole());
    await clips().selectOption({ label: "puppet_nod" });
    expect(await page.locator(".scrubber .event").count()).toBe(0);
    await clips().selectOption({ label: "puppet_dance" });
    const titles = await page
      .locator(".scrubber .event")
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute("title")));
    expect(titles).toEqual(["sound · step.wav · 500 ms", "sound · step.wav · 1500 ms"]);
    await page.locator(".scrubber .event").nth(1).click();
    expect(await clock()).toBe(1.5);
  });

  it("is drawn with its collision mesh over it", async () => {
    await openFiles(page, whole());
    const before = await picture(page);
    await button("Collision").click();
    await page.waitForTimeout(150);
    const after = await picture(page);
    let lines = 0;
    for (let y = 0; y < after.height; y++) {
      for (let x = 0; x < after.width; x++) {
        const [r, g, b] = after.at(x, y);
        if (g > r + 40 && g > b + 30 && differs(before.at(x, y), [r, g, b])) lines++;
      }
    }
    expect(lines).toBeGreaterThan(200);
  });
});

function differs(a: readonly number[], b: readonly number[]): boolean {
  return a.some((value, k) => Math.abs(value - (b[k] ?? 0)) > 24);
}

describe("what lies beside a file", () => {
  it("can be chosen by hand", async () => {
    await openFiles(page, whole());
    await tab("Parts");
    const beside = page.getByLabel("Beside the file");
    await clips().selectOption({ label: "puppet_dance" });
    await seek(1.25);
    await beside.getByLabel("puppet_nod.ani").uncheck();
    await expect.poll(() => clips().locator("option").allTextContents()).toEqual(["Own pose", "puppet_dance"]);
    await settled(page);
    expect(await clips().locator("option:checked").textContent()).toBe("puppet_dance");
    expect(await clock()).toBe(1.25);
    await beside.getByLabel("puppet.skl").uncheck();
    await expect.poll(() => page.locator(".timeline").count()).toBe(0);
    await settled(page);
    await tab("Convert");
    expect(await page.locator(".losses").textContent()).toContain("ANIMATION_WITHOUT_SKELETON");
    await tab("Parts");
    await beside.getByLabel("puppet.skl").check();
    await expect.poll(() => page.locator(".timeline").count()).toBe(1);
  });

  it("goes to the model that is shown if it comes alone, whatever it is called", async () => {
    await openFiles(page, puppet("puppet.msh"));
    expect(await page.locator(".timeline").count()).toBe(0);
    await openFiles(page, [renamed("puppet/puppet.skl", "stick.skl"), renamed("puppet/puppet_nod.ani", "yes.ani")]);
    await expect.poll(() => page.locator(".files li.current .attached").textContent()).toBe("+ stick.skl, yes.ani");
    expect(await page.locator(".files li.current .file").getAttribute("title")).toBe("puppet.msh");
    expect(await clips().locator("option").allTextContents()).toEqual(["Own pose", "yes"]);
    await tab("Parts");
    expect(await page.getByLabel("Beside the file").textContent()).toContain("not opened: puppet.txt");
  });

  it("is matched without regard to letter case, and what it is its content says", async () => {
    await openFiles(page, [
      renamed("puppet/puppet.msh", "Puppet.MSH"),
      renamed("puppet/puppet.skl", "PUPPET.SKL"),
      renamed("msh/ring_static.msh", "puppet_dance.ani"),
    ]);
    expect(await page.locator(".files li.current .attached").textContent()).toBe("+ PUPPET.SKL");
    await tab("Parts");
    expect(await page.getByLabel("Beside the file").textContent()).toContain("COMPANION_WRONG");
  });

  it("is served by meshglot view of a folder", async () => {
    const server = await serveView(pageFile, await viewedFiles([example("puppet")]), 0);
    await page.goto(server.url);
    await settled(page);
    expect(await page.locator(".files li.current .attached").textContent()).toContain("puppet_body.dds");
    await button("Play").click();
    await expect.poll(clock).toBeGreaterThan(0.1);
    await server.close();
  });
});
