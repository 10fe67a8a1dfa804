// `npm run pictures`: takes the pictures of the viewer that the documentation shows, of our own examples.
import { mkdirSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { clickModel, example, launch, openFiles, openPage } from "../packages/viewer/test/support/page.ts";

const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await launch();

async function take(name: string, files: string[], prepare: (page: Page) => Promise<void>): Promise<void> {
  const page = await openPage(browser, []);
  await page.setViewportSize({ width: 1360, height: 820 });
  // Other files first, for their small pictures in the list.
  await openFiles(page, files.map(example));
  for (let i = 1; i < files.length; i++) {
    await page.keyboard.press("]");
    await page.waitForTimeout(900);
  }
  for (let i = 1; i < files.length; i++) {
    await page.keyboard.press("[");
    await page.waitForTimeout(900);
  }
  await prepare(page);
  await page.waitForTimeout(900);
  await page.screenshot({ path: `${folder}${name}.png` });
  await page.close();
}

const toggle = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

await take(
  "viewer-triangle",
  [
    "meshbin/trophy_v3.meshbin",
    "msh/column_points_on_bones.msh",
    "bmesh/robot_skinned.bMesh",
    "unigine/ring_ms15.mesh",
  ],
  async (page) => {
    await toggle(page, "Wire");
    await clickModel(page, 0.49, 0.5);
  },
);
await take(
  "viewer-textures",
  [
    "splashpack/lighthouse_l8.splashpack",
    "splashpack/buoy_l1_8bit.splashpack",
    "splashpack/crate_l1_oddities.splashpack",
  ],
  async (page) => {
    await tab(page, "Textures");
    await clickModel(page, 0.56, 0.72);
  },
);
await take(
  "viewer-bones",
  ["bmesh/robot_skinned.bMesh", "unigine/column_ms14_skinned.mesh", "msh/column_skinned.msh"],
  async (page) => {
    await toggle(page, "Weights");
    await toggle(page, "Bones");
    await tab(page, "Parts");
    await page.locator(".rows button", { hasText: "Spine" }).first().click();
  },
);
await take(
  "viewer-animation",
  ["msh/column_skinned.msh", ...readdirSync(example("puppet")).map((name) => `puppet/${name}`)],
  async (page) => {
    await page.locator(".file", { hasText: "puppet.msh" }).click();
    await tab(page, "Parts");
    await page.locator(".timeline select").first().selectOption({ label: "puppet_dance" });
    await page.locator(".scrubber input").fill("0.8");
    await toggle(page, "Bones");
    await toggle(page, "Collision");
  },
);
await browser.close();
