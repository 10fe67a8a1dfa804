import { describe, expect, it } from "vitest";
import type { SklFile } from "../../src/formats/msh/skl/file.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { exampleFiles } from "../support/files.ts";
import { throughGlb } from "../support/roundTrip.ts";

const example = (name: string) => exampleFiles("skl").find((file) => file.name === name)?.bytes ?? new Uint8Array();

describe(".skl to GLB and back", () => {
  it.each(["biped.skl", "biped_linked.skl"])("%s is the same file again", async (name) => {
    expect((await throughGlb<SklFile>(example(name), "skl")).bytes).toEqual(example(name));
  });

  it("without what the extras keep, the same numbers come from nodes and skin", async () => {
    const { document } = await meshToScene(example("biped.skl"));
    for (const node of document.getRoot().listNodes()) node.setExtras({});
    const built = openMesh((await buildMesh(document, "skl")).bytes).file as SklFile;
    const before = openMesh(example("biped.skl")).file as SklFile;
    built.bones.forEach((bone, i) => {
      const due = before.bones[i];
      for (const field of ["localPosition", "localRotation", "inverseBindPosition", "objectMatrix"] as const) {
        bone[field].forEach((value, k) => {
          expect(value, `${field} of bone ${i}`).toBeCloseTo(due?.[field][k] ?? Number.NaN, 4);
        });
      }
      expect(bone.childNames).toEqual(due?.childNames);
    });
  });

  it("a scene without bones, and one with two roots, are refused", async () => {
    const { document } = await meshToScene(example("empty.skl"));
    await expect(buildMesh(document, "skl")).rejects.toMatchObject({ code: "SCENE_NO_SKELETON" });
    const broken = (await meshToScene(example("biped_broken_tree.skl"))).document;
    await expect(buildMesh(broken, "skl")).rejects.toMatchObject({ code: "SCENE_SEVERAL_ROOTS" });
  });
});
