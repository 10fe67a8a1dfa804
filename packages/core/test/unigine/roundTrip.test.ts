import { describe, expect, it } from "vitest";
import { collisionTreeOf } from "../../src/formats/unigine/collision.ts";
import type { Ms14File, Ms15File, Sk10File, UnigineFile } from "../../src/formats/unigine/file.ts";
import { indexValues } from "../../src/formats/unigine/indices.ts";
import { textOf } from "../../src/formats/unigine/names.ts";
import { surfacesOf } from "../../src/formats/unigine/surfaces.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";
import { largestDifference, worldTriangles } from "../support/worldTriangles.ts";
import { edited, example, first } from "./build.ts";
import { builtFile, differences, forgetSource, glbOf, primitivesOf } from "./scenes.ts";

const BUILT = ["ms15", "ms14", "sk10"];
const examples = exampleFiles("unigine").map((file) => ({ ...file, id: openMesh(file.bytes).dialect }));
const TRUNCATED = 2 / 32767;
const fileOf = <F = Ms15File>(name: string) => openMesh(example(name)).file as F; // of the example's identifier

describe("by way of a GLB", () => {
  // The blocks of the examples are encoded by our own codec, so even the compressed bytes are the same.
  it.each(examples.filter(({ id }) => BUILT.includes(id)))("$name comes back byte for byte", async ({ bytes, id }) => {
    expect((await builtFile(await glbOf(bytes), id)).bytes).toEqual(bytes);
  });

  it.each(examples.filter(({ id }) => BUILT.includes(id)))(
    "$name does so turned by forward=-z",
    async ({ bytes, id }) => {
      expect((await builtFile(await glbOf(bytes, { forward: "-z" }), id)).bytes).toEqual(bytes);
    },
  );

  it("column_sk10 comes back from its rest pose as well", async () => {
    const bytes = example("column_sk10");
    expect((await builtFile(await glbOf(bytes, { pose: "rest" }), "sk10")).bytes).toEqual(bytes);
  });

  it.each(examples.filter(({ id }) => !BUILT.includes(id)))(
    "$name becomes ms14 with the same arrays",
    async ({ bytes }) => {
      const { surfaces } = await builtFile(await glbOf(bytes), "ms14");
      const { dialect, file } = openMesh(bytes);
      surfacesOf(file as UnigineFile).forEach((surface, i) => {
        expect(surfaces[i]?.targets[0]?.positions).toEqual(surface.targets[0]?.positions);
        expect(surfaces[i]?.cIndices).toEqual(surface.cIndices);
        expect(surfaces[i]?.tIndices).toEqual(surface.tIndices);
        expect(surfaces[i]?.uv0).toEqual(surface.uv0);
        expect(surfaces[i]?.weights).toEqual(surface.weights);
        if (dialect !== "ms10") expect(surfaces[i]?.targets[0]?.tangents).toEqual(surface.targets[0]?.tangents);
      });
    },
  );
});

describe("what a scene has no place for comes back:", () => {
  const unchanged = async (bytes: Uint8Array, id: string) =>
    expect((await builtFile(await glbOf(bytes), id)).bytes).toEqual(bytes);

  it("positions and t-vertices that no face uses, and the order of all", async () => {
    const bytes = edited("ring_lods_ms15", "ms15", (file) => {
      // A quarter of the faces goes, and with it the only use of some t-vertices and positions.
      const [surface, geometry, tree] = [
        first(file.surfaces),
        first(file.geometryBlocks).value,
        first(file.treeBlocks),
      ];
      geometry.cIndices = indexValues(geometry.cIndices).slice(432);
      geometry.tIndices = indexValues(geometry.tIndices).slice(432);
      surface.cIndexCount -= 432;
      surface.tIndexCount -= 432;
      tree.value = collisionTreeOf(geometry.positions, geometry.cIndices) ?? tree.value;
    });
    const primitive = first(primitivesOf(await glbOf(bytes)));
    const { vertexCount } = first((openMesh(bytes).file as Ms15File).surfaces);
    expect(new Set(primitive.getAttribute("_SOURCE_INDEX")?.getArray()).size).toBeLessThan(vertexCount);
    await unchanged(bytes, "ms15");
  });

  it("a surface without faces", async () => {
    const bytes = edited("ring_lods_ms15", "ms15", (file) => {
      const [surface, geometry, tree] = [
        first(file.surfaces),
        first(file.geometryBlocks).value,
        first(file.treeBlocks),
      ];
      geometry.cIndices = new Uint16Array(0);
      geometry.tIndices = new Uint16Array(0);
      surface.cIndexCount = 0;
      surface.tIndexCount = 0;
      tree.value = collisionTreeOf(geometry.positions, geometry.cIndices) ?? tree.value;
    });
    await unchanged(bytes, "ms15");
  });

  it("joints of a file without weights", async () => {
    const bytes = edited("column_ms14_skinned", "ms14", (file) => {
      const geometry = first(file.geometryBlocks).value;
      geometry.weightCount = 0;
      geometry.weights = { counts: new Uint8Array(0), joints: new Int16Array(0), weights: new Uint16Array(0) };
    });
    await unchanged(bytes, "ms14");
  });

  it("weights in another order, zero weights, vertices without any", async () => {
    const bytes = edited("column_ms14_skinned", "ms14", (file) => {
      const geometry = first(file.geometryBlocks).value;
      const counts = geometry.weights.counts.map((_, i) => [2, 1, 0][i % 3] ?? 0);
      const pairs = counts.reduce((sum, count) => sum + count, 0);
      geometry.weights = {
        counts,
        joints: Int16Array.from({ length: pairs }, (_, i) => i % 2),
        weights: Uint16Array.from({ length: pairs }, (_, i) => [20000, 45535, 0, 65535][i % 4] ?? 0),
      };
    });
    await unchanged(bytes, "ms14");
  });

  it("bounds and trees that are not ours, names that are no UTF-8, two surfaces of one name", async () => {
    const bytes = edited("ring_lods_ms15", "ms15", (file) => {
      file.bounds.radius *= 1.07;
      first(file.surfaces).bounds.max[2] = 9;
      file.estimatedRamBytes = 77n;
      file.surfaces.forEach((surface) => {
        surface.name = { raw: Uint8Array.of(0x72, 0xff, 0x67, 0) };
      });
      first(file.treeBlocks).value.edges.fill(7);
      first(file.treeBlocks).value.boxes[0] = -50;
    });
    await unchanged(bytes, "ms15");
  });

  it("tangents that are not of unit length", async () => {
    const bytes = edited("stand_ms15_stored", "ms15", (file) => {
      first(file.geometryBlocks).value.tangents.set([-16383, 0, -16383, -32]);
    });
    await unchanged(bytes, "ms15");
  });
});

describeCorpus("unigine/ms14", ["mesh"], (files) => {
  it.each(files)("$name comes back in all its fields", async ({ bytes }) => {
    const { file } = await builtFile<Ms14File>(await glbOf(bytes), "ms14");
    expect(differences(openMesh(bytes).file, file)).toEqual([]);
  });

  it.each(files)("$name has its tree and edges generated anew as the engine made them", async ({ bytes }) => {
    const document = await glbOf(bytes);
    for (const mesh of document.getRoot().listMeshes()) mesh.setExtras({});
    const { surfaces } = await builtFile<Ms14File>(document, "ms14");
    surfacesOf(openMesh(bytes).file as Ms14File).forEach(({ tree: stored }, i) => {
      const made = surfaces[i]?.tree;
      if (!stored || !made) throw new Error("a surface without tree");
      expect(made.nodes.axes).toEqual(stored.nodes.axes);
      expect(made.nodes.links.values).toEqual(stored.nodes.links.values);
      expect(made.boxes.length).toBe(stored.boxes.length);
      made.boxes.forEach((value, k) => {
        expect(Math.abs(value - (stored.boxes[k] ?? 0))).toBeLessThanOrEqual(1e-6);
      });
      const different = stored.edges.filter((bits, k) => bits !== made.edges[k]).length;
      expect(different).toBeLessThanOrEqual(0.003 * stored.edges.length);
      // Bounds are exact in all real surfaces.
      expect(surfaces[i]?.bounds).toEqual(surfacesOf(openMesh(bytes).file as Ms14File)[i]?.bounds);
    });
  });

  it.each(files)(
    "$name keeps its tangents within two units if they come from NORMAL and TANGENT",
    async ({ bytes }) => {
      // Decoding to unit vectors and truncating again costs a unit, in 0.02 % of the numbers two. Quaternions that are not
      // of unit length can not be had this way: truncation alone takes up to 2 / 32767 from a length.
      const document = await glbOf(bytes);
      for (const primitive of primitivesOf(document)) primitive.setAttribute("_TANGENT_RAW", null);
      const { surfaces } = await builtFile<Ms14File>(document, "ms14");
      const [numbers, far] = [[0], [0]];
      surfacesOf(openMesh(bytes).file as Ms14File).forEach(({ targets }, i) => {
        const [stored, made] = [targets[0]?.tangents ?? new Int16Array(0), surfaces[i]?.targets[0]?.tangents];
        for (let k = 0; k < stored.length; k += 4) {
          const own = stored.subarray(k, k + 4);
          if (Math.abs(Math.hypot(...own) / 32767 - 1) > TRUNCATED) continue;
          own.forEach((value, axis) => {
            const difference = Math.abs(value - (made?.[k + axis] ?? 0));
            expect(difference).toBeLessThanOrEqual(2);
            numbers[0] = (numbers[0] ?? 0) + 1;
            if (difference === 2) far[0] = (far[0] ?? 0) + 1;
          });
        }
      });
      expect((far[0] ?? 0) / Math.max(1, numbers[0] ?? 0)).toBeLessThan(0.001);
    },
  );

  it.each(files)("$name becomes the same triangles if nothing is known of the file", async ({ bytes }) => {
    const document = forgetSource(await glbOf(bytes));
    const built = await builtFile(document, "ms14");
    const again = (await meshToScene(built.bytes)).document;
    // Positions are the same bits; skinned ones are summed up with weights in single precision.
    expect(largestDifference(worldTriangles(again), worldTriangles(document))).toBeLessThan(1e-6);
  });
});

for (const folder of ["ms10", "ms11", "ms12", "ms13"]) {
  describeCorpus(`unigine/${folder}`, ["mesh"], (files) => {
    it.each(files)("$name becomes ms14 with the same arrays", async ({ bytes }) => {
      const opened = openMesh(bytes);
      const { surfaces } = await builtFile<Ms14File>(await glbOf(bytes), "ms14");
      surfacesOf(opened.file as UnigineFile).forEach((surface, i) => {
        const made = surfaces[i];
        expect(made?.targets[0]?.positions).toEqual(surface.targets[0]?.positions);
        expect(made?.uv0.length).toBeGreaterThanOrEqual(surface.uv0.length);
        expect(Array.from(indexValues(made?.cIndices ?? new Uint8Array(0)))).toEqual(
          Array.from(indexValues(surface.cIndices)),
        );
        expect(made?.weights).toEqual(surface.weights);
        expect(textOf(made?.name)).toBe(textOf(surface.name));
      });
    });
  });
}

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
