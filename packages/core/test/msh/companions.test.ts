import { describe, expect, it } from "vitest";
import type { Companions } from "../../src/format.ts";
import { materialsOf } from "../../src/formats/msh/material/materials.ts";
import type { TextFile } from "../../src/formats/msh/textFile.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { openCompanion, texturesNamedBy } from "../../src/operations/companion.ts";
import { meshToScene, writeGlb, writeGlbBesideImages } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { formatById } from "../../src/registry.ts";
import { readGlb } from "../../src/scene/glb.ts";
import { exampleCompanion } from "../support/companions.ts";
import { exampleFiles } from "../support/files.ts";
import { expectBindPose, expectValidGlb } from "../support/gltf.ts";

const puppet = (name: string) => exampleFiles("puppet").find((file) => file.name === name)?.bytes ?? new Uint8Array();
const example = (name: string) => exampleFiles("msh").find((file) => file.name === name)?.bytes ?? new Uint8Array();
const skeleton = exampleCompanion("skeleton", "puppet", "puppet.skl");
const material = exampleCompanion("material", "puppet", "puppet.txt");
const textures = new Map(["puppet_body.dds", "puppet_head.tga"].map((name) => [name, puppet(name)]));
const whole: Companions = { skeleton, material, textures };

const materialText = (text: string) =>
  openCompanion(
    "material",
    formatById("msh"),
    "made",
    Uint8Array.from(text, (char) => char.charCodeAt(0)),
  );

describe("a mesh on its skeleton", () => {
  it("stands in its bind pose, its joints as a tree in the order of the bone names", async () => {
    const { document, losses } = await meshToScene(puppet("puppet.msh"), {}, { companions: { skeleton } });
    expect(losses).toEqual([]);
    expectBindPose(document);
    await expectValidGlb(await writeGlb(document));
  });

  it("bones that the skeleton lacks stay at the root, are listed, and are issues", async () => {
    const bytes = example("column_points_on_bones.msh"); // its bones are called otherwise, two of them in Korean
    const { document, losses } = await meshToScene(bytes, {}, { companions: { skeleton } });
    expect(losses.map(({ code, count }) => [code, count])).toEqual([["MSH_BONE_NOT_IN_SKELETON", 3]]);
    const [skin] = document.getRoot().listSkins();
    expect(skin?.listJoints().map((joint) => joint.getParentNode()?.getName())).toEqual(["mesh", "mesh", "mesh"]);
    const { issues } = await validateMesh(bytes, { companions: { skeleton } });
    expect(issues.filter(({ code }) => code === "MSH_BONE_NOT_IN_SKELETON").map(({ path }) => path)).toEqual([
      "boneNames[0]",
      "boneNames[1]",
      "boneNames[2]",
    ]);
    expect(issues.filter(({ code }) => code === "MSH_CONTROL_POINT_BONE")).toHaveLength(3); // one of them is in neither list
  });

  it("control points hang on their bones, where the inverse bind matrix takes them", async () => {
    const { document } = await meshToScene(
      example("column_points_on_bones.msh"),
      {},
      { companions: { skeleton: arm } },
    );
    const point = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === "hand_left_1");
    expect(point?.getParentNode()?.getName()).toBe("팔");
    // (15, 80, -5) cm in the mesh; where its bone stands does not change that.
    point?.getWorldTranslation().forEach((value, i) => {
      expect(value).toBeCloseTo([0.15, 0.8, 0.05][i] ?? 0, 5);
    });
  });
  const arm = exampleCompanion("skeleton", "skl", "biped.skl"); // has a bone 팔

  it("a skeleton of another engine, and a mesh in its place, are refused by name", () => {
    const other = exampleFiles("unigine-skeleton")[0]?.bytes ?? new Uint8Array();
    for (const bytes of [other, puppet("puppet.msh")]) {
      expect(() => openCompanion("skeleton", formatById("msh"), "x", bytes)).toThrowError(
        expect.objectContaining({ code: "COMPANION_WRONG" }),
      );
    }
  });
});

describe("a mesh with its material text", () => {
  it("wears its textures as PNG", async () => {
    expect(texturesNamedBy(material)).toEqual(["puppet_body.dds", "puppet_head.tga"]);
    const { document, losses } = await meshToScene(puppet("puppet.msh"), {}, { companions: whole });
    expect(losses).toEqual([]);
    const glb = await writeGlb(document);
    await expectValidGlb(glb);
    const [body, head] = (await readGlb(glb)).getRoot().listMaterials();
    expect(body?.getBaseColorTexture()?.getSize()).toEqual([32, 64]);
    expect(head?.getBaseColorTexture()?.getSize()).toEqual([8, 8]);
    expect([body?.getDoubleSided(), head?.getDoubleSided()]).toEqual([false, true]);
  });

  it("or names them beside the GLB", async () => {
    const { document } = await meshToScene(puppet("puppet.msh"), {}, { companions: whole });
    const [glb, ...images] = await writeGlbBesideImages(document, "p");
    expect(images.map(({ name }) => name)).toEqual(["puppet_body.png", "puppet_head.png"]);
    const beside = async (uri: string) => images.find(({ name }) => name === uri)?.bytes;
    const read = await importScene(glb?.bytes ?? new Uint8Array(), "glb", { resources: beside });
    expect(
      read.document
        .getRoot()
        .listTextures()
        .map((texture) => texture.getSize()),
    ).toEqual([
      [32, 64],
      [8, 8],
    ]);
  });

  it("without the textures says which are missing", async () => {
    const { losses } = await meshToScene(puppet("puppet.msh"), {}, { companions: { material } });
    expect(losses).toMatchObject([{ code: "TEXTURE_MISSING", count: 2 }]);
    expect(losses[0]?.message).toContain("puppet_body.dds, puppet_head.tga");
  });

  it("another number of materials than sub-meshes is listed and an issue", async () => {
    const one = materialText("material\n{\n}\n");
    const { losses } = await meshToScene(puppet("puppet.msh"), {}, { companions: { material: one } });
    expect(losses.map(({ code }) => code)).toContain("MSH_MATERIAL_COUNT");
    const { issues } = await validateMesh(puppet("puppet.msh"), { companions: { material: one } });
    expect(issues.map(({ code }) => code)).toContain("MSH_MATERIAL_COUNT");
  });

  it("holes, transparency and further passes", async () => {
    const shield = exampleCompanion("material", "msh-material", "shield.txt");
    const { document, losses } = await meshToScene(puppet("puppet.msh"), {}, { companions: { material: shield } });
    const [first] = document.getRoot().listMaterials();
    expect(first?.getDoubleSided()).toBe(true);
    expect(first?.getAlphaMode()).toBe("MASK");
    expect(first?.getAlphaCutoff()).toBeCloseTo(128 / 255, 6);
    expect(losses.map(({ code }) => code)).toEqual(["PASSES_DROPPED", "TEXTURE_MISSING"]);
  });

  it("tex_coord_set 1 of a mesh without a second set means the first", async () => {
    const text =
      "material\n{\ntechnique\n{\npass\n{\ntexture_unit\n{\ntexture puppet_body.dds\ntex_coord_set 1\n}\n}\n}\n}\n";
    const both = materialText(text + text);
    const companions = { material: both, textures };
    const { document } = await meshToScene(puppet("puppet.msh"), {}, { companions });
    expect(document.getRoot().listMaterials()[0]?.getBaseColorTextureInfo()?.getTexCoord()).toBe(0);
    const lightmapped = await meshToScene(
      example("floor_lightmap.msh"),
      {},
      { companions: { material: materialText(text), textures } },
    );
    // In a lightmap mesh uv1 is the base texture's and comes first in glTF.
    expect(lightmapped.document.getRoot().listMaterials()[0]?.getBaseColorTextureInfo()?.getTexCoord()).toBe(0);
  });

  it("comes back word for word, or anew if a texture is another one", async () => {
    const { document } = await meshToScene(puppet("puppet.msh"), {}, { companions: whole });
    const read = (await importScene(await writeGlb(document), "glb")).document;
    expect((await buildMesh(read, "msh-material")).bytes).toEqual(puppet("puppet.txt"));
    read.getRoot().listTextures()[0]?.setName("new body");
    read.getRoot().listTextures()[0]?.setURI("");
    const built = await buildMesh(read, "msh-material");
    const materials = materialsOf(openMesh(built.bytes).file as TextFile);
    expect(materials.map(({ passes }) => passes[0]?.units[0]?.texture)).toEqual(["new_body.dds", "puppet_head.tga"]);
    expect(materials.map(({ passes }) => passes[0]?.cull)).toEqual(["counter_clockwise", "none"]);
    expect(built.losses.map(({ code }) => code)).toEqual(["TEXTURES_NOT_WRITTEN"]);
    expect((await validateMesh(built.bytes)).issues).toEqual([]);
  });
});
