import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { temporaryName } from "../src/batch/temporary.ts";
import { makeMeshFolder } from "./support/meshFolder.ts";
import { bin, jsonLines, meshglot, root, temporaryFiles, visibleFiles } from "./support/meshglot.ts";

let folder = "";
let number = 0;
let models = "";
let out = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-trouble-"));
});
beforeEach(() => {
  models = join(folder, `models${++number}`);
  out = join(folder, `out${number}`);
  mkdirSync(models);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sword = join(root, "examples/msh/sword_trail_points.msh");
const convert = (...more: string[]) => meshglot(["convert", models, "--out-dir", out, ...more]);

/** Another user than root, who may write everywhere; undefined if we are root and can not become somebody else. */
function commonUser(): { uid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const probe = spawnSync(process.execPath, [bin, "--version"], { uid: 65534 });
  return probe.status === 0 ? { uid: 65534 } : undefined;
}

const canMount = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs none /mnt"]).status === 0;

describe("a full disk", () => {
  it.skipIf(!canMount)("fails the files that do not fit, and later does those", () => {
    makeMeshFolder(models, { count: 30, smallest: 20_000, largest: 200_000, damaged: 0 });
    const whole = join(folder, "whole");
    expect(meshglot(["convert", models, "--out-dir", whole]).code).toBe(0);
    mkdirSync(out);
    const run = (kept: string) =>
      `"${process.execPath}" "${bin}" convert "${models}" --out-dir "${out}" --jobs 2; echo "exit $?"; cp -r "${out}" "${kept}"`;
    const [full, roomy] = [join(folder, "full"), join(folder, "roomy")];
    const script = `mount -t tmpfs -o size=1m none "${out}" && { ${run(full)}; mount -o remount,size=99m "${out}"; ${run(roomy)}; }`;
    const { stdout, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", script], { encoding: "utf8" });
    expect(stdout.match(/exit \d/g)).toEqual(["exit 1", "exit 0"]);
    expect(stderr).toMatch(/OUTPUT_FAILED .*(ENOSPC|no space left)/);
    expect(stderr).toContain("free space");
    expect(temporaryFiles(full)).toEqual([]);
    const fitted = visibleFiles(full);
    expect(fitted.length).toBeGreaterThan(0);
    expect(fitted.length).toBeLessThan(30);
    expect(visibleFiles(roomy)).toEqual(visibleFiles(whole));
    for (const place of [full, roomy]) {
      for (const name of visibleFiles(place)) {
        expect(readFileSync(join(place, name)).equals(readFileSync(join(whole, name))), name).toBe(true);
      }
    }
  });
});

describe("a folder that can not be written", () => {
  beforeEach(() => copyFileSync(sword, join(models, "sword.msh")));

  it("is refused before anything is done", () => {
    writeFileSync(out, "a file where the folder should be");
    const { code, err } = convert();
    expect(code).toBe(2);
    expect(err).toMatch(/OUTPUT_FAILED .*(EEXIST|ENOTDIR)/);
    expect(readFileSync(out, "utf8")).toBe("a file where the folder should be");
  });

  it.skipIf(!commonUser())("for want of permission too", () => {
    mkdirSync(out);
    for (const path of [folder, models]) chmodSync(path, 0o755);
    chmodSync(out, 0o555);
    const { code, err } = meshglot(["convert", models, "--out-dir", out], commonUser());
    expect(code).toBe(2);
    expect(err).toMatch(/OUTPUT_FAILED .*EACCES/);
    expect(readdirSync(out)).toEqual([]);
  });

  it("below the output folder fails its own files only", () => {
    mkdirSync(join(models, "sub"));
    copyFileSync(sword, join(models, "sub", "second.msh"));
    mkdirSync(out);
    writeFileSync(join(out, "sub"), "in the way");
    const { code, err } = convert();
    expect(code).toBe(1);
    expect(err).toMatch(/second\.msh: OUTPUT_FAILED/);
    expect(visibleFiles(out)).toEqual(["sub", "sword.glb"]);
  });
});

it.skipIf(!commonUser())("a folder that can not be opened is a row, the others are done", () => {
  const closed = join(models, "closed");
  mkdirSync(closed);
  copyFileSync(sword, join(models, "sword.msh"));
  for (const path of [folder, models]) chmodSync(path, 0o755);
  chmodSync(closed, 0o000);
  const { code, out: text } = meshglot(["verify", models, "--jsonl"], commonUser());
  chmodSync(closed, 0o755);
  expect(code).toBe(1);
  const [first, second] = jsonLines<{ file: string; error?: { code: string; message: string } }>(text);
  expect(first).toMatchObject({ file: closed, error: { code: "UNREADABLE" } });
  expect(first?.error?.message).toContain("EACCES");
  expect(second).toMatchObject({ file: join(models, "sword.msh"), identical: true });
});

describe("names", () => {
  it("with line breaks and control characters stay one line and keep their name", () => {
    copyFileSync(sword, join(models, "two\nlines\u001b[31m.msh"));
    const report = join(folder, "names.jsonl");
    const { code, out: text } = convert("--report", report);
    expect(code).toBe(0);
    expect(text.split("\n")[0]).toMatch(/two\\nlines\\u001b\[31m\.msh -> .*two\\nlines\\u001b\[31m\.glb/);
    expect(text).not.toContain("\u001b[31m.");
    expect(visibleFiles(out)).toEqual(["two\nlines\u001b[31m.glb"]);
    expect(jsonLines<{ file: string }>(readFileSync(report, "utf8")).map(({ file }) => file)).toEqual([
      join(models, "two\nlines\u001b[31m.msh"),
    ]);
    expect(convert().err).toContain("up to date");
  });

  // Linux and most Unix systems take any bytes, others refuse the name.
  const bytes = (...parts: (string | number)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.from([part]) : Buffer.from(part))));

  it.skipIf(process.platform !== "linux")("that are no UTF-8 are found by their folder", () => {
    mkdirSync(bytes(models, "/d", 0xff));
    writeFileSync(bytes(models, "/d", 0xff, "/caf", 0xe9, ".msh"), readFileSync(sword));
    copyFileSync(sword, join(models, "검.msh"));
    const first = convert("--jobs", "2");
    expect(first.code).toBe(0);
    expect(first.out).toContain("d%FF/caf%E9.msh");
    expect(visibleFiles(out)).toEqual(["d%FF/caf%E9.glb", "검.glb"]);
    expect(convert().err).toMatch(/up to date +2 files/);
    const named = spawnSync("sh", ["-c", `"${process.execPath}" "${bin}" verify ${models}/d*/*.msh`]);
    expect(named.status).toBe(2);
    expect(String(named.stderr)).toContain("found by naming its folder");
  });

  it.skipIf(process.platform !== "linux")("that would come to the same output are refused", () => {
    writeFileSync(bytes(models, "/a", 0xff, ".msh"), readFileSync(sword));
    copyFileSync(sword, join(models, "a%FF.msh"));
    const { code, err } = convert();
    expect(code).toBe(2);
    expect(err).toContain("SAME_OUTPUT");
    expect(existsSync(out)).toBe(false);
  });
});

describe("two inputs with one output", () => {
  it("are refused before anything is written", () => {
    copyFileSync(sword, join(models, "same.msh"));
    copyFileSync(join(root, "examples/meshbin/crate_v1.meshbin"), join(models, "same.meshbin"));
    const { code, err } = convert();
    expect(code).toBe(2);
    expect(err).toMatch(/SAME_OUTPUT .*same\.meshbin and .*same\.msh would both become .*same\.glb/);
    expect(existsSync(out)).toBe(false);
  });

  it("are found where a link makes two folders one", () => {
    copyFileSync(sword, join(models, "a.msh"));
    mkdirSync(join(models, "sub"));
    copyFileSync(sword, join(models, "sub", "a.msh"));
    mkdirSync(out);
    symlinkSync(out, join(out, "sub"));
    const { code, err } = convert();
    expect(code).toBe(2);
    expect(err).toContain("SAME_OUTPUT");
    expect(visibleFiles(out)).toEqual([]);
  });
});

describe("links", () => {
  it("in a loop are named and not followed", () => {
    copyFileSync(sword, join(models, "sword.msh"));
    symlinkSync(models, join(models, "loop"));
    const { code, err } = convert();
    expect(code).toBe(0);
    expect(err).toMatch(/loop is a link to a folder and is not followed/);
    expect(visibleFiles(out)).toEqual(["sword.glb"]);
    expect(
      meshglot(["verify", join(models, "**/*.msh"), "--jsonl"])
        .out.trim()
        .split("\n"),
    ).toHaveLength(1);
  });

  it("that lead nowhere are a row, the others are done", () => {
    copyFileSync(sword, join(models, "sword.msh"));
    symlinkSync(join(models, "nowhere"), join(models, "gone.msh"));
    symlinkSync(join(models, "sword.msh"), join(models, "other.msh"));
    const { code, err } = convert();
    expect(code).toBe(1);
    expect(err).toMatch(/gone\.msh: UNREADABLE ENOENT/);
    expect(visibleFiles(out)).toEqual(["other.glb", "sword.glb"]);
  });

  it("never make an input an output", () => {
    const disguised = join(models, "sword.glb"); // its content is what decides
    copyFileSync(sword, disguised);
    symlinkSync(models, out);
    const { code, err } = meshglot(["convert", disguised, "--out-dir", out, "--force"]);
    expect(code).toBe(2);
    expect(err).toContain("is one of the inputs");
    expect(readFileSync(disguised).equals(readFileSync(sword))).toBe(true);
  });
});

describe("an output folder inside of the input folder", () => {
  it("is no input, and says so", () => {
    copyFileSync(sword, join(models, "sword.msh"));
    const inside = join(models, "converted");
    mkdirSync(inside);
    copyFileSync(sword, join(inside, "earlier.msh"));
    for (const words of [[models], [join(models, "**/*.msh")]]) {
      const { code, err, out: text } = meshglot(["convert", ...words, "--out-dir", inside, "--jsonl"]);
      expect(code).toBe(0);
      expect(jsonLines<{ input: string }>(text).map(({ input }) => input)).toEqual([join(models, "sword.msh")]);
      if (words[0] === models) expect(err).toContain("converted is where the outputs go");
    }
    expect(visibleFiles(inside)).toEqual(["earlier.msh", "sword.glb"]);
    const named = meshglot(["convert", join(inside, "earlier.msh"), "--out-dir", inside]);
    expect(named.code).toBe(0);
    expect(visibleFiles(inside)).toContain("earlier.glb");
  });

  it("may be the input folder itself", () => {
    copyFileSync(sword, join(models, "sword.msh"));
    expect(meshglot(["convert", models, "--out-dir", models]).code).toBe(0);
    expect(visibleFiles(models)).toEqual(["sword.glb", "sword.msh"]);
  });
});

it("what killed runs left half written is removed, what others write is not", () => {
  copyFileSync(sword, join(models, "sword.msh"));
  mkdirSync(out);
  const running = temporaryName(); // this process lives
  const dead = running.replace(`-${process.pid}-`, `-${spawnSync("true").pid}-`);
  const foreign = running.replace(/-[0-9a-f]{8}-/, "-00000000-");
  for (const name of [running, dead, foreign, ".other.tmp"]) writeFileSync(join(out, name), "half");
  expect(convert().code).toBe(0);
  expect(temporaryFiles(out).sort()).toEqual([running, foreign, ".other.tmp"].sort());
});
