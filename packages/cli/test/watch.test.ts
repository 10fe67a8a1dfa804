import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bin, meshglot, root } from "./support/meshglot.ts";

const sword = join(root, "examples/msh/sword_trail_points.msh");
const ring = join(root, "examples/msh/ring_static.msh");
let folder = "";
let models = "";
let child: ChildProcess | undefined;
let said = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-watch-"));
  models = join(folder, "models");
  mkdirSync(models);
  copyFileSync(sword, join(models, "sword.msh"));
});
afterEach(async () => {
  if (child) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    child = undefined;
  }
  rmSync(folder, { recursive: true, force: true });
});

function watch(...more: string[]) {
  said = "";
  child = spawn(process.execPath, [bin, "convert", models, "--watch", ...more]);
  child.stdout?.on("data", (text) => {
    said += text;
  });
  child.stderr?.on("data", (text) => {
    said += text;
  });
}

async function until(what: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!what()) {
    if (Date.now() > end) throw new Error(`waited in vain; it said: ${said}`);
    await wait(20);
  }
}

/** What a conversion of its own makes of a file. */
function glbOf(path: string, name: string): Buffer {
  const target = join(folder, "expected", name);
  rmSync(target, { force: true });
  meshglot(["convert", path, "-o", target]);
  return readFileSync(target);
}

const holds = (path: string, bytes: Buffer) => existsSync(path) && readFileSync(path).equals(bytes);

describe("convert --watch", () => {
  it("converts what is there, what is new and what is exported again", async () => {
    const out = join(folder, "out");
    watch("--out-dir", out);
    await until(() => said.includes("watching"));
    expect(holds(join(out, "sword.glb"), glbOf(sword, "sword.glb"))).toBe(true);

    mkdirSync(join(models, "new"));
    copyFileSync(ring, join(models, "new", "ring.msh"));
    const ringGlb = glbOf(ring, "ring.glb");
    await until(() => holds(join(out, "new", "ring.glb"), ringGlb));

    copyFileSync(ring, join(models, "sword.msh"));
    const again = glbOf(ring, "sword.glb");
    await until(() => holds(join(out, "sword.glb"), again));
  });

  it("keeps the last good output of a file that is half written", async () => {
    watch(); // outputs beside the inputs
    await until(() => said.includes("watching"));
    const good = readFileSync(join(models, "sword.glb"));
    writeFileSync(join(models, "sword.msh"), readFileSync(sword).subarray(0, 300));
    await until(() => said.includes("MSH_TRUNCATED"));
    expect(holds(join(models, "sword.glb"), good)).toBe(true);
    copyFileSync(ring, join(models, "sword.msh"));
    const again = glbOf(ring, "sword.glb");
    await until(() => holds(join(models, "sword.glb"), again));
  });

  it("replaces nothing that somebody changed since", async () => {
    const out = join(folder, "out");
    watch("--out-dir", out);
    await until(() => said.includes("watching"));
    writeFileSync(join(out, "sword.glb"), "painted by hand");
    copyFileSync(ring, join(models, "sword.msh"));
    await until(() => said.includes("OUTPUT_EXISTS"));
    expect(readFileSync(join(out, "sword.glb"), "utf8")).toBe("painted by hand");
  });

  it("never ends an array, and does not watch standard input", () => {
    for (const words of [
      [models, "--json"],
      ["-", "-o", join(folder, "x.glb")],
    ]) {
      const { code, err } = meshglot(["convert", ...words, "--watch"]);
      expect(code).toBe(2);
      expect(err).toContain("WRONG_USAGE");
    }
  });
});
