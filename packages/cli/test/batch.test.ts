import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isInShard, parseShard } from "../src/batch/shard.ts";
import { makeMeshFolder, type PlannedFolder } from "./support/meshFolder.ts";
import { jsonLines, meshglot, root, schemaErrors, visibleFiles } from "./support/meshglot.ts";

let folder = "";
let inputs = "";
let planned: PlannedFolder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-batch-"));
  inputs = join(folder, "inputs");
  planned = makeMeshFolder(inputs, { count: 60, largest: 100_000, damaged: 0.1, seed: 7 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const damaged = () => Object.values(planned.faults).reduce((sum, count) => sum + count);
const sword = join(root, "examples/msh/sword_trail_points.msh");
const crate = join(root, "examples/meshbin/crate_v1.meshbin");

interface Row {
  file: string;
  status: string;
  output?: string;
  size: number;
  entries: { error?: { code: string } }[];
}

describe("a folder with workers", () => {
  it("says the same in the same order as without", () => {
    for (const verb of ["inspect", "verify", "validate"]) {
      const one = meshglot([verb, inputs, "--json", "--jobs", "1"]);
      const two = meshglot([verb, inputs, "--json", "--jobs", "2"]);
      expect(two.out === one.out, verb).toBe(true);
      expect(two.code).toBe(one.code);
      const files = (JSON.parse(two.out) as { file: string }[]).map(({ file }) => file);
      expect(files).toEqual(visibleFiles(inputs).map((name) => join(inputs, name)));
    }
  });

  it("streams the array that JSON.stringify would make", () => {
    const { out } = meshglot(["verify", sword, crate, "--json"]);
    expect(out).toBe(`${JSON.stringify(JSON.parse(out), undefined, 2)}\n`);
  });

  it("reports and sums up every file, and progress follows its schema", () => {
    const report = join(folder, "report.jsonl");
    const words = ["convert", inputs, "--out-dir", join(folder, "report"), "--report", report, "--progress", "json"];
    const { code, err } = meshglot([...words, "--jobs", "2"]);
    expect(code).toBe(1);
    const rows = jsonLines<Row>(readFileSync(report, "utf8"));
    expect(rows).toHaveLength(60);
    for (const row of rows) expect(schemaErrors("report", row)).toBeNull();
    const faults: Record<string, number> = {};
    for (const { entries } of rows) {
      const found = entries[0]?.error?.code;
      if (found) faults[found] = (faults[found] ?? 0) + 1;
    }
    expect(faults).toEqual(planned.faults);
    expect(rows.reduce((sum, { size }) => sum + size, 0)).toBe(planned.bytes);
    expect(rows.filter(({ status }) => status === "done")).toHaveLength(60 - damaged());
    for (const [fault, count] of Object.entries(planned.faults)) {
      expect(err).toMatch(new RegExp(`^ *${fault} +${count} files?$`, "m"));
    }
    const events = jsonLines<{ event: string; finished: number }>(err);
    for (const event of events) expect(schemaErrors("progress", event)).toBeNull();
    expect(events.at(-1)).toMatchObject({ event: "end", finished: 60, counts: { done: 60 - damaged() } });
  });

  it("a report replaces a report and nothing else", () => {
    const report = join(folder, "twice.jsonl");
    for (let i = 0; i < 2; i++) expect(meshglot(["verify", sword, "--report", report]).code).toBe(0);
    expect(jsonLines(readFileSync(report, "utf8"))).toHaveLength(1);
    const precious = join(folder, "precious.msh");
    copyFileSync(sword, precious);
    const { code, err } = meshglot(["verify", sword, "--report", precious]);
    expect(code).toBe(2);
    expect(err).toContain("OUTPUT_EXISTS");
    expect(readFileSync(precious).equals(readFileSync(sword))).toBe(true);
  });

  it("makes a worker that runs out of memory one row", () => {
    const heavy = join(folder, "heavy");
    makeMeshFolder(heavy, { count: 1, smallest: 2_000_000, largest: 2_000_000, damaged: 0 });
    copyFileSync(sword, join(heavy, "sword.msh"));
    // A span for each of some 200,000 elements takes twice these 24 MB.
    const words = ["map", heavy, "--elements", "400000", "--jsonl", "--jobs", "2"];
    const { code, out, err } = meshglot(words, { env: { ...process.env, NODE_OPTIONS: "--max-old-space-size=24" } });
    expect(code).toBe(1);
    const [first, second] = jsonLines<{ error?: { code: string } }>(out);
    expect(first?.error?.code).toBe("WORKER_LOST");
    expect(second).toMatchObject({ size: 2673 });
    expect(err).toMatch(/WORKER_LOST +1 file/);
  });

  it("--fail-fast stops the others too", () => {
    const out = join(folder, "fast");
    const { code, err } = meshglot(["convert", inputs, "--out-dir", out, "--jobs", "2", "--fail-fast"]);
    expect(code).toBe(1);
    expect(err.match(/TRUNCATED|UNKNOWN_FORMAT/g)?.length).toBeLessThan(damaged() * 2);
    expect(visibleFiles(out).length).toBeLessThan(60 - damaged());
  });
});

describe("what is up to date", () => {
  let models = "";
  let out = "";
  let number = 0;
  beforeEach(() => {
    models = join(folder, `models${++number}`);
    out = join(folder, `out${number}`);
    mkdirSync(models);
    copyFileSync(sword, join(models, "sword.msh"));
    copyFileSync(crate, join(models, "crate.meshbin"));
  });
  const counts = (...more: string[]) => {
    const { code, err, out: text } = meshglot(["convert", models, "--out-dir", out, "--progress", "json", ...more]);
    const [end] = jsonLines<{ event: string; counts: Record<string, number> }>(err).slice(-1);
    const { done, current, failed } = end?.counts ?? {};
    return { code, done, current, failed, err, text };
  };

  it("is skipped, and its entry is said again", () => {
    const first = counts("--json");
    expect(first).toMatchObject({ code: 0, done: 2, current: 0 });
    const second = counts("--json");
    expect(second).toMatchObject({ code: 0, done: 0, current: 2, text: first.text });
    expect(counts("--force")).toMatchObject({ done: 0, current: 2 });
  });

  it("is done again for another input, if it may be overwritten", () => {
    counts();
    copyFileSync(join(root, "examples/msh/ring_static.msh"), join(models, "sword.msh"));
    const before = readFileSync(join(out, "sword.glb"));
    const refused = counts();
    expect(refused).toMatchObject({ code: 1, current: 1, failed: 1 });
    expect(refused.err).toContain("OUTPUT_EXISTS");
    expect(readFileSync(join(out, "sword.glb")).equals(before)).toBe(true);
    expect(counts("--force")).toMatchObject({ code: 0, done: 1, current: 1 });
    expect(readFileSync(join(out, "sword.glb")).equals(before)).toBe(false);
    expect(counts()).toMatchObject({ code: 0, current: 2 });
  });

  it("is done again with other options", () => {
    counts();
    expect(counts("--force", "--code-page", "euc-kr")).toMatchObject({ done: 2, current: 0 });
    expect(counts("--force", "--code-page", "euc-kr", "--verbose", "--jobs", "2")).toMatchObject({ current: 2 });
  });

  it("is not what somebody changed, removed or cut", () => {
    counts();
    appendFileSync(join(out, "sword.glb"), "mine");
    rmSync(join(out, "crate.glb"));
    expect(counts()).toMatchObject({ code: 1, done: 1, failed: 1 });
    expect(readFileSync(join(out, "sword.glb"), "latin1")).toMatch(/mine$/);
  });

  it("counts although a kill or a full disk tore the manifest", () => {
    counts();
    const manifest = join(out, ".meshglot.jsonl");
    const text = readFileSync(manifest, "utf8");
    const cut = text.trimEnd().lastIndexOf("\n") + 40;
    writeFileSync(manifest, text.slice(0, cut));
    // The output of the torn line is there: its bytes are what they would become.
    expect(counts()).toMatchObject({ code: 0, done: 1, current: 1 });
    expect(counts()).toMatchObject({ code: 0, done: 0, current: 2 });
  });

  it("is done again when a file that the input names has changed or come", () => {
    meshglot(["convert", sword, "--to", "gltf", "--out-dir", models]);
    const gltf = join(models, "sword_trail_points.gltf");
    const bin = join(models, "sword_trail_points.bin");
    const run = () => meshglot(["convert", gltf, "--out-dir", out, "--force"]);
    expect(run().code).toBe(0);
    expect(run().err).toContain("up to date");
    const bytes = readFileSync(bin);
    bytes.writeFloatLE(bytes.readFloatLE(0) + 1, 0);
    writeFileSync(bin, bytes);
    expect(run().err).not.toContain("up to date");
    expect(run().err).toContain("up to date");
  });

  it("is known whichever shard did it", () => {
    for (const shard of ["1/2", "2/2"]) counts("--shard", shard);
    expect(counts()).toMatchObject({ code: 0, done: 0, current: 2 });
  });
});

describe("shards", () => {
  // First 12 hexadecimal digits of `printf NAME | sha256sum`, modulo n.
  it.each([
    ["a/b.msh", 2, 2, 2],
    ["group 1/sword.msh", 1, 1, 1],
    ["x.msh", 2, 1, 8],
    ["검.msh", 2, 2, 8],
  ])("%s belongs to the same shard everywhere", (name, twos, threes, eights) => {
    for (const place of ["models", "/mnt/elsewhere/models"]) {
      const input = { path: join(place, name), root: place };
      for (const [count, index] of [
        [2, twos],
        [3, threes],
        [8, eights],
      ] as const) {
        for (let i = 1; i <= count; i++) expect(isInShard(input, { index: i, count })).toBe(i === index);
      }
    }
  });

  it("divide a folder", () => {
    const parts = [1, 2, 3].map((i) => meshglot(["verify", inputs, "--jsonl", "--shard", `${i}/3`]).out);
    const files = parts.map((part) => jsonLines<{ file: string }>(part).map(({ file }) => file));
    expect(files.flat().sort()).toEqual(visibleFiles(inputs).map((name) => join(inputs, name)));
    for (const part of files) expect(part.length).toBeGreaterThan(5);
  });

  it("that are none are refused", () => {
    for (const text of ["0/3", "4/3", "1/0", "1", "a/b", "1/3/5", "-1/3"])
      expect(() => parseShard(text)).toThrow(/no part of a job/);
    expect(meshglot(["verify", sword, "--shard", "3/2"]).code).toBe(2);
  });
});
