import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decode } from "fast-png";
import { type Browser, chromium, type Page } from "playwright-core";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
export const pageFile = `${root}packages/viewer/dist/meshglot.html`;
export const example = (name: string): string => `${root}examples/${name}`;

/** Where Debian puts it; `npm test` installs it there. */
const CHROMIUM = process.env.MESHGLOT_CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

/** Starts the browser. @throws Error if the page was not built or there is no browser, which is a failure and no reason to skip */
export function launch(extra: readonly string[] = []): Promise<Browser> {
  if (!existsSync(pageFile)) throw new Error("packages/viewer/dist is missing: run npm run build");
  if (!existsSync(CHROMIUM)) throw new Error(`there is no ${CHROMIUM}: npm test installs it, or set MESHGLOT_CHROMIUM`);
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...extra] });
}

/** A page with the viewer, from the disk. What it throws fails the test. */
export async function openPage(browser: Browser, errors: string[], fragment = ""): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 720 },
    colorScheme: "dark",
    acceptDownloads: true,
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(`file://${pageFile}${fragment}`);
  return page;
}

export type Source = string | { name: string; mimeType: string; buffer: Buffer };

/** Opens files and waits until the first of them is drawn and checked, or refused. */
export async function openFiles(page: Page, sources: Source[]): Promise<void> {
  await page.setInputFiles("header input[type=file]", sources as string[]); // both kinds are allowed, lists of one kind each
  await settled(page);
}

/** Waits until the file that is shown is drawn and checked, or has said why not. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const current = document.querySelector(".files li.current");
      const foreign = /\b(GLB|glTF|OBJ)\b/.test(current?.querySelector(".dim")?.textContent ?? "");
      const drawn = current?.querySelector("img") && (foreign || document.querySelector(".facts"));
      return (
        Boolean(current) && Boolean(drawn || document.querySelector(".no-model")) && !document.querySelector(".busy")
      );
    },
    undefined,
    { timeout: 30_000 },
  );
}

export function bytesAsFile(name: string, bytes: Uint8Array): Source {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
}

/** The picture of the model, as pixels. */
export async function picture(
  page: Page,
): Promise<{ width: number; height: number; at(x: number, y: number): [number, number, number] }> {
  const { width, height, data, channels } = decode(await page.locator("[data-testid=model]").screenshot());
  const at = (x: number, y: number): [number, number, number] => {
    const from = (y * width + x) * channels;
    return [Number(data[from]), Number(data[from + 1]), Number(data[from + 2])];
  };
  return { width, height, at };
}

/** The part of a picture that differs from the background at its top left corner, and how much of it is as bright. */
export async function coverage(
  page: Page,
): Promise<{ across: number; down: number; brightest: number; colors: number }> {
  const { width, height, at } = await picture(page);
  const back = at(3, 3);
  let [left, right, top, bottom, brightest] = [width, 0, height, 0, 0];
  const colors = new Set<number>();
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const [r, g, b] = at(x, y);
      if (Math.abs(r - back[0]) + Math.abs(g - back[1]) + Math.abs(b - back[2]) < 24) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      brightest = Math.max(brightest, r, g, b);
      colors.add((r >> 4) * 256 + (g >> 4) * 16 + (b >> 4));
    }
  }
  return { across: (right - left) / width, down: (bottom - top) / height, brightest, colors: colors.size };
}

/** The value beside a word in the panel of the selection. */
export async function selected(page: Page, word: string): Promise<string> {
  const row = page.locator(".inspector > dl > div", { has: page.locator(`dt:text-is("${word}")`) });
  return ((await row.locator("dd").textContent()) ?? "").trim();
}

export async function clickModel(page: Page, across = 0.5, down = 0.5): Promise<void> {
  const box = await page.locator("[data-testid=model]").boundingBox();
  if (!box) throw new Error("there is no model view");
  await page.mouse.move(box.x + box.width * across, box.y + box.height * down);
  await page.mouse.click(box.x + box.width * across, box.y + box.height * down);
}

/** Where the dot of a bone is on the page. */
export async function dotOf(page: Page, bone: string): Promise<[number, number]> {
  const label = page.locator(".label.joint", { hasText: new RegExp(`^${bone}$`) });
  const [, x = 0, y = 0] =
    /translate\((-?\d+)px, (-?\d+)px\)/.exec((await label.getAttribute("style")) ?? "")?.map(Number) ?? [];
  const box = await page.locator("[data-testid=model]").boundingBox();
  if (!box) throw new Error("there is no model view");
  return [box.x + x, box.y + y];
}

/** Where the page says that a bone is, in metres: what it reads out with the pointer on the bone's dot. */
export async function placeOfBone(page: Page, bone: string): Promise<number[]> {
  const [x, y] = await dotOf(page, bone);
  await page.mouse.move(x + 2, y);
  await page.mouse.move(x, y);
  const readOut = (await page.locator(".readout").textContent()) ?? "";
  if (!readOut.includes(`bone ${bone}`)) throw new Error(`not on ${bone}: ${readOut}`);
  return ((await page.getByTestId("point").textContent()) ?? "").split(/\s+/).slice(0, 3).map(Number);
}
