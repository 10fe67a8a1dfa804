import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { meshglot, root, schemaErrors } from "./support/meshglot.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-edit-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const expectSchema = (verb: string, value: unknown) => expect(schemaErrors(verb, value)).toBeNull();
const sword = "examples/msh/sword_trail_points.msh";
const swordBytes = () => readFileSync(join(root, sword));
const copyOf = (example: string, name: string) => {
  const path = join(folder, name);
  copyFileSync(join(root, example), path);
  return path;
};

describe("edit", () => {
  it("writes a new file, says what changes first and the byte ranges last", () => {
    const out = join(folder, "points.msh");
    const { code, out: text } = meshglot([
      "edit",
      sword,
      "--add-point",
      "grip_0",
      "--at",
      "1,2,3",
      "--bone",
      "Bip01",
      "-o",
      out,
    ]);
    expect(code).toBe(0);
    // Behind the old end: "grip_0", "Bip01", nothing, three floats; and one byte of the count.
    const added = 4 + 6 + 4 + 5 + 4 + 12;
    expect(text).toMatch(/controlPoints\[2\][\s\S]*grip_0/);
    expect(text.trim().split("\n").at(-1)).toContain(`${added + 1} bytes in 2 ranges`);
    expect(readFileSync(out).byteLength).toBe(swordBytes().byteLength + added);
    expect(meshglot(["verify", out]).code).toBe(0);
    expect(meshglot(["edit", out, "--list-points"]).out).toMatch(/#2\s+grip_0\s+1,2,3\s+Bip01/);
  });

  it("--metres takes places in metres and glTF's axes", () => {
    const out = join(folder, "metres.msh");
    meshglot(["edit", sword, "--move-point", "trailend_0", "--at", "0.5,1,-0.25", "--metres", "-o", out]);
    // Centimetres, and z points the other way.
    const [entry] = JSON.parse(meshglot(["edit", out, "--list-points", "--json"]).out);
    expect(entry.points[1].position).toEqual([50, 100, 25]);
  });

  it("--dry-run and a refusal write nothing; refusals say why", () => {
    const path = copyOf(sword, "dry.msh");
    const before = readFileSync(path);
    const dry = meshglot(["edit", path, "--set", "meshType=6", "--dry-run", "--in-place"]);
    expect(dry.code).toBe(0);
    expect(dry.out).toContain("1 byte in 1 range would change");
    const refused = meshglot(["edit", path, "--set", "indices[0]=0,1,9999", "--in-place"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("MSH_INDEX_OUT_OF_RANGE");
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("--in-place keeps permissions and links, and --backup the old file, once", () => {
    const path = copyOf(sword, "place.msh");
    chmodSync(path, 0o640);
    const link = join(folder, "link.msh");
    symlinkSync("place.msh", link);
    const { code } = meshglot(["edit", link, "--set", "meshType=6", "--in-place", "--backup"]);
    expect(code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readFileSync(path)[8]).toBe(6);
    expect(readFileSync(`${link}.bak`)).toEqual(swordBytes());
    const again = meshglot(["edit", link, "--set", "meshType=0", "--in-place", "--backup"]);
    expect(again.code).toBe(2);
    expect(again.err).toContain("OUTPUT_EXISTS");
    expect(readFileSync(path)[8]).toBe(6);
    expect(meshglot(["edit", link, "--set", "meshType=0", "--in-place", "--backup", "--force"]).code).toBe(0);
    expect(readFileSync(`${link}.bak`)[8]).toBe(6);
  });

  it("an edit that changes nothing does not touch the file", () => {
    const path = copyOf(sword, "same.msh");
    const before = statSync(path).mtimeMs;
    const { code, out } = meshglot(["edit", path, "--recompute", "bounds", "--in-place", "--backup"]);
    expect([code, out]).toEqual([0, expect.stringContaining("nothing changes")]);
    expect(statSync(path).mtimeMs).toBe(before);
    expect(existsSync(`${path}.bak`)).toBe(false);
  });

  it("mirrors folders, goes on after a file that it can not edit, and follows its schema", () => {
    const out = join(folder, "mirror");
    const { code, out: text } = meshglot([
      "edit",
      "examples",
      "examples/skl/biped.skl",
      "--transform",
      "translate=1,0,0",
      "--out-dir",
      out,
      "--json",
    ]);
    const entries: { file: string; error?: { code: string } }[] = JSON.parse(text);
    expectSchema("edit", entries);
    // In folders edits are about meshes; a skeleton, which has no geometry, was named itself.
    expect(code).toBe(1);
    const refused = entries.filter(({ error }) => error);
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set(["EDIT_UNSUPPORTED"]));
    expect(refused.filter(({ file }) => /\.(msh|bMesh|meshbin|splashpack|mesh|mesh_skinned)$/.test(file))).toEqual([]);
    expect(entries.length - refused.length).toBeGreaterThan(60);
    expect(readdirSync(join(out, "msh"))).toContain("sword_trail_points.msh");
    const bones = meshglot(["edit", "examples/msh", "--rename-bone", "#0=root", "--dry-run", "--json"]);
    expect(bones.code).toBe(1);
    expectSchema("edit", JSON.parse(bones.out));
    expectSchema("edit", JSON.parse(meshglot(["edit", sword, "--list-points", "--json"]).out));
  });

  it("several --jobs give the same files, and say the same", () => {
    const [one, two] = ["one", "two"].map((name) => join(folder, name));
    const words = ["edit", "examples/msh", "--transform", "rotate=y,90", "--out-dir"];
    const alone = meshglot([...words, one ?? "", "--jobs", "1"]);
    const together = meshglot([...words, two ?? "", "--jobs", "2"]);
    expect([alone.code, together.code]).toEqual([0, 0]);
    expect(together.out.replaceAll("two", "one")).toBe(alone.out);
    for (const name of readdirSync(one ?? "").filter((file) => file.endsWith(".msh"))) {
      expect(readFileSync(join(two ?? "", name))).toEqual(readFileSync(join(one ?? "", name)));
    }
  });

  it("reads standard input and writes standard output, bytes and nothing else", () => {
    const input = swordBytes();
    const { code, out } = meshglot(["edit", "-", "--set", "meshType=6", "-o", "-"], { input, encoding: "latin1" });
    const expected = swordBytes();
    expected[8] = 6;
    expect(code).toBe(0);
    expect(Buffer.compare(Buffer.from(out, "latin1"), expected)).toBe(0);
  });

  it.each([
    ["no place for the result", ["--set", "meshType=6"], "where should the result go"],
    ["two places", ["--set", "meshType=6", "-o", "x.msh", "--in-place"], "exclude each other"],
    ["nothing to do", ["--in-place"], "nothing to do"],
    ["a point without a place", ["--add-point", "a_0", "--dry-run"], "--at"],
    ["a place of two numbers", ["--add-point", "a_0", "--at", "1,2", "--dry-run"], "three numbers"],
    [
      "two points and one place",
      ["--add-point", "a_0", "--move-point", "b_0", "--at", "1,2,3", "--dry-run"],
      "share --at",
    ],
    ["no value", ["--set", "meshType", "--dry-run"], "path=value"],
    ["no transform", ["--transform", "bend=1", "--dry-run"], "translate="],
    ["no such thing", ["--recompute", "shadows", "--dry-run"], "bounds, tree"],
    ["an input as output", ["--set", "meshType=6", "-o", sword], "--in-place"],
  ])("%s is wrong usage", (_, words, message) => {
    const { code, err } = meshglot(["edit", sword, ...words]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it("runs several kinds of edits at once, in the order that the help names", () => {
    const out = join(folder, "several.mesh");
    const { code } = meshglot([
      "edit",
      "examples/unigine/ring_lods_ms15.mesh",
      "--rename-surface",
      "#0=floor",
      "--lightmap",
      "#1=0,64",
      "--transform",
      "rotate=z,90",
      "--transform",
      "translate=0,0,1",
      "-o",
      out,
    ]);
    expect(code).toBe(0);
    const [entry] = JSON.parse(meshglot(["validate", out, "--json"]).out);
    const [original] = JSON.parse(meshglot(["validate", "examples/unigine/ring_lods_ms15.mesh", "--json"]).out);
    expect(entry.issues.map((issue: { code: string }) => issue.code)).toEqual(
      original.issues.map((issue: { code: string }) => issue.code),
    );
  });
});

describe("diff", () => {
  const edited = () => {
    const path = join(folder, "edited.msh");
    if (!existsSync(path)) meshglot(["edit", sword, "--set", "meshType=6", "--set", "positions[3]=1,2,3", "-o", path]);
    return path;
  };

  it("0 for the same, 1 for different files, 2 for trouble", () => {
    expect(meshglot(["diff", sword, copyOf(sword, "copy.msh")]).code).toBe(0);
    expect(meshglot(["diff", sword, edited()]).code).toBe(1);
    expect(meshglot(["diff", sword, "no/such.msh"]).code).toBe(2);
    expect(meshglot(["diff", sword, "package.json"]).code).toBe(2);
    expect(meshglot(["diff", sword]).code).toBe(2);
    expect(meshglot(["diff", "-", "-"], { input: swordBytes() }).code).toBe(2);
    const cut = join(folder, "cut.msh");
    writeFileSync(cut, swordBytes().subarray(0, 200));
    const damaged = meshglot(["diff", sword, cut]);
    expect(damaged.code).toBe(2);
    expect(damaged.err).toContain("MSH_TRUNCATED");
  });

  it("shows both sides of every field that differs, and nothing else", () => {
    const { out } = meshglot(["diff", sword, edited()]);
    const rows = out.split("\n").filter((line) => line.startsWith("~"));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^~\s+meshType\s+0\s+6$/);
    expect(rows[1]).toMatch(/^~\s+positions\[3\]\s+\S+ \S+ \S+\s+1 2 3$/);
    expect(out).toMatch(/2 fields and \d+ bytes in 2 ranges/);
    for (const line of out.split("\n").slice(1)) expect(line.length).toBeLessThanOrEqual(130);
  });

  it("follows its schema, errors too", () => {
    const { out } = meshglot(["diff", sword, edited(), "--json"]);
    const entries = JSON.parse(out);
    expectSchema("diff", entries);
    expect(entries[0]).toMatchObject({
      schema: "meshglot.diff/1",
      a: sword,
      same: false,
      by: "fields",
      changes: [
        { path: "meshType", kind: "value", a: 0, b: 6 },
        { path: "positions[3]", b: [1, 2, 3] },
      ],
    });
    expectSchema("diff", JSON.parse(meshglot(["diff", sword, "package.json", "--json"]).out));
    expectSchema("diff", [JSON.parse(meshglot(["diff", sword, sword, "--jsonl"]).out)]);
    const scenes = meshglot(["diff", sword, "examples/bmesh/ring_direct.bMesh", "--json"]);
    expectSchema("diff", JSON.parse(scenes.out));
    expect(JSON.parse(scenes.out)[0]).toMatchObject({ by: "scene", same: false });
  });

  it("--quiet prints nothing, --tolerance forgets small differences", () => {
    expect(meshglot(["diff", sword, edited(), "--quiet"])).toMatchObject({ code: 1, out: "" });
    const near = join(folder, "near.msh");
    meshglot(["edit", sword, "--set", "controlPoints[0].position=0,35.001,0", "-o", near]);
    expect(meshglot(["diff", sword, near, "--tolerance", "0.01"]).code).toBe(0);
    expect(meshglot(["diff", sword, near, "--tolerance", "0.0001"]).code).toBe(1);
    expect(meshglot(["diff", sword, near, "--tolerance", "some"]).code).toBe(2);
  });

  it("two layouts of one mesh are compared as scenes, and found equal", () => {
    // The same rings, as ms13 and as ms14.
    const { code, out } = meshglot(["diff", "examples/unigine/ring_ms13.mesh", "examples/unigine/ring_ms14.mesh"]);
    expect(out).toContain("the same scene");
    expect(code).toBe(0);
  });
});
