import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { viewedFiles } from "../src/viewedFiles.ts";

const puppet = fileURLToPath(new URL("../../../examples/puppet", import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-view-"));
  mkdirSync(join(folder, "models"));
  for (const name of readdirSync(puppet)) copyFileSync(join(puppet, name), join(folder, "models", name));
  writeFileSync(join(folder, "models", "notes.txt"), "to do: paint the head\n");
  copyFileSync(join(puppet, "puppet_head.tga"), join(folder, "models", "other.tga"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = (paths: readonly string[]) => paths.map((path) => basename(path)).sort();

describe("the files that view shows", () => {
  it("are of a folder the meshes, what lies beside them and pictures, but no other texts", async () => {
    const found = await viewedFiles([folder]);
    expect(names(found)).toEqual([...readdirSync(puppet), "other.tga"].sort());
    expect(new Set(found).size).toBe(found.length);
  });

  it("are of a mesh its companions, its collision mesh and the textures that its material names", async () => {
    const found = await viewedFiles([join(folder, "models", "puppet.msh")]);
    expect(basename(found[0] ?? "")).toBe("puppet.msh");
    expect(names(found)).toEqual(readdirSync(puppet).sort());
  });

  it("have the collision mesh that is called like the mesh, in any letter case, and no other", async () => {
    const own = join(folder, "sword");
    mkdirSync(own);
    copyFileSync(join(puppet, "puppet.msh"), join(own, "Sword.msh"));
    copyFileSync(join(puppet, "puppet.cms"), join(own, "shield.cms"));
    const mesh = join(own, "Sword.msh");
    expect(names(await viewedFiles([mesh]))).toEqual(["Sword.msh"]);
    writeFileSync(join(own, "SWORD.CMS"), "no collision mesh");
    expect(names(await viewedFiles([mesh]))).toEqual(["Sword.msh"]);
    copyFileSync(join(puppet, "puppet.cms"), join(own, "SWORD.CMS"));
    expect(names(await viewedFiles([mesh]))).toEqual(["SWORD.CMS", "Sword.msh"]);
  });

  it("are each there once", async () => {
    const mesh = join(folder, "models", "puppet.msh");
    expect(await viewedFiles([mesh, mesh, join(folder, "models", "puppet.skl")])).toHaveLength(8);
  });

  it("are the named ones alone where these can not be read", async () => {
    const odd = join(folder, "models", "notes.txt");
    expect(await viewedFiles([odd])).toEqual([odd]);
  });
});
