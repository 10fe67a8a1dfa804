import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { validateBytes } from "gltf-validator";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveView } from "../../cli/src/viewServer.ts";
import {
  bytesAsFile,
  clickModel,
  example,
  launch,
  openFiles,
  openPage,
  pageFile,
  selected,
  settled,
} from "./support/page.ts";

const KB = 1024;

let browser: Browser;
const errors: string[] = [];
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe("the file", () => {
  it("is at most 400 KB gzipped without the table of CP949, and has no address in it that it would load from", () => {
    const html = readFileSync(pageFile, "utf8");
    // The table is the one long string of base64 in the page.
    const table = /[A-Za-z0-9+/=]{20000,}/.exec(html)?.[0] ?? "";
    expect(table.length).toBeGreaterThan(0);
    expect(gzipSync(html.replace(table, ""), { level: 9 }).byteLength).toBeLessThanOrEqual(400 * KB);
    expect(html).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(?!data:,")/);
  });

  it("asks nothing of any network, and refuses scripts that are not its own", async () => {
    const requests: string[] = [];
    const page = await browser.newPage();
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`file://${pageFile}`);
    await openFiles(page, [example("splashpack/lighthouse_l8.splashpack"), example("msh/column_skinned.msh")]);
    await page.getByRole("tab", { name: "Convert" }).click();
    await page.getByRole("button", { name: "GLB" }).click();
    await page.waitForSelector(".convert [role=status]");
    expect(requests.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
    expect(requests.filter((url) => url.startsWith("file:"))).toEqual([`file://${pageFile}`]);

    const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.body.dataset.ran = 'yes'";
      document.body.append(script);
      return document.body.dataset.ran;
    });
    expect(ran).toBeUndefined();
    await page.close();
  });
});

describe("names with HTML in them", () => {
  it("stay text: of files, bones and points", async () => {
    const page = await openPage(browser, errors);
    const evil = "<img src=x onerror=alert(1)>";
    // A bone name is a length and its bytes; the file is put together anew around a longer one.
    const bytes = Buffer.from(readFileSync(example("msh/sword_trail_points.msh")));
    const name = Buffer.from("trailstart_0");
    const at = bytes.indexOf(name);
    const longer = Buffer.concat([
      bytes.subarray(0, at - 4),
      lengthOf(evil),
      Buffer.from(evil),
      bytes.subarray(at + name.length),
    ]);
    let asked = false;
    page.on("dialog", (dialog) => {
      asked = true;
      void dialog.dismiss();
    });
    await openFiles(page, [bytesAsFile(`${evil}.msh`, longer)]);
    expect(await page.locator(".file-name").textContent()).toBe(`${evil}.msh`);
    expect(await page.locator(".label.point").allTextContents()).toContain(evil);
    await page.getByRole("tab", { name: "Parts" }).click();
    expect(await page.locator(".rows").allTextContents()).toContainEqual(expect.stringContaining(evil));
    expect(await page.locator("img[src=x]").count()).toBe(0);
    expect(asked).toBe(false);
    await page.close();
  });
});

describe("the page that meshglot view serves", () => {
  it("shows the files that were named", async () => {
    const files = [example("msh/ring_static.msh"), example("unigine/ring_ms15.mesh")];
    const server = await serveView(pageFile, files, 0);
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForSelector(".files li:nth-child(2)");
    await settled(page);
    expect(await page.locator(".file-name").allTextContents()).toEqual(["ring_static.msh", "ring_ms15.mesh"]);
    expect(await page.locator(".no-model").count()).toBe(0);
    await page.close();
    await server.close();
  });
});

function lengthOf(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(text.length);
  return length;
}

describe("a damaged file", () => {
  it("that is dropped shows how far it could be read, and where the fault is", async () => {
    const page = await openPage(browser, errors);
    // Cut in the position of vertex 40, behind 40 whole ones: 68 bytes of header and one sub-mesh lie before them.
    const whole = readFileSync(example("msh/ring_static.msh"));
    await drop(page, "cut.msh", whole.subarray(0, 68 + 40 * 12 + 5));
    await settled(page);
    expect(await page.locator(".part strong").textContent()).toContain("40 of 325 positions, as points");
    await page.getByRole("tab", { name: "Issues" }).click();
    await page.locator(".issue").first().click();
    expect(await selected(page, "Field")).toBe("positions");
    expect(await selected(page, "Place")).toContain("548 "); // 68 + 40 * 12
    await page.getByRole("tab", { name: "Fields" }).click();
    expect(await page.locator(".tree-row.fault").count()).toBe(1);
    // The bytes of a position that was read light its point.
    await page.fill("#search", String(68 + 39 * 12));
    await page.press("#search", "Enter");
    await expect.poll(() => page.locator(".inspector .element").textContent()).toContain("vertex 39");
    await page.close();
    expect(errors).toEqual([]);
  });

  it("shows the faces before the fault, joined with their bytes, and a notice that leads to it", async () => {
    const page = await openPage(browser, errors);
    const whole = readFileSync(example("msh/ring_static.msh"));
    const indices = whole.byteLength - 576 * 6; // the file ends with its 576 faces
    expect(whole.readInt32LE(indices - 4)).toBe(576);
    await openFiles(page, [bytesAsFile("cut.msh", whole.subarray(0, indices + 300 * 6 + 1))]);
    expect(await page.locator(".part strong").textContent()).toBe("Shows what lies before the fault: 300 of 576 faces");
    await page.locator(".part button").click();
    expect(await selected(page, "Type")).toBe("unread");
    expect(await selected(page, "Place")).toContain(`${indices + 300 * 6} `);
    await clickModel(page, 0.5, 0.6);
    expect(await selected(page, "Field")).toMatch(/^indices\[\d+\]$/);

    await page.getByRole("tab", { name: "Convert" }).click();
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "GLB", exact: true }).click();
    const report = await validateBytes(new Uint8Array(await readFile(await (await coming).path())));
    expect(report.issues.numErrors).toBe(0);
    expect(report.info.totalTriangleCount).toBe(300);
    await expect.poll(() => page.locator(".losses code").first().textContent()).toBe("FILE_CUT");
    await page.close();
    expect(errors).toEqual([]);
  });

  it("whose points are picked: the place that is read out is the one that the bytes hold", async () => {
    const page = await openPage(browser, errors);
    const whole = readFileSync(example("msh/ring_static.msh"));
    await openFiles(page, [bytesAsFile("cut.msh", whole.subarray(0, 68 + 325 * 12))]);
    const box = await page.locator("[data-testid=model]").boundingBox();
    if (!box) throw new Error("there is no model view");
    const readOut = page.locator(".readout span").first();
    for (let x = 0.3; x < 0.7 && !(await readOut.textContent())?.startsWith("vertex"); x += 0.005)
      await page.mouse.move(box.x + box.width * x, box.y + box.height * 0.5);
    const [, vertex = -1] = /^vertex (\d+)/.exec((await readOut.textContent()) ?? "")?.map(Number) ?? [];
    const shown = ((await page.getByTestId("point").textContent()) ?? "").split(/\s+/).slice(0, 3).map(Number);
    const at = (k: number) => whole.readFloatLE(68 + 12 * vertex + 4 * k) / 100;
    for (const [k, place] of [at(0), at(1), -at(2)].entries()) expect(shown[k]).toBeCloseTo(place, 3);
    await page.close();
    expect(errors).toEqual([]);
  });

  it("of which nothing can be shown says what is wrong with it", async () => {
    const page = await openPage(browser, errors);
    await openFiles(page, [bytesAsFile("cut.msh", readFileSync(example("msh/ring_static.msh")).subarray(0, 30))]);
    expect(await page.locator(".no-model").textContent()).toContain("MSH_TRUNCATED");
    expect(await page.locator(".part").count()).toBe(0);
    await page.close();
  });

  it("of no known format says what it is", async () => {
    const page = await openPage(browser, errors);
    await openFiles(page, [bytesAsFile("song.msh", Buffer.from("OggS rest of a song, which is no mesh"))]);
    expect(await page.locator(".no-model").textContent()).toContain("UNKNOWN_FORMAT");
    await page.close();
  });
});

/** A file dropped on the page, as a hand would do it. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, numbers]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(numbers)], fileName));
      return data;
    },
    [name, [...bytes]] as const,
  );
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

describe("conversion", () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(browser, errors);
  });
  it.each([
    "msh/column_points_on_bones.msh",
    "meshbin/arm_v3_skinned.meshbin",
    "splashpack/lighthouse_l8.splashpack",
    "bmesh/robot_skinned.bMesh",
    "unigine/column_sk10_morphs.mesh_skinned",
  ])("of %s gives a GLB without an error of Khronos' validator", async (name) => {
    await openFiles(page, [example(name)]);
    await page.getByRole("tab", { name: "Convert" }).click();
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "GLB", exact: true }).click();
    const glb = await readFile(await (await coming).path());
    const report = await validateBytes(new Uint8Array(glb));
    expect(report.issues.numErrors).toBe(0);
    expect(report.info.totalTriangleCount).toBeGreaterThan(0);

    // And the GLB opens here, too.
    await openFiles(page, [bytesAsFile(`${name}.glb`, glb)]);
    await page.waitForFunction(() =>
      document.querySelector(".files li.current .file")?.getAttribute("title")?.endsWith(".glb"),
    );
    expect(await page.locator(".no-model").count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
