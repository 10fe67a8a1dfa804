import { describe, expect, it } from "vitest";
import type { Ms14File, Ms15File, Sk10File } from "../../src/formats/unigine/file.ts";
import { indexValues } from "../../src/formats/unigine/indices.ts";
import { textOf } from "../../src/formats/unigine/names.ts";
import { surfacesOf } from "../../src/formats/unigine/surfaces.ts";
import { openMesh } from "../../src/operations/open.ts";
import { example, first } from "./build.ts";
import { builtFile, differences, glbOf, primitivesOf } from "./scenes.ts";

const fileOf = <F = Ms15File>(name: string) => openMesh(example(name)).file as F; // of the example's identifier

describe("an edit", () => {
  it("of a UV changes that UV and nothing else", async () => {
    const document = await glbOf(example("ring_ms15"));
    const primitive = first(primitivesOf(document));
    const t = primitive.getAttribute("_SOURCE_TINDEX")?.getScalar(7) ?? 0;
    primitive.getAttribute("TEXCOORD_0")?.setElement(7, [0.125, 0.25]);
    const { file } = await builtFile<Ms15File>(document, "ms15");
    expect(differences(fileOf("ring_ms15"), file)).toEqual(["geometryBlocks.0.value.uv0"]);
    const uv0 = first(file.geometryBlocks).value.uv0;
    const expected = first(fileOf("ring_ms15").geometryBlocks).value.uv0.slice();
    expected.set([0.125, 0.25], 2 * t);
    expect(uv0).toEqual(expected);
  });

  it("of a position, in all vertices that share it, changes what is computed from it", async () => {
    const document = await glbOf(example("ring_ms15"));
    const primitive = first(primitivesOf(document));
    const numbers = primitive.getAttribute("_SOURCE_INDEX");
    const position = primitive.getAttribute("POSITION");
    const moved = numbers?.getScalar(5) ?? -1;
    for (let i = 0; i < (numbers?.getCount() ?? 0); i++) {
      if (numbers?.getScalar(i) === moved) position?.setElement(i, [3, 0.5, 0.25]);
    }
    const { file } = await builtFile<Ms15File>(document, "ms15");
    const before = fileOf("ring_ms15");
    const expected = first(before.geometryBlocks).value.positions.slice();
    expected.set([-3, 0.25, 0.5], 3 * moved);
    expect(first(file.geometryBlocks).value.positions).toEqual(expected);
    // Everything else that differs is bounds, edges, tree and the estimate that counts its nodes.
    const rest = differences(before, file).filter((path) => path !== "geometryBlocks.0.value.positions");
    expect(rest).not.toEqual([]);
    for (const path of rest)
      expect(path).toMatch(/^(bounds\.|surfaces\.0\.bounds\.|treeBlocks\.0\.|estimatedRamBytes$)/);
    expect(rest).toContain("surfaces.0.bounds.min");
  });

  it("of a name changes the name", async () => {
    const document = await glbOf(example("column_sk10"));
    first(document.getRoot().listMeshes()).setName("pillar");
    for (const node of document.getRoot().listNodes()) {
      if (node.getMesh()) node.setName("pillar");
      if (node.getName() === "tip") node.setName("top");
    }
    const { file } = await builtFile<Sk10File>(document, "sk10");
    expect(differences(fileOf("column_sk10"), file)).toEqual(["joints.0.name.raw", "surfaces.0.name.raw"]);
    expect(textOf(first(file.joints).name)).toBe("top");
    expect(textOf(first(file.surfaces).name)).toBe("pillar");
  });

  it("of a weight changes the entry of its position", async () => {
    const document = await glbOf(example("column_ms14_skinned"));
    const primitive = first(primitivesOf(document));
    const [numbers, weights, joints] = ["_SOURCE_INDEX", "WEIGHTS_0", "JOINTS_0"].map((name) =>
      primitive.getAttribute(name),
    );
    const position = numbers?.getScalar(20) ?? 0;
    for (let i = 0; i < (numbers?.getCount() ?? 0); i++) {
      if (numbers?.getScalar(i) !== position) continue;
      joints?.setElement(i, [0, 1, 0, 0]);
      weights?.setElement(i, [0.25, 0.75, 0, 0]);
    }
    const { file, surfaces } = await builtFile<Ms14File>(document, "ms14");
    const paths = differences(fileOf("column_ms14_skinned"), file);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(path).toMatch(/^geometryBlocks\.0\.value\.weights\./);
    const { counts, joints: own, weights: values } = first(surfaces).weights;
    const start = counts.subarray(0, position).reduce((sum, count) => sum + count, 0);
    // The largest first, truncated: 0.75 * 65535 is 49151.25.
    expect([counts[position], ...own.subarray(start, start + 2), ...values.subarray(start, start + 2)]).toEqual([
      2, 1, 0, 49151, 16383,
    ]);
  });

  it("of the colour of one corner splits its t-vertex off to the end", async () => {
    const document = await glbOf(example("ring_ms14"));
    const primitive = first(primitivesOf(document));
    const t = primitive.getAttribute("_SOURCE_TINDEX")?.getScalar(3) ?? 0;
    primitive.getAttribute("COLOR_0")?.setElement(3, [1, 0, 0, 1]);
    const { surfaces } = await builtFile<Ms14File>(document, "ms14");
    const before = first(surfacesOf(fileOf<Ms14File>("ring_ms14")));
    expect(first(surfaces).tVertexCount).toBe(before.tVertexCount);
    const expected = before.colors.slice();
    expected.set([255, 0, 0, 255], 4 * t);
    expect(first(surfaces).colors).toEqual(expected);
  });

  it("of a face that is taken away closes the gaps and keeps the order", async () => {
    const document = await glbOf(example("ring_ms15"));
    const primitive = first(primitivesOf(document));
    const indices = primitive.getIndices();
    indices?.setArray(Uint16Array.from(indices.getArray() ?? []).slice(6));
    const { surfaces } = await builtFile<Ms15File>(document, "ms15");
    const before = first(surfacesOf(fileOf("ring_ms15")));
    const made = first(surfaces);
    const corners = (surface: typeof before, from: number) =>
      Array.from(indexValues(surface.cIndices).subarray(from), (c) => [
        ...(surface.targets[0]?.positions.subarray(3 * c, 3 * c + 3) ?? []),
      ]);
    expect(corners(made, 0)).toEqual(corners(before, 6));
    expect(made.tree?.edgeCount).toBe((before.tree?.edgeCount ?? 0) - 2);
  });

  it("that moves the whole mesh moves it, and keeps numbering and topology", async () => {
    const document = await glbOf(example("ring_ms15"));
    for (const node of document.getRoot().listNodes()) if (node.getMesh()) node.setTranslation([0, 0, 4]);
    const { file } = await builtFile<Ms15File>(document, "ms15");
    const before = fileOf("ring_ms15");
    expect(first(file.geometryBlocks).value.cIndices).toEqual(first(before.geometryBlocks).value.cIndices);
    expect(first(file.geometryBlocks).value.tIndices).toEqual(first(before.geometryBlocks).value.tIndices);
    expect(file.bounds.min[1]).toBeCloseTo((before.bounds.min[1] ?? 0) + 4, 5);
  });

  it("of a joint's place, bind and all, changes its transform", async () => {
    const document = await glbOf(example("column_ms14_skinned"));
    const skin = first(document.getRoot().listSkins());
    const tip = skin.listJoints().find((joint) => joint.getName() === "tip");
    tip?.setTranslation([0, 1, 0]);
    const inverse = skin.getInverseBindMatrices();
    inverse?.setElement(0, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1]);
    const { file } = await builtFile<Ms14File>(document, "ms14");
    expect(differences(fileOf("column_ms14_skinned"), file)).toEqual(["bind"]);
    expect(file.bind).toEqual(Float32Array.of(0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1));
  });

  it("of the pose alone is the rest pose of sk10, and lost in ms14", async () => {
    for (const [name, id] of [
      ["column_sk10", "sk10"],
      ["column_ms14_skinned", "ms14"],
    ] as const) {
      const document = await glbOf(example(name));
      const skin = first(document.getRoot().listSkins());
      skin
        .listJoints()
        .find((joint) => joint.getName() === "tip")
        ?.setTranslation([0, 2, 0]);
      const { file, codes } = await builtFile<Sk10File | Ms14File>(document, id);
      expect(differences(fileOf(name), file)).toEqual(id === "sk10" ? ["rest"] : []);
      if ("rest" in file) expect([...file.rest.subarray(0, 3)]).toEqual([0, 0, 2]);
      expect(codes).toEqual(id === "sk10" ? [] : ["POSE_DROPPED"]);
    }
  });
});
