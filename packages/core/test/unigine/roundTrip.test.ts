import { describe, expect, it } from "vitest";
import { collisionTreeOf } from "../../src/formats/unigine/collision.ts";
import type { Ms14File, Ms15File, Sk10File, UnigineFile } from "../../src/formats/unigine/file.ts";
import { indexValues } from "../../src/formats/unigine/indices.ts";
import { textOf } from "../../src/formats/unigine/names.ts";
import { surfacesOf } from "../../src/formats/unigine/surfaces.ts";
import { meshToScene, writeObj } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";
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

describe("by way of an OBJ", () => {
  it.each(["ring_ms15", "ring_lods_ms15", "stand_ms15_stored", "panel_ms15_mirrored"])(
    "%s keeps what an OBJ can hold",
    async (name) => {
      const { files } = await writeObj((await meshToScene(example(name))).document, "model");
      const { document } = await importScene(first(files).bytes, "obj");
      const { surfaces } = await builtFile<Ms15File>(document, "ms15");
      const rows = (array: ArrayLike<number>, size: number) =>
        Array.from({ length: array.length / size }, (_, i) =>
          Array.from({ length: size }, (__, k) => (array[size * i + k] ?? 0) + 0),
        );
      // An OBJ has one numbering for the whole file, by the first use of a vertex; the values stay.
      const sorted = (array: ArrayLike<number>, size: number) =>
        rows(array, size)
          .map((row) => row.join())
          .sort();
      const stored = surfacesOf(fileOf(name));
      expect(surfaces.map((surface) => textOf(surface.name))).toEqual(stored.map((surface) => textOf(surface.name)));
      surfaces.forEach((surface, i) => {
        const before = stored[i];
        expect(sorted(surface.targets[0]?.positions ?? [], 3)).toEqual(sorted(before?.targets[0]?.positions ?? [], 3));
        expect(new Set(sorted(surface.uv0, 2))).toEqual(new Set(sorted(before?.uv0 ?? [], 2)));
        expect(surface.tree?.edges).toEqual(before?.tree?.edges);
        expect(surface.tree?.nodes).toEqual(before?.tree?.nodes);
        expect(surface.bounds).toEqual(before?.bounds);
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

describe("morph targets whose source is forgotten", () => {
  it.each(["column_sk10", "column_sk10_morphs"])(
    "of %s keep positions within rounding and tangents within two units",
    async (name) => {
      const bytes = example(name);
      const document = await glbOf(bytes);
      for (const mesh of document.getRoot().listMeshes()) {
        const { targetNames, meshglot } = mesh.getExtras() as { targetNames: string[]; meshglot: object };
        mesh.setExtras({ targetNames, meshglot: { ...meshglot, targets: [] } });
        for (const primitive of mesh.listPrimitives()) primitive.setAttribute("_TANGENT_RAW", null);
      }
      const { surfaces, file } = await builtFile<Sk10File>(document, "sk10", { skeletonPath: "x" });
      const stored = surfacesOf(fileOf<Sk10File>(name));
      expect(first(file.surfaces).targets.map((target) => textOf(target.name))).toEqual(
        first(stored).targets.map((target) => textOf(target.name)),
      );
      first(surfaces).targets.forEach(({ positions, tangents }, i) => {
        const before = first(stored).targets[i];
        positions.forEach((value, k) => {
          expect(Math.abs(value - (before?.positions[k] ?? 0))).toBeLessThan(2 ** -22); // a step of single precision below 2
        });
        // Normal and tangent of a target are sums of two rounded vectors.
        tangents.forEach((value, k) => {
          expect(Math.abs(value - (before?.tangents[k] ?? 0))).toBeLessThanOrEqual(2);
        });
      });
    },
  );
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
