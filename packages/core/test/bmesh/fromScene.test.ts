import { Document } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BmeshFile } from "../../src/formats/bmesh/file.ts";
import { nameText } from "../../src/formats/bmesh/names.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { accessor } from "../../src/scene/document.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { documentOf, randomScene } from "../support/randomScene.ts";
import { largest, largestDifference, volumeOfTriangles, worldTriangles } from "../support/worldTriangles.ts";
import { GOLDEN } from "./golden.ts";

describe("any scene of boxes as bMesh", () => {
  it("keeps geometry, winding, parts and names, and validates without a warning", async () => {
    await fc.assert(
      fc.asyncProperty(randomScene({ morphTargets: 1 }), fc.boolean(), async (scene, mirror) => {
        const document = await readGlb(await writeGlb(documentOf(scene)));
        const { bytes } = await buildMesh(document, "bmesh", { mirror });
        const { issues } = await validateMesh(bytes);
        expect(issues.filter(({ severity }) => severity !== "info")).toEqual([]);

        const before = worldTriangles(document);
        const after = worldTriangles((await meshToScene(bytes, { mirror })).document);
        // A position is one float32 of metres; bones are where float32 matrices and their inverses put them.
        expect(largestDifference(before, after)).toBeLessThanOrEqual(2 ** -20 * Math.max(8, largest(before)));
        expect(volumeOfTriangles(after)).toBeGreaterThan(0);

        const file = openMesh(bytes).file as BmeshFile;
        const boxes = scene.meshes.flatMap((mesh) => mesh.boxes);
        const materials = file.materialSections.map(({ name }) => new TextDecoder().decode(name.raw));
        expect(materials.toSorted()).toEqual(boxes.map(({ material }) => `material ${material}`).toSorted());
        const skinned = scene.meshes.some((mesh) => mesh.skinned);
        const names = file.bones.map(({ name }) => nameText(name));
        expect(names.toSorted()).toEqual(skinned ? scene.joints.map(({ name }) => name).toSorted() : []);
        for (const [i, { parent }] of file.bones.entries()) expect(parent).toBeLessThan(i);
      }),
      { numRuns: 150, seed: 6 },
    );
  });

  it("keeps weights within one step of 1/255, and their sum", async () => {
    await fc.assert(
      fc.asyncProperty(randomScene(), async (scene) => {
        fc.pre(scene.meshes.every(({ skinned }) => skinned));
        const document = documentOf(scene);
        const { bytes } = await buildMesh(document, "bmesh");
        const { boneWeights, links } = openMesh(bytes).file as BmeshFile;
        for (let i = 0; i < links.length; i += 2) {
          let sum = 0;
          for (let k = 0; k < (links[i + 1] ?? 0); k++) sum += boneWeights[2 * ((links[i] ?? 0) + k)] ?? 0;
          expect(sum).toBe(255);
        }
        const weightsOf = (of: Document) =>
          of
            .getRoot()
            .listMeshes()
            .flatMap((mesh) => mesh.listPrimitives())
            .flatMap((primitive) => {
              const weights = primitive.getAttribute("WEIGHTS_0");
              const indices = Array.from(primitive.getIndices()?.getArray() ?? []);
              return indices.map((vertex) => (weights?.getElement(Number(vertex), []) ?? []).toSorted((a, b) => b - a));
            });
        const [before, after] = [weightsOf(document), weightsOf((await meshToScene(bytes)).document)];
        expect(after.length).toBe(before.length);
        const change = after.flatMap((row, i) =>
          row.map((weight, slot) => Math.abs(weight - (before[i]?.[slot] ?? 0))),
        );
        expect(Math.max(...change)).toBeLessThan(1 / 255 + 1e-6);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

/** One triangle that faces +z in glTF, which is -y in the file: that of the format's page. */
function triangle(attributes: Record<string, [type: "VEC2" | "VEC3" | "VEC4", array: Float32Array | Uint8Array]> = {}) {
  const document = new Document();
  document.createBuffer();
  const primitive = document
    .createPrimitive()
    .setMaterial(document.createMaterial("tri"))
    .setIndices(accessor(document, "indices", "SCALAR", Uint16Array.of(0, 1, 2)));
  const all = {
    POSITION: ["VEC3", Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)],
    NORMAL: ["VEC3", Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1)],
    TEXCOORD_0: ["VEC2", Float32Array.of(0, 1, 1, 1, 0, 0)],
    ...attributes,
  } as const;
  for (const [name, [type, array]] of Object.entries(all)) {
    primitive.setAttribute(name, accessor(document, name, type, array));
  }
  const node = document.createNode("triangle").setMesh(document.createMesh("triangle").addPrimitive(primitive));
  const scene = document.createScene().addChild(node);
  return { document, node, primitive, scene };
}
const fileOf = async (document: Document, options = {}) =>
  openMesh((await buildMesh(document, "bmesh", options)).bytes).file as BmeshFile;

/** Hangs the triangle on joints in a row, each a metre above the one before. */
function skinned(names: string[], joints: number[], weights: number[]) {
  const scene = triangle({
    JOINTS_0: ["VEC4", Uint8Array.from(joints)],
    WEIGHTS_0: ["VEC4", Float32Array.from(weights)],
  });
  const { document } = scene;
  const skin = document.createSkin();
  const inverses: number[] = [];
  let above = scene.scene as { addChild(node: ReturnType<Document["createNode"]>): unknown };
  names.forEach((name, i) => {
    const joint = document.createNode(name).setTranslation([0, i === 0 ? 0 : 1, 0]);
    above.addChild(joint);
    above = joint;
    skin.addJoint(joint);
    inverses.push(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -i, 0, 1);
  });
  skin.setInverseBindMatrices(accessor(document, "inverse binds", "MAT4", Float32Array.from(inverses)));
  scene.node.setSkin(skin);
  return { ...scene, skin };
}
const rigid = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

describe("a triangle", () => {
  it("becomes the golden file of the format's page", async () => {
    expect((await buildMesh(triangle().document, "bmesh")).bytes).toEqual(GOLDEN);
  });

  it("has colours as they are, tangents with the mirror in the flag, and a second set of UVs", async () => {
    const { document } = triangle({
      COLOR_0: ["VEC4", Float32Array.of(1, 0.5, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1)],
      TANGENT: ["VEC4", Float32Array.of(1, 0, 0, 1, 1, 0, 0, -1, 0, 1, 0, 1)],
      TEXCOORD_1: ["VEC2", Float32Array.of(0, 0.5, 0.25, 0, 1, 1)],
    });
    const file = await fileOf(document);
    expect(Array.from(file.colors)).toEqual([255, 128, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255]);
    // encode(1) = 255, encode(0) = 128; y of glTF is z of the file.
    expect(Array.from(file.tangents)).toEqual([255, 128, 128, 0, 255, 128, 128, 255, 128, 128, 255, 0]);
    expect(Array.from(file.uv1)).toEqual([0, 0.5, 0.25, 0, 1, 1]);
    expect(Array.from((await fileOf(document, { colorOrder: "bgra" })).colors.subarray(0, 4))).toEqual([
      0, 128, 255, 255,
    ]);
    expect(Array.from((await fileOf(document, { flipV: true })).uv1)).toEqual([0, 0.5, 0.25, 1, 1, 0]);
    expect((await fileOf(document, { tangentSign: -1 })).tangents[3]).toBe(255);
  });

  it("without normals gets those of its face, and says so", async () => {
    const { document, primitive } = triangle();
    primitive.setAttribute("NORMAL", null);
    const { bytes, losses } = await buildMesh(document, "bmesh");
    expect(bytes).toEqual(GOLDEN);
    expect(losses).toContainEqual(expect.objectContaining({ code: "NORMALS_COMPUTED", count: 3 }));
  });
});

describe("bones", () => {
  it("have absolute matrices, parents first, NUL-filled names and the mark of use", async () => {
    const { document } = skinned(["Hips", "Spine"], [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], rigid);
    const file = await fileOf(document);
    const [hips, spine] = file.bones;
    expect(file.bones.map(({ parent, hasSkinnedVertices }) => [parent, hasSkinnedVertices])).toEqual([
      [-1, 0],
      [0, 1],
    ]);
    expect(hips?.name).toEqual(Uint8Array.from({ length: 64 }, (_, i) => [72, 105, 112, 115][i] ?? 0));
    // One metre up is z in the file: the translation in the last row.
    expect(Array.from(spine?.bindMatrix ?? [], (v) => v + 0)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1]);
    expect(Array.from(spine?.inverseBindMatrix ?? [], (v) => v + 0)).toEqual([
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 1,
    ]);
  });

  it("weigh in bytes that sum to 255, strongest first, by largest remainder", async () => {
    const { document } = skinned(
      ["a", "b", "c"],
      [0, 1, 2, 0, 0, 1, 0, 0, 2, 0, 0, 0],
      [0.125, 0.25, 0.625, 0, 1 / 3, 2 / 3, 0, 0, 1, 0, 0, 0],
    );
    const file = await fileOf(document);
    expect(Array.from(file.links)).toEqual([0, 3, 3, 2, 5, 1]);
    // Times 255: 159.375, 63.75 and 31.875; of the two that are left, none goes to the smallest remainder.
    expect(Array.from(file.boneWeights)).toEqual([159, 2, 64, 1, 32, 0, 170, 1, 85, 0, 255, 2]);
  });

  it("of names that do not fit are refused, and more than 256 of them", async () => {
    const one = (name: string) =>
      buildMesh(
        skinned(
          [name],
          rigid.map(() => 0),
          rigid,
        ).document,
        "bmesh",
      );
    await expect(one("x".repeat(64))).rejects.toMatchObject({
      code: "BMESH_CANNOT_HOLD_NAME",
      needed: 64,
      available: 63,
    });
    await expect(one("검")).rejects.toMatchObject({ code: "BMESH_CANNOT_HOLD_NAME", path: "bones[0].name" });
    expect((await one(`${"x".repeat(62)}é`)).bytes.length).toBeGreaterThan(0);
    const many = skinned(
      Array.from({ length: 257 }, (_, i) => `bone ${i}`),
      rigid.map(() => 0),
      rigid,
    );
    await expect(buildMesh(many.document, "bmesh")).rejects.toMatchObject({
      code: "BMESH_CANNOT_HOLD_BONES",
      needed: 257,
      available: 256,
    });
  });
});

describe("hardpoints", () => {
  it("are marked nodes with five matrices: absolute, inverse, to the bone, and two without scale", async () => {
    const { document, skin } = skinned(["Hips", "Hand"], [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], rigid);
    const muzzle = document.createNode("muzzle").setTranslation([0.5, 0, 0]).setScale([2, 2, 2]);
    muzzle.setExtras({ meshglot: { kind: "hardpoint" } });
    skin.listJoints()[1]?.addChild(muzzle);
    const { bytes } = await buildMesh(document, "bmesh");
    const [point] = (openMesh(bytes).file as BmeshFile).hardpoints;
    const rows = (matrix: Float32Array | undefined) => Array.from(matrix ?? [], (value) => value + 0);
    expect(nameText(point?.name ?? new Uint8Array(0))).toBe("muzzle");
    expect(point?.parent).toBe(1);
    expect(rows(point?.bindMatrix)).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0.5, 0, 1, 1]);
    expect(rows(point?.inverseBindMatrix)).toEqual([0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, -0.25, 0, -0.5, 1]);
    expect(rows(point?.hpToBoneMatrix)).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0.5, 0, 0, 1]);
    expect(rows(point?.normalizedBindMatrix)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 1, 1]);
    expect(rows(point?.normalizedHpToBoneMatrix)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1]);
    expect((await validateMesh(bytes)).issues.filter(({ severity }) => severity !== "info")).toEqual([]);
  });
});

describe("refusals", () => {
  it("of a scene without faces, and of a position that is no number", async () => {
    const empty = new Document();
    empty.createScene();
    await expect(buildMesh(empty, "bmesh")).rejects.toMatchObject({ code: "SCENE_EMPTY" });
    const { document, primitive } = triangle();
    primitive.getAttribute("POSITION")?.setArray(Float32Array.of(0, 0, 0, 0, Number.NaN, 0, 1, 0, 0));
    await expect(buildMesh(document, "bmesh")).rejects.toMatchObject({
      code: "SCENE_NOT_FINITE",
      path: "triangle/primitives[0].POSITION[1]",
    });
  });
});
