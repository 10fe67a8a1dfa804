import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { validateBytes } from "gltf-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bin = join(root, "packages/cli/bin/meshglot.mjs");
const puppet = join(root, "examples/puppet");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-companions-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function meshglot(...words: string[]) {
  const result = spawnSync(process.execPath, [bin, ...words], { cwd: root, maxBuffer: 2 ** 28 });
  return { code: result.status, out: result.stdout.toString(), err: result.stderr.toString() };
}

/** What was written, without the notes that a later run reads. */
const outputsIn = (path: string) =>
  readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .sort();

interface Entry {
  losses: { code: string }[];
  companions?: { role: string; path: string | null }[];
}
function convert(...words: string[]): Entry {
  const { out, err } = meshglot("convert", ...words, "--json", "--force");
  const [entry] = JSON.parse(out) as Entry[];
  if (!entry?.losses) throw new Error(`${out}${err}`);
  return entry;
}

interface Gltf {
  animations?: { name: string }[];
  images?: { uri?: string }[];
  skins?: object[];
}
function jsonOf(glb: string): Gltf {
  const bytes = readFileSync(glb);
  return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()) as Gltf;
}

/** The puppet as the game would keep it, with letter case of its own. */
function gameFolder(): string {
  const game = join(folder, "Game");
  const places: [from: string, to: string][] = [
    ["puppet.msh", "Resource/mesh/gear/puppet.msh"],
    ["puppet.skl", "Resource/Skeleton/NORMAL.SKL"],
    ["puppet_dance.ani", "Resource/ANIMATION/Puppet_Dance.ani"],
    ["puppet.txt", "Resource/material/Puppet.TXT"],
    ["puppet_body.dds", "Resource/Texture/PUPPET_BODY.DDS"],
  ];
  for (const [from, to] of places) {
    mkdirSync(join(game, to, ".."), { recursive: true });
    copyFileSync(join(puppet, from), join(game, to));
  }
  return game;
}

describe("what lies beside a mesh", () => {
  it("is found beside it, printed, and used", async () => {
    const target = join(folder, "beside.glb");
    const { out } = meshglot("convert", join(puppet, "puppet.msh"), "-o", target);
    for (const name of ["puppet.skl", "puppet_dance.ani", "puppet_nod.ani", "puppet.txt", "puppet_body.dds"])
      expect(out).toContain(name);
    expect(jsonOf(target).animations?.map(({ name }) => name)).toEqual(["puppet_dance", "puppet_nod"]);
    expect(jsonOf(target).images).toHaveLength(2);
    expect((await validateBytes(readFileSync(target))).issues.numErrors).toBe(0);
  });

  it("is found where the game keeps it, whatever the letter case, and what is missing is said", () => {
    const game = gameFolder();
    const target = join(folder, "game.glb");
    const { companions, losses } = convert(join(game, "Resource/mesh/gear/puppet.msh"), "-o", target);
    const found = Object.fromEntries(
      (companions ?? []).map(({ role, path }) => [role, path?.slice(game.length + 1) ?? null]),
    );
    expect(found).toEqual({
      skeleton: join("Resource", "Skeleton", "NORMAL.SKL"),
      animation: join("Resource", "ANIMATION", "Puppet_Dance.ani"),
      material: join("Resource", "material", "Puppet.TXT"),
      texture: null, // the body's was found; the head's, which comes last, was not
    });
    expect(losses.map(({ code }) => code)).toEqual(["TEXTURE_MISSING"]);
    expect(jsonOf(target).images).toHaveLength(1);
  });

  it("is left alone with --no-companions, but for what is named", () => {
    const target = join(folder, "named.glb");
    const mesh = join(puppet, "puppet.msh");
    const { companions } = convert(mesh, "--no-companions", "--skeleton", join(puppet, "puppet.skl"), "-o", target);
    expect(companions?.map(({ role }) => role)).toEqual(["skeleton"]);
    expect(jsonOf(target).animations).toBeUndefined();
  });

  it("flags may repeat animations and name a folder of textures", () => {
    const target = join(folder, "flags.glb");
    const animation = (name: string) => ["--animation", join(puppet, name)];
    const { losses } = convert(
      ...[join(puppet, "puppet.msh"), "--skeleton", join(puppet, "puppet.skl")],
      ...[...animation("puppet_nod.ani"), ...animation("puppet_dance.ani")],
      ...["--material", join(puppet, "puppet.txt"), "--textures", puppet, "-o", target],
    );
    expect(losses).toEqual([]);
    expect(jsonOf(target).animations?.map(({ name }) => name)).toEqual(["puppet_nod", "puppet_dance"]);
  });

  it("--textures-as reference puts PNG files beside the GLB", () => {
    const out = join(folder, "reference");
    convert(join(puppet, "puppet.msh"), "--textures-as", "reference", "--out-dir", out);
    expect(outputsIn(out)).toEqual(["puppet.glb", "puppet_body.png", "puppet_head.png"]);
    expect(jsonOf(join(out, "puppet.glb")).images?.map(({ uri }) => uri)).toEqual([
      "puppet_body.png",
      "puppet_head.png",
    ]);
  });

  it("a wrong or missing file that a flag names stops the conversion", () => {
    const mesh = join(puppet, "puppet.msh");
    const wrong = meshglot("convert", mesh, "--skeleton", mesh, "-o", join(folder, "x.glb"));
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("COMPANION_WRONG");
    const missing = meshglot("convert", mesh, "--skeleton", "no/such.skl", "-o", join(folder, "x.glb"));
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("UNREADABLE");
  });

  it("a damaged file that was only found is reported, and the mesh converted without it", () => {
    const place = join(folder, "damaged");
    mkdirSync(place);
    copyFileSync(join(puppet, "puppet.msh"), join(place, "puppet.msh"));
    writeFileSync(join(place, "puppet.skl"), readFileSync(join(puppet, "puppet.skl")).subarray(0, 100));
    const { out, code } = meshglot("convert", join(place, "puppet.msh"), "-o", join(place, "p.glb"));
    expect(code).toBe(0);
    expect(out).toContain("SKL_TRUNCATED");
  });

  it("in folders only meshes are converted, each with what is its own", () => {
    const out = join(folder, "folder");
    expect(meshglot("convert", puppet, "--out-dir", out).code).toBe(0);
    expect(outputsIn(out)).toEqual(["puppet.glb"]);
  });

  it("validate says where they do not fit", () => {
    const mesh = join(root, "examples/msh/column_skinned.msh");
    const { out, code } = meshglot("validate", mesh, "--skeleton", join(puppet, "puppet.skl"));
    expect(code).toBe(1);
    expect(out).toContain("MSH_BONE_NOT_IN_SKELETON");
  });
});

describe("companions by themselves", () => {
  it("an animation alone is refused with what to do, and shown with its skeleton", () => {
    const animation = join(root, "examples/ani/nod_4000.ani");
    const alone = meshglot("convert", animation, "--no-companions", "-o", join(folder, "x.glb"));
    expect(alone.code).toBe(2);
    expect(alone.err).toContain("SKELETON_NEEDED");
    expect(alone.err).toContain("--skeleton");
    const target = join(folder, "nod.glb");
    convert(animation, "--skeleton", join(root, "examples/skl/biped.skl"), "-o", target);
    expect(jsonOf(target).animations?.map(({ name }) => name)).toEqual(["nod"]);
    expect(jsonOf(target).skins).toHaveLength(1);
  });

  it("come back out of a GLB", () => {
    const glb = join(folder, "whole.glb");
    convert(join(puppet, "puppet.msh"), "-o", glb);
    const back = (target: string, name: string, ...more: string[]) => {
      const path = join(folder, `back-${name}`);
      convert(glb, "--to", target, ...more, "-o", path);
      return readFileSync(path);
    };
    expect(back("skl", "puppet.skl")).toEqual(readFileSync(join(puppet, "puppet.skl")));
    expect(back("ani", "dance.ani", "--clip", "puppet_dance")).toEqual(readFileSync(join(puppet, "puppet_dance.ani")));
    expect(back("ani", "nod.ani", "--clip", "puppet_nod")).toEqual(readFileSync(join(puppet, "puppet_nod.ani")));
    expect(back("msh-material", "puppet.txt")).toEqual(readFileSync(join(puppet, "puppet.txt")));
    const which = meshglot("convert", glb, "--to", "ani", "-o", join(folder, "x.ani"));
    expect(which.code).toBe(2);
    expect(which.err).toContain("puppet_dance, puppet_nod");
  });

  it("a model text is printed from a mesh", () => {
    // A wall's box is 2 x 1 x 0.2 m: half its diagonal is the largest distance of a corner.
    const { out } = meshglot("inspect", join(root, "examples/msh/sword_trail_points.msh"), "--model-text");
    const lines = out.trim().split("\n");
    expect(lines.slice(0, 4)).toEqual(["#AABOX", "-16 0 -3", "16 120 3", "#SPHERE"]);
    // The farthest vertex from (0, 60, 0) is a corner of the blade's tip at (4, 120, 1).
    expect(lines[4]).toBe(`0 60 0 ${Math.fround(Math.hypot(4, 60, 1))}`);
  });
});
