import { describe, expect, it } from "vitest";
import type { SplashpackFile } from "../../src/formats/splashpack/file.ts";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import { placeBlocks } from "../../src/formats/splashpack/place.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToGlb, meshToScene, writeObj } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { writeGlb } from "../../src/scene/glb.ts";
import { expectTiling } from "../support/fidelity.ts";
import { expectValidGlb, numbersOf } from "../support/gltf.ts";
import { memoryLimit, peakMemory } from "../support/peakMemory.ts";
import { fileL1, rowsL1 } from "./build.ts";

/** The corner of triangle `t` of object `i`, in file units; no two are alike. */
const corner = (i: number, t: number, vertex: number) => [i, 10 * t + vertex, 3 * vertex * vertex - 7];

/** A pack of layout L1 whose objects have these numbers of triangles. */
function packOfDifferent(triangles: readonly number[]): Uint8Array {
  const file = fileL1();
  const [object] = file.objects;
  if (!object) throw new Error("the pack has no object");
  file.objects = triangles.map((triangleCount) => ({ ...object, triangleCount }));
  file.meshes = triangles.map((count, i) => ({
    triangles: rowsL1(
      ...Array.from({ length: count }, (_, t) => ({ positions: [0, 1, 2].flatMap((vertex) => corner(i, t, vertex)) })),
    ),
  }));
  return splashpack.write(placeBlocks(file, "L1"), "L1");
}

/** A pack of layout L1 with very many objects of `triangles` triangles each, and no atlas. */
function packOf(objects: number, triangles: number): Uint8Array {
  const file = fileL1({ atlases: [] });
  const [object] = file.objects;
  if (!object) throw new Error("the pack has no object");
  const rows = rowsL1(...Array.from({ length: triangles }, () => ({})));
  file.objects = Array.from({ length: objects }, () => ({ ...object, triangleCount: triangles }));
  file.meshes = Array.from({ length: objects }, () => ({ triangles: rows }));
  return splashpack.write(placeBlocks(file, "L1"), "L1");
}

const MOST = 65_535;

describe("as many objects as the header can count", () => {
  const packs = [
    { what: "without triangles", bytes: packOf(MOST, 0) },
    { what: "of one triangle", bytes: packOf(MOST, 1) },
  ];
  const operations = ["open", "validate", "inspect", "verify"] as const;
  const cases = packs.flatMap((pack) => operations.map((operation) => ({ ...pack, operation })));

  // An object of its own for each, and columns for each mesh, took 110 to 235 MB of 99 and 126.
  it.each(cases)("$what take no more memory than any file may: $operation", ({ operation, bytes }) => {
    expect(peakMemory(operation, bytes)).toBeLessThan(memoryLimit(bytes));
  });

  it("of one triangle are tiled by few spans", () => {
    const bytes = packOf(MOST, 1);
    const { spans } = mapMesh(bytes);
    expectTiling(spans, bytes.byteLength);
    expect(spans.at(-1)).toMatchObject({ path: `meshes[10000..${MOST - 1}]`, size: (MOST - 10_000) * 44 });
    expect(spans.length).toBeLessThan(10_010);
  });
});

describe("arrays that are views of one copy", () => {
  it("do not change with the bytes that were read, nor with each other", () => {
    const bytes = packOfDifferent([2, 3]);
    const before = bytes.slice();
    const file = openMesh(bytes).file as SplashpackFile; // made above
    bytes.fill(0);
    expect(splashpack.write(file, "L1")).toEqual(before);
    file.objects[0]?.rotation.fill(7);
    file.meshes[0]?.triangles.fill(7);
    const changed = splashpack.write(file, "L1");
    const differing = changed.findIndex((byte, i) => byte !== before[i]);
    const last = changed.findLastIndex((byte, i) => byte !== before[i]);
    // Rotation of the first object at 8 + 12; its two triangles end where those of the second object begin.
    expect([differing, last]).toEqual([20, 8 + 2 * 56 + 12 + 2 * 44 - 1]);
  });
});

describe("conversion of very many small objects", () => {
  const METRES = 25 / 1024;
  // One triangle each, but for one without any, one of several, one that is too large to share.
  const counts = Array.from({ length: 1100 }, () => 1);
  counts.splice(3, 3, 0, 5, 17);

  it("lets them share accessors: 20,000 objects took 7 to 12 seconds", async () => {
    const { document } = await meshToScene(packOfDifferent(counts));
    const root = document.getRoot();
    expect(root.listMeshes()).toHaveLength(1099);
    // 6 attributes for every 80 triangles, indices for each place in a set, and the large object's own 7.
    expect(root.listAccessors().length).toBeLessThan(6 * Math.ceil(1200 / 80) + 80 + 20);
    await expectValidGlb(await writeGlb(document));
  });

  it("keeps each object's vertices apart, in the order of the file", async () => {
    const { document } = await meshToScene(packOfDifferent(counts));
    for (const [i, count] of counts.entries()) {
      const node = document
        .getRoot()
        .listNodes()
        .find((candidate) => candidate.getName() === `object${i}`);
      const [primitive, ...others] = node?.getMesh()?.listPrimitives() ?? [];
      expect(others).toEqual([]);
      const positions = numbersOf(primitive?.getAttribute("POSITION"));
      const found = numbersOf(primitive?.getIndices()).map((index) => positions.slice(3 * index, 3 * index + 3));
      const expected = Array.from({ length: count }, (_, t) =>
        [0, 2, 1].map((vertex) => {
          const [x = 0, y = 0, z = 0] = corner(i, t, vertex);
          return [x * METRES, -y * METRES + 0, -z * METRES + 0];
        }),
      );
      expect(found, `object${i}`).toEqual(expected.flat());
    }
  });

  it("writes into OBJ only what each object uses of shared vertices", async () => {
    const { document, losses } = await meshToScene(packOfDifferent(counts));
    const { files } = await writeObj(document, "many", losses);
    const lines = new TextDecoder().decode(files[0]?.bytes).split("\n");
    const triangles = counts.reduce((sum, count) => sum + count, 0);
    expect(lines.filter((line) => line.startsWith("f "))).toHaveLength(triangles);
    expect(lines.filter((line) => line.startsWith("v "))).toHaveLength(3 * triangles);
    expect(lines.filter((line) => line.startsWith("f ") && /\b0\b/.test(line))).toEqual([]);
  });

  it("gives the file back byte for byte through a GLB", async () => {
    const bytes = packOfDifferent(counts);
    const { document } = await importScene((await meshToGlb(bytes)).glb, "glb");
    expect((await buildMesh(document, "splashpack")).bytes).toEqual(bytes);
  });

  it("lets nobody share where objects are as few as in real packs", async () => {
    const { document } = await meshToScene(packOfDifferent([1, 1, 2]));
    expect(document.getRoot().listAccessors()).toHaveLength(3 * 7);
  });
});
