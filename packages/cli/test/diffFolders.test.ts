import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeMeshFolder } from "./support/meshFolder.ts";
import { bin, jsonLines, meshglot, root, schemaErrors, visibleFiles } from "./support/meshglot.ts";

let folder = "";
let number = 0;
/** Two empty folders, new for each test; the command runs beside them and knows them as `old` and `new`. */
let place = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-diff-"));
});
beforeEach(() => {
  place = join(folder, String(++number));
  for (const side of ["old", "new"]) mkdirSync(join(place, side), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = (name: string) => readFileSync(join(root, "examples", name));
const sword = example("msh/sword_trail_points.msh");
const put = (path: string, bytes: Uint8Array) => {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), bytes);
};
const putBoth = (name: string, bytes: Uint8Array) => {
  put(`old/${name}`, bytes);
  put(`new/${name}`, bytes);
};
/** The sword with another byte; byte 8 is the first one of meshType, which is 0. */
const swordWith = (offset: number, value: number) => {
  const bytes = Buffer.from(sword);
  bytes[offset] = value;
  return bytes;
};
const diff = (...words: string[]) => meshglot(["diff", ...words], { cwd: place });
/** How many files the table at the end has under each word. */
const summary = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^ *(\w[\w .]*?) {2,}([\d,]+) files?$/gm)].map(([, word = "", count = ""]) => [
      word.replace(/total in .*/, "total"),
      Number(count.replaceAll(",", "")),
    ]),
  );

interface Entry {
  schema: string;
  a: string | null;
  b: string | null;
  same?: boolean;
  by?: string;
  only?: string;
  side?: string;
  pairedBy?: string;
  changes?: object[];
  error?: { code: string };
}

/** Two trees with something of everything; what differs is one byte of `changed.msh`. */
function fillTrees(): void {
  putBoth("same.msh", sword);
  putBoth("deep/down/biped.skl", example("skl/biped.skl"));
  put("old/deep/changed.msh", sword);
  put("new/deep/changed.msh", swordWith(8, 6));
  put("old/gone.meshbin", example("meshbin/crate_v1.meshbin"));
  put("new/deep/come.cms", example("cms/wall.cms"));
  putBoth("notes.doc", sword); // no extension of ours
  put("new/.hidden.msh", sword);
}

describe("two folders", () => {
  beforeEach(fillTrees);

  it("are the same, differ, or have files of their own: 0 and 1", () => {
    const { code, out, err } = diff("old", "new");
    expect(code).toBe(1);
    expect(err).toBe("");
    const [before = "", after = ""] = out.split("\ngone.meshbin: only in old\n");
    expect(before.split("\n").map((line) => line.trimEnd())).toEqual([
      "deep/changed.msh",
      "   field     old  new",
      "~  meshType  0    6",
      "",
      "1 field and 1 byte in 1 range",
      "  bytes of A  bytes of B  begins in",
      "  8           8           meshType",
      "",
      "deep/come.cms: only in new",
    ]);
    expect(summary(after)).toEqual({ "the same": 2, differ: 1, "only in old": 1, "only in new": 1, total: 5 });
    expect(diff("old", "old")).toMatchObject({ code: 0, err: "" });
    expect(summary(diff("old", "old/").out)).toEqual({ "the same": 4, differ: 0, total: 4 });
  });

  it("--brief says a line about each pair, --verbose of those that are the same too", () => {
    const rows = [
      "deep/changed.msh: differ, 1 field and 1 byte in 1 range",
      "deep/come.cms: only in new",
      "gone.meshbin: only in old",
    ];
    expect(diff("old", "new", "-q").out.split("\n\n")[0]?.split("\n")).toEqual(rows);
    expect(diff("old", "new", "--brief", "--verbose").out.split("\n\n")[0]?.split("\n")).toEqual([
      rows[0],
      rows[1],
      "deep/down/biped.skl: identical",
      rows[2],
      "same.msh: identical",
    ]);
    expect(diff("old", "new", "--quiet")).toMatchObject({ code: 1, out: "", err: "" });
  });

  it("--json has an entry a pair and follows its schema, and so do its lines and the report", () => {
    put("old/cut.msh", sword);
    put("new/cut.msh", sword.subarray(0, 200));
    const { code, out, err } = diff("old", "new", "--json", "--report", "rows.jsonl");
    expect(code).toBe(2);
    const entries = JSON.parse(out) as Entry[];
    expect(schemaErrors("diff", entries)).toBeNull();
    expect(entries).toMatchObject([
      { a: "old/cut.msh", b: "new/cut.msh", side: "b", error: { code: "MSH_TRUNCATED" } },
      {
        a: "old/deep/changed.msh",
        b: "new/deep/changed.msh",
        same: false,
        by: "fields",
        changes: [{ path: "meshType", kind: "value", a: 0, b: 6 }],
        bytes: { total: 1, changed: 1, ranges: [{ path: "meshType", a: { offset: 8 }, b: { offset: 8 } }] },
      },
      { a: null, b: "new/deep/come.cms", same: false, only: "b" },
      { a: "old/deep/down/biped.skl", b: "new/deep/down/biped.skl", same: true },
      { a: "old/gone.meshbin", b: null, same: false, only: "a" },
      { a: "old/same.msh", b: "new/same.msh", same: true, changes: [], total: 0 },
    ]);
    expect(summary(err)).toMatchObject({ "can not be read": 1, MSH_TRUNCATED: 1, total: 6 });
    expect(out).toBe(`${JSON.stringify(entries, undefined, 2)}\n`);
    expect(jsonLines<Entry>(diff("old", "new", "--jsonl").out)).toEqual(entries);
    const rows = jsonLines<{ file: string; status: string; size: number; entries: Entry[] }>(
      readFileSync(join(place, "rows.jsonl"), "utf8"),
    );
    for (const row of rows) expect(schemaErrors("report", row)).toBeNull();
    expect(rows.map(({ status }) => status)).toEqual(["failed", "no", "no", "done", "no", "done"]);
    expect(rows[0]).toMatchObject({ file: "old/cut.msh", size: sword.length + 200, entries: [entries[0]] });
    expect(rows[2]).toMatchObject({ file: "new/deep/come.cms", entries: [entries[2]] });
  });

  it("a file that can not be read is trouble, a row, and named; the others are compared", () => {
    put("old/cut.msh", sword.subarray(0, 200));
    put("new/cut.msh", sword);
    put("old/zero.msh", new Uint8Array(0));
    put("new/zero.msh", sword);
    symlinkSync("nowhere", join(place, "new/same.meshbin"));
    symlinkSync("nowhere", join(place, "old/same.meshbin"));
    const { code, out, err } = diff("old", "new");
    expect(code).toBe(2);
    expect(err).toMatch(/^old\/cut\.msh: MSH_TRUNCATED /m);
    expect(err).toMatch(/^old\/zero\.msh: EMPTY_FILE /m);
    expect(err).toMatch(/^old\/same\.meshbin: UNREADABLE ENOENT/m);
    expect(summary(out)).toMatchObject({ "the same": 2, differ: 1, "can not be read": 3, total: 8 });
    // The same damage on both sides is no difference, and nobody has to read it.
    expect(diff("old/cut.msh", "old/cut.msh").code).toBe(0);
  });

  it("workers say the same in the same order", () => {
    put("old/cut.msh", sword);
    put("new/cut.msh", sword.subarray(0, 200));
    put("new/Gone.MESHBIN", example("meshbin/crate_v1.meshbin"));
    for (const form of [[], ["--brief"], ["--verbose"], ["--json"], ["--jsonl"]]) {
      const [one, two] = [1, 2].map((jobs) => diff("old", "new", ...form, "--jobs", String(jobs)));
      const timeless = (text = "") => text.replace(/total in \d+\.\d s /g, "total ");
      expect(timeless(two?.out), form.join()).toBe(timeless(one?.out));
      expect(timeless(two?.err)).toBe(timeless(one?.err));
      expect([one?.code, two?.code]).toEqual([2, 2]);
    }
  });

  it("shards take each pair once, and --fail-fast ends with the first that is not the same", () => {
    const whole = jsonLines<Entry>(diff("old", "new", "--jsonl").out);
    const parts = [1, 2, 3].flatMap((i) => jsonLines<Entry>(diff("old", "new", "--jsonl", "--shard", `${i}/3`).out));
    const sorted = (entries: Entry[]) => entries.map((entry) => JSON.stringify(entry)).sort();
    expect(sorted(parts)).toEqual(sorted(whole));
    const fast = diff("old", "new", "--fail-fast", "--brief");
    expect(fast.code).toBe(1);
    expect(fast.out).toMatch(/^deep\/changed\.msh: differ, .*\n\n/);
    expect(summary(fast.out)).toEqual({ "the same": 0, differ: 1, "not compared": 4, total: 5 });
  });

  it("links to folders are named and not followed", () => {
    symlinkSync("deep", join(place, "old/link"));
    symlinkSync("..", join(place, "new/loop"));
    const { code, out, err } = diff("old", "new");
    expect(code).toBe(1);
    expect(err).toMatch(/old\/link is a link to a folder/);
    expect(err).toMatch(/new\/loop is a link to a folder/);
    expect(summary(out)).toMatchObject({ total: 5 });
  });
});

describe("what is a pair", () => {
  const pairsOf = (...words: string[]) =>
    jsonLines<Entry>(diff("old", "new", "--jsonl", ...words).out).map(({ a, b, pairedBy = null }) => [a, b, pairedBy]);

  it("letter case is for what is left, and for one file on each side only", () => {
    put("old/A/Sword.MSH", sword);
    put("new/a/sword.msh", sword);
    putBoth("exact.msh", sword);
    put("new/EXACT.msh", swordWith(8, 6));
    expect(pairsOf()).toEqual([
      ["old/A/Sword.MSH", "new/a/sword.msh", "case"],
      [null, "new/EXACT.msh", null],
      ["old/exact.msh", "new/exact.msh", null],
    ]);
    const { code, out } = diff("old", "new", "--brief");
    expect(code).toBe(1);
    expect(out).toContain("A/Sword.MSH and a/sword.msh (paired by name without letter case): identical\n");
  });

  it("so are meshes of one name and two formats, which are compared as scenes", () => {
    put("old/crate.meshbin", example("meshbin/crate_v1.meshbin"));
    meshglot(["convert", "old/crate.meshbin", "--to", "bmesh", "-o", "new/Crate.bMesh"], { cwd: place });
    // No mesh, a mesh that has a pair, two candidates, and an extension that says nothing.
    put("old/biped.skl", example("skl/biped.skl"));
    put("new/biped.msh", sword);
    putBoth("two.msh", sword);
    put("old/two.meshbin", example("meshbin/crate_v1.meshbin"));
    put("new/two.bMesh", example("bmesh/point.bMesh"));
    put("old/many.msh", sword);
    put("new/many.bMesh", example("bmesh/point.bMesh"));
    put("new/many.meshbin", example("meshbin/crate_v1.meshbin"));
    put("old/sword.msh", sword);
    put("new/sword.bin", sword);
    expect(pairsOf()).toEqual([
      [null, "new/biped.msh", null],
      ["old/biped.skl", null, null],
      ["old/crate.meshbin", "new/Crate.bMesh", "stem"],
      [null, "new/many.bMesh", null],
      [null, "new/many.meshbin", null],
      ["old/many.msh", null, null],
      [null, "new/sword.bin", null],
      ["old/sword.msh", null, null],
      [null, "new/two.bMesh", null],
      ["old/two.meshbin", null, null],
      ["old/two.msh", "new/two.msh", null],
    ]);
    const out = diff("old", "new", "--json").out;
    expect(schemaErrors("diff", JSON.parse(out))).toBeNull();
    expect(out).toContain('"by": "scene"');
    expect(diff("old", "new", "--brief").out).toMatch(
      /^crate\.meshbin and Crate\.bMesh \(paired by name without extension\): /m,
    );
  });

  // Linux and most Unix systems take any bytes, others refuse the name.
  it.skipIf(process.platform !== "linux")("names that are no UTF-8 are compared by their bytes", () => {
    const bytes = (...parts: (string | number)[]) =>
      Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.from([part]) : Buffer.from(part))));
    for (const [side, own] of [
      ["old", sword],
      ["new", swordWith(8, 6)],
    ] as const) {
      mkdirSync(bytes(place, "/", side, "/d", 0xff));
      writeFileSync(bytes(place, "/", side, "/d", 0xff, "/caf", 0xe9, ".msh"), own);
    }
    // What the others are shown as is a name of its own.
    put("new/d%FF/caf%E9.msh", sword);
    // "A" and "a" as the second byte of a Korean letter are two letters.
    writeFileSync(bytes(place, "/old/", 0x81, "A.msh"), sword);
    writeFileSync(bytes(place, "/new/", 0x81, "a.msh"), sword);
    for (const jobs of ["1", "2"]) {
      const entries = jsonLines<Entry>(diff("old/", "new", "--jsonl", "--jobs", jobs).out);
      expect(entries).toHaveLength(4);
      expect(entries).toContainEqual(expect.objectContaining({ a: "old/%81A.msh", b: null, only: "a" }));
      expect(entries).toContainEqual(expect.objectContaining({ b: "new/%81a.msh", a: null, only: "b" }));
      expect(entries).toContainEqual(expect.objectContaining({ a: null, b: "new/d%FF/caf%E9.msh", only: "b" }));
      expect(entries).toContainEqual(
        expect.objectContaining({ a: "old/d%FF/caf%E9.msh", b: "new/d%FF/caf%E9.msh", same: false, total: 1 }),
      );
    }
  });

  it("a file against a folder is wrong usage, with the file that may have been meant", () => {
    putBoth("sword.msh", sword);
    const refused = diff("old/sword.msh", "new");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("WRONG_USAGE old/sword.msh is a file and new a folder");
    expect(refused.err).toContain("there is new/sword.msh");
    expect(diff("new", "-").err).toContain("WRONG_USAGE");
    expect(diff("new", "nowhere")).toMatchObject({ code: 2, err: expect.stringContaining("NO_SUCH_INPUT") });
    const entries = JSON.parse(diff("old/sword.msh", "new", "--json").out);
    expect(schemaErrors("diff", entries)).toBeNull();
    expect(entries).toMatchObject([{ a: "old/sword.msh", b: "new", error: { code: "WRONG_USAGE" } }]);
    expect(diff("old", "new", "--as", "nothing")).toMatchObject({ code: 2, out: "" });
  });

  it("an empty folder has nothing of the other one, two of them have nothing to compare", () => {
    const nothing = diff("old", "new");
    expect(nothing).toMatchObject({ code: 2, out: "" });
    expect(nothing.err).toContain("neither old nor new holds a file with a known extension (msh, ");
    put("new/sword.msh", sword);
    expect(diff("old", "new", "--brief")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^sword.msh: only in new/),
    });
  });
});

/** Another user than root, who may read everywhere; undefined if we are root and can not become somebody else. */
function commonUser(): { uid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const probe = spawnSync(process.execPath, [bin, "--version"], { uid: 65534 });
  return probe.status === 0 ? { uid: 65534 } : undefined;
}

it.skipIf(!commonUser())("what lies in a folder that can not be opened is not called missing", () => {
  putBoth("closed/sword.msh", sword);
  putBoth("open.msh", sword);
  for (const path of [folder, place]) chmodSync(path, 0o755);
  const closed = join(place, "old/closed");
  chmodSync(closed, 0o000);
  const { code, out } = meshglot(["diff", "old", "new", "--jsonl"], { cwd: place, ...commonUser() });
  chmodSync(closed, 0o755);
  expect(code).toBe(2);
  const entries = jsonLines<Entry>(out);
  expect(schemaErrors("diff", entries)).toBeNull();
  expect(entries).toMatchObject([
    { a: "old/closed", b: null, side: "a", error: { code: "UNREADABLE" } },
    { a: "old/open.msh", b: "new/open.msh", same: true },
  ]);
});

it("counts what differs in nothing but bytes, and what is the same in spite of other bytes", () => {
  const withBits = (offset: number, bits: number) => {
    const bytes = Buffer.from(sword);
    bytes.writeUInt32LE(bits, offset);
    return bytes;
  };
  // The radius of the sphere as two encodings of "not a number"; the first x as the neighbours 1 and 1.0000001.
  put("old/nan.msh", withBits(40, 0x7fc00000));
  put("new/nan.msh", withBits(40, 0x7fc00001));
  put("old/near.msh", withBits(68, 0x3f800000));
  put("new/near.msh", withBits(68, 0x3f800001));
  const exact = diff("old", "new", "--brief");
  expect(exact.code).toBe(1);
  expect(exact.out).toContain("nan.msh: differ only in bytes, 1 byte in 1 range\n");
  expect(summary(exact.out)).toEqual({ "the same": 0, differ: 2, "only in bytes": 1, total: 2 });
  const near = diff("old", "new", "--tolerance", "0.001", "--verbose");
  expect(near.out).toContain("near.msh: the same within the tolerance, in other bytes\n");
  expect(summary(near.out)).toMatchObject({ "in other bytes": 2, "the same": 2, differ: 0 });
});

it("sums up hundreds of files to the last one", () => {
  // Every 20th file is damaged, every third one is a MESHBIN.
  const count = 300;
  makeMeshFolder(join(place, "old"), { count, largest: 20_000, seed: 3 });
  cpSync(join(place, "old"), join(place, "new"), { recursive: true });
  const expected = { "the same": 0, differ: 0, "only in old": 0, "only in new": 0, "can not be read": 0, total: count };
  for (let i = 0; i < count; i++) {
    const damaged = i % 20 === 19;
    const path = join(`group ${i % 23}`, `mesh_${i}.${i % 3 === 2 ? "meshbin" : "msh"}`);
    const [left, right] = [join(place, "old", path), join(place, "new", path)];
    if (i % 10 === 1) rmSync(right);
    else if (i % 10 === 3) rmSync(left);
    else if (i % 10 === 6 || (damaged && i % 40 === 19)) {
      const bytes = readFileSync(right);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1; // a part of the last index, or of the sphere's radius
      writeFileSync(right, bytes);
      expected[damaged ? "can not be read" : "differ"]++;
      continue;
    } else expected["the same"]++;
    if (i % 10 === 1) expected["only in old"]++;
    if (i % 10 === 3) expected["only in new"]++;
  }
  expect(expected).toMatchObject({ differ: 30, "only in old": 30, "only in new": 30, "can not be read": 8 });
  const run = diff("old", "new", "--brief", "--jobs", "2");
  expect(run.code).toBe(2);
  expect(summary(run.out)).toMatchObject(expected);
  expect(run.out.split("\n\n")[0]?.split("\n")).toHaveLength(90);
  expect(run.err.match(/TRUNCATED|UNKNOWN_FORMAT/g)).toHaveLength(8);
  const entries = JSON.parse(diff("old", "new", "--json").out) as Entry[];
  expect(schemaErrors("diff", entries)).toBeNull();
  expect(entries.filter(({ same }) => same)).toHaveLength(expected["the same"]);
  const names = [...new Set([...visibleFiles(join(place, "old")), ...visibleFiles(join(place, "new"))])].sort();
  expect(entries.map(({ a, b }) => (a ?? b ?? "").slice(4))).toEqual(names);
  const self = diff("old", "old");
  expect(self).toMatchObject({ code: 0, err: "" });
  expect(summary(self.out)).toEqual({ "the same": 270, differ: 0, total: 270 });
});

it("standard input is a side of two files", () => {
  put("old/sword.msh", sword);
  const same = meshglot(["diff", "-", "old/sword.msh", "--jobs", "2"], { cwd: place, input: sword });
  expect(same).toMatchObject({ code: 0, out: "- and old/sword.msh: identical\n" });
  const other = meshglot(["diff", "old/sword.msh", "-", "--brief"], { cwd: place, input: swordWith(8, 6) });
  expect(other).toMatchObject({ code: 1, out: "old/sword.msh and -: differ, 1 field and 1 byte in 1 range\n" });
  copyFileSync(join(place, "old/sword.msh"), join(place, "new/sword.msh"));
  expect(meshglot(["diff", "-", "new/sword.msh"], { cwd: place, input: "no mesh" }).err).toMatch(/^-: UNKNOWN_FORMAT/);
});
