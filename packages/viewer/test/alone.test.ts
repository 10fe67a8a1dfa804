import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bytesAsFile, dotOf, example, launch, openFiles, openPage, placeOfBone, selected } from "./support/page.ts";

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
const tab = (name: string) => page.getByRole("tab", { name }).click();

async function seek(seconds: number): Promise<void> {
  await page.locator(".scrubber input").fill(String(seconds));
  await page.waitForTimeout(150);
}

describe("opened alone", () => {
  it("a skeleton shows its bones, and moves with an animation", async () => {
    await openFiles(page, puppet("puppet.skl"));
    expect(await page.locator(".label.joint").allTextContents()).toEqual([
      "Bip01",
      "Bip01 Spine",
      "Bip01 Neck",
      "Bip01 Head",
    ]);
    await openFiles(page, puppet("puppet_dance.ani"));
    await expect.poll(() => page.locator(".files li.current .attached").textContent()).toBe("+ puppet.skl");
    await seek(0.5);
    expect(await placeOfBone(page, "Bip01 Neck")).toEqual([-0.1045, 0.9945, 0]);
  });

  it.each([
    ["a skeleton", ["puppet/puppet.skl"], "Bip01 Neck", "bones[2]", "bones[1].name", "Bip01 Spine"],
    [
      "an animation",
      ["puppet/puppet_dance.ani", "puppet/puppet.skl"],
      "Bip01",
      "tracks[0]",
      "tracks[1].keys",
      "Bip01 Neck",
    ],
    ["a skeleton of UNIGINE", ["unigine-skeleton/column_sn10.skeleton"], "tip", "joints[0]", "joints[2].parent", "hat"],
    ["an animation of UNIGINE", ["unigine-anim/bend_an11.anim"], "hat", "joints[2]", "joints[1]", "корень"],
  ])("%s joins bones and bytes", async (_, names, bone, path, field, other) => {
    await openFiles(
      page,
      names.map((name) => example(name)),
    );
    const [x, y] = await dotOf(page, bone);
    await page.mouse.click(x, y);
    expect(await selected(page, "Field")).toBe(path);
    expect(await page.locator(".label.chosen").textContent()).toBe(bone);
    await page.fill("#search", field);
    await page.press("#search", "Enter");
    await expect.poll(() => page.locator(".inspector .element").textContent()).toBe(`bone ${other}`);
    expect(await page.locator(".label.chosen").textContent()).toBe(other);
  });

  it("an animation of Lost Saga says what it needs", async () => {
    await openFiles(page, puppet("puppet_nod.ani"));
    expect(await page.locator(".no-model").textContent()).toContain("Open its skeleton along with it");
  });

  it("a collision mesh and UNIGINE's skeleton and animation are shown", async () => {
    await openFiles(page, puppet("puppet.cms"));
    expect(await page.locator(".no-model").count()).toBe(0);
    await openFiles(page, [example("unigine-skeleton/column_sn10.skeleton")]);
    expect(await page.locator(".label.joint").count()).toBe(3);
    await openFiles(page, [example("unigine-anim/bend_an13.anim")]);
    expect(await page.locator(".timeline").count()).toBe(1);
    expect(await page.locator(".label.joint").count()).toBeGreaterThan(0);
  });

  it("a TGA goes on the model that is shown, and a damaged one says so", async () => {
    await openFiles(page, [example("msh/ring_static.msh")]);
    await openFiles(page, puppet("puppet_head.tga"));
    await tab("Textures");
    await expect.poll(() => page.locator(".companion").textContent()).toContain("puppet_head.tga 8 × 8");
    await openFiles(page, [
      bytesAsFile("cut.dds", new Uint8Array(readFileSync(example("puppet/puppet_body.dds"))).subarray(0, 200)),
    ]);
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("cut.dds");
  });
});
