import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jsonLines, meshglot, root, schemaErrors } from "./support/meshglot.ts";

let folder = "";
let number = 0;
/** A new folder for each test; the command runs in it. */
let place = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-scenes-"));
});
beforeEach(() => {
  place = join(folder, String(++number));
  mkdirSync(place);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => meshglot(words, { cwd: place });
const diff = (...words: string[]) => run("diff", ...words);
const read = (path: string) => new Uint8Array(readFileSync(join(place, path)));
const put = (path: string, bytes: Uint8Array | string) => {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), bytes);
};
const copy = (name: string, to: string) => cpSync(join(root, "examples", name), join(place, to), { recursive: true });
/** Replaces one text in the JSON of a glTF. */
const replace = (path: string, from: string, to: string) => {
  const text = readFileSync(join(place, path), "utf8");
  expect(text).toContain(from);
  put(path, text.replace(from, to));
};

interface Entry {
  a: string | null;
  b: string | null;
  same?: boolean;
  by?: string;
  side?: string;
  only?: string;
  pairedBy?: string;
  changes?: { path: string; kind: string; a: unknown; b: unknown }[];
  notCompared?: string[];
  error?: { code: string };
}

const entriesOf = (text: string): Entry[] => {
  const entries = JSON.parse(text) as Entry[];
  expect(schemaErrors("diff", entries)).toBeNull();
  return entries;
};

describe("a folder and what it was converted to", () => {
  it.each(["glb", "gltf", "obj"])("is the same as %s, file by file, and says so in a few lines", (to) => {
    copy("msh", "models");
    copy("puppet", "models/puppet");
    expect(run("convert", "models", "--to", to, "--out-dir", "out").code).toBe(0);
    // What is no mesh was not converted.
    for (const name of ["puppet.cms", "puppet.skl", "puppet_dance.ani", "puppet_nod.ani"]) {
      rmSync(join(place, "models/puppet", name.endsWith(".skl") ? "none" : name), { force: true });
    }
    const { code, out, err } = diff("models", "out");
    expect([code, err]).toEqual([1, ""]);
    expect(out.split("\n").slice(0, 5)).toEqual([
      "puppet/puppet.skl: only in models",
      "",
      "the same        16 files",
      "  as scenes     16 files",
      "differ           0 files",
    ]);
    expect(out).toContain("not compared");
    const entries = entriesOf(diff("models", "out", "--json").out);
    expect(entries).toHaveLength(17);
    for (const entry of entries.filter(({ only }) => only === undefined)) {
      expect(entry).toMatchObject({ same: true, by: "scene", pairedBy: "stem", changes: [] });
    }
    expect(diff("models", "out", "--verbose").out).toMatch(
      /^vase_coloured\.msh and vase_coloured\.\w+ \(paired by name without extension\): the same scene\n {2}not compared: /m,
    );
  });

  it("workers say the same, and what was changed is shown", () => {
    copy("msh", "models");
    run("convert", "models", "--to", "gltf", "--out-dir", "out");
    replace("out/sword_trail_points.gltf", "sword_trail_points/Sub1", "steel");
    const [one, two] = [1, 2].map((jobs) => diff("models", "out", "--jobs", String(jobs)));
    expect(one?.code).toBe(1);
    expect(one?.out.split("\n\nthe same")[0]?.split("\n")).toEqual([
      "sword_trail_points.msh and sword_trail_points.gltf (paired by name without extension; compared as scenes in metres)",
      expect.stringMatching(/^ {3}part +models +out$/),
      expect.stringMatching(/^~ {2}parts\.sword_trail_points\.material +mesh\/Sub1 +steel$/),
      "",
      "1 difference",
      "  not compared: how joints and points are turned, materials but for their names, extras",
      "",
    ]);
    expect(two?.out.replace(/total.*/, "")).toBe(one?.out.replace(/total.*/, ""));
    expect(diff("models", "out", "--brief").out).toContain(
      "sword_trail_points.gltf (paired by name without extension): differ as scenes, 1 difference\n",
    );
  });

  it("two candidates are no pair, the same name is one at once", () => {
    copy("msh/sword_trail_points.msh", "old/sword.msh");
    run("convert", "old/sword.msh", "--to", "glb", "-o", "new/sword.glb");
    run("convert", "old/sword.msh", "--to", "obj", "-o", "new/sword.obj");
    const pairs = () => jsonLines<Entry>(diff("old", "new", "--jsonl").out).map(({ a, b }) => [a, b]);
    expect(pairs()).toEqual([
      [null, "new/sword.glb"],
      ["old/sword.msh", null],
      [null, "new/sword.obj"],
    ]);
    cpSync(join(place, "new/sword.glb"), join(place, "old/sword.glb"));
    expect(pairs()[0]).toEqual(["old/sword.glb", "new/sword.glb"]);
  });

  it("buffers of a glTF are a part of it, other .bin are files", () => {
    copy("msh/sword_trail_points.msh", "old/sword.msh");
    run("convert", "old/sword.msh", "--to", "gltf", "-o", "new/sword.gltf");
    copy("meshbin/crate_v1.meshbin", "new/crate.bin");
    // A glTF that can not be read may still have a buffer of its name.
    put("new/broken.gltf", "{");
    put("new/broken.bin", "0000");
    const files = jsonLines<Entry>(diff("old", "new", "--jsonl").out).map(({ b }) => b);
    expect(files).toEqual(["new/broken.gltf", "new/crate.bin", "new/sword.gltf"]);
    // Only the buffer differs.
    cpSync(join(place, "new/sword.gltf"), join(place, "other/sword.gltf"));
    const buffer = read("new/sword.bin");
    put("other/sword.bin", buffer);
    expect(diff("new/sword.gltf", "other/sword.gltf")).toMatchObject({
      code: 0,
      out: "new/sword.gltf and other/sword.gltf: identical\n",
    });
    put(
      "other/sword.bin",
      buffer.map((byte, i) => (i === 3 ? byte ^ 0x40 : byte)),
    );
    expect(diff("new/sword.gltf", "other/sword.gltf").code).toBe(1);
    rmSync(join(place, "other/sword.bin"));
    expect(entriesOf(diff("new/sword.gltf", "other/sword.gltf", "--json").out)).toMatchObject([
      { side: "b", error: { code: "SCENE_RESOURCE" } },
    ]);
  });
});

describe("two files", () => {
  it("a broken GLB is trouble, and named; so is a broken OBJ", () => {
    copy("msh/sword_trail_points.msh", "sword.msh");
    run("convert", "sword.msh", "--to", "glb", "-o", "sword.glb");
    put("cut.glb", read("sword.glb").subarray(0, 300));
    put("wrong.obj", "v 0 0 0\nf 1 2 9\n");
    const { code, out, err } = diff("sword.msh", "cut.glb");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^cut\.glb: SCENE_BROKEN /);
    const entry = (...words: string[]) => entriesOf(diff(...words, "--json").out)[0];
    expect(entry("sword.msh", "cut.glb")).toMatchObject({ side: "b", error: { code: "SCENE_BROKEN" } });
    expect(entry("cut.glb", "sword.glb")).toMatchObject({ side: "a", error: { code: "SCENE_BROKEN" } });
    expect(entry("wrong.obj", "sword.msh")).toMatchObject({ side: "a", error: { code: "OBJ_INDEX_OUT_OF_RANGE" } });
    expect(diff("wrong.obj", "sword.msh").code).toBe(2);
    expect(diff("cut.glb", "cut.glb")).toMatchObject({ code: 0, out: "cut.glb and cut.glb: identical\n" });
  });

  it("a GLB with another GLB, and from standard input", () => {
    copy("msh/sword_trail_points.msh", "sword.msh");
    run("convert", "sword.msh", "--to", "glb", "-o", "sword.glb");
    run("edit", "sword.msh", "--set", "uv0[3]=0.5,0.5", "-o", "edited.msh");
    run("convert", "edited.msh", "--to", "glb", "-o", "edited/sword.glb");
    const [entry] = entriesOf(diff("sword.glb", "edited/sword.glb", "--json").out);
    expect(entry).toMatchObject({ same: false, by: "scene", changes: [{ path: "parts.sword.TEXCOORD_0" }] });
    const piped = meshglot(["diff", "sword.msh", "-"], { cwd: place, input: read("sword.glb") });
    expect(piped.out).toMatch(/^sword\.msh and -: the same scene\n {2}not compared: /);
    expect(piped.code).toBe(0);
    expect(diff("sword.glb", "edited/sword.glb", "--tolerance", "1").code).toBe(0);
  });

  it("the skeleton beside a mesh counts, unless nothing beside it may", () => {
    copy("puppet", "puppet");
    run("convert", "puppet/puppet.msh", "--to", "glb", "-o", "puppet.glb");
    expect(diff("puppet/puppet.msh", "puppet.glb").code).toBe(0);
    const [entry] = entriesOf(diff("puppet/puppet.msh", "puppet.glb", "--no-companions", "--json").out);
    expect(entry?.changes?.map(({ path }) => path)).toEqual([
      "nodes.Bip01 Spine",
      "nodes.Bip01 Neck",
      "nodes.Bip01 Head",
    ]);
  });

  it("--obj-unit says what the numbers of an OBJ count", () => {
    copy("msh/sword_trail_points.msh", "sword.msh");
    run("convert", "sword.msh", "--to", "obj", "-o", "sword.obj");
    const centimetres = readFileSync(join(place, "sword.obj"), "utf8").replace(/^v .*/gm, (line) =>
      [
        "v",
        ...line
          .split(" ")
          .slice(1)
          .map((word) => Number(word) * 100),
      ].join(" "),
    );
    put("cm/sword.obj", centimetres);
    expect(diff("sword.msh", "sword.obj").code).toBe(0);
    expect(diff("sword.msh", "cm/sword.obj").code).toBe(1);
    expect(diff("sword.msh", "cm/sword.obj", "--obj-unit", "0.01").code).toBe(0);
    expect(diff("sword.msh", "cm/sword.obj", "--obj-unit", "cm").code).toBe(2);
  });
});
