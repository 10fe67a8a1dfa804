import { copyFileSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMesh } from "@meshglot/core";
import { afterAll, describe, expect, it } from "vitest";
import { findCompanions } from "../src/companions.ts";
import { root } from "./support/meshglot.ts";

const folder = mkdtempSync(join(tmpdir(), "meshglot-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a folder that was looked into before", () => {
  it("is looked into again once something is added to it or taken away", () => {
    const mesh = join(folder, "puppet.msh");
    const skeleton = join(folder, "puppet.skl");
    copyFileSync(join(root, "examples/msh/column_skinned.msh"), mesh);
    const opened = openMesh(new Uint8Array(readFileSync(mesh)));
    const found = () => findCompanions(mesh, opened, {}).companions.skeleton?.name;
    const old = new Date(Date.now() - 60_000);
    utimesSync(folder, old, old); // as if the folder had not changed for a minute, so that its listing is kept
    expect(found()).toBeUndefined();
    copyFileSync(join(root, "examples/skl/biped.skl"), skeleton);
    expect(found()).toBe("puppet");
    const later = new Date(Date.now() - 30_000);
    utimesSync(folder, later, later);
    expect(found()).toBe("puppet");
    rmSync(skeleton);
    expect(found()).toBeUndefined();
  });
});
