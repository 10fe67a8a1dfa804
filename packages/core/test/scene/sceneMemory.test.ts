import { describe, expect, it } from "vitest";
import { placeBlocks } from "../../src/formats/splashpack/place.ts";
import { msh, splashpack } from "../../src/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";
import { fileL1, rowsL1 } from "../splashpack/build.ts";
import { memoryLimit, peakMemory } from "../support/peakMemory.ts";
import { triangleMsh } from "../support/triangleMsh.ts";

const limitReached = (what: string) => ({ code: "LIMIT_MEMORY", message: expect.stringContaining(what) });

/** One triangle or several equal ones, and sub-meshes of 16 bytes that each draw all of them. */
function subMeshes(count: number, faces = 1): Uint8Array {
  const file = triangleMsh({
    subMeshCount: count,
    subMeshes: Array.from({ length: count }, () => ({ minIndex: 0, vertexCount: 3, indexStart: 0, faceCount: faces })),
    faceCount: faces,
    indices: Uint16Array.from({ length: 3 * faces }, (_, i) => i % 3),
  });
  return msh.write(file, "MSH");
}

/** A pack of one-triangle objects; 96 bytes each. */
function objects(count: number): Uint8Array {
  const file = fileL1({ atlases: [] });
  const [object] = file.objects;
  if (!object) throw new Error("the pack has no object");
  file.objects = Array.from({ length: count }, () => ({ ...object, triangleCount: 1 }));
  file.meshes = file.objects.map(() => ({ triangles: rowsL1({}) }));
  return splashpack.write(placeBlocks(file, "L1"), "L1");
}

describe("files of very many parts", () => {
  // These took 1,242, 1,168 and 134 MB of 74, 126 and 65.
  it.each([
    ["65,535 sub-meshes", () => subMeshes(65_535)],
    ["65,535 objects", () => objects(65_535)],
    ["1,200 objects", () => objects(1_200)],
    ["1,700 sub-meshes", () => subMeshes(1_700)],
  ])("of %s take no more memory than any file may when they are converted", (_, make) => {
    const bytes = make();
    expect(peakMemory("convert", bytes)).toBeLessThan(memoryLimit(bytes));
  });

  it("are refused by a fault that says how to go on", async () => {
    await expect(meshToScene(subMeshes(5_000))).rejects.toMatchObject(limitReached("a scene of this file's parts"));
    await expect(meshToScene(subMeshes(5_000))).rejects.toMatchObject({
      hint: expect.stringContaining("--max-memory"),
    });
    await expect(meshToScene(objects(5_000))).rejects.toMatchObject(limitReached("a scene of this file's parts"));
  });

  it("are converted if somebody allows it, and as long as they are few", async () => {
    const allowed = await meshToScene(subMeshes(5_000), {}, { maxMemory: 200 * 2 ** 20 });
    expect(allowed.document.getRoot().listMeshes()[0]?.listPrimitives()).toHaveLength(5_000);
    const few = await meshToScene(subMeshes(1_500));
    expect(few.document.getRoot().listMeshes()[0]?.listPrimitives()).toHaveLength(1_500);
  });
});

describe("sub-meshes that overlap", () => {
  it("are refused where they would become thousands of copies of the mesh", async () => {
    // 2,000 sub-meshes of 200 faces; 9 GB and half a minute with ten times as many of both, before they were counted.
    await expect(meshToScene(subMeshes(1_500, 200))).rejects.toMatchObject(
      limitReached("the sub-meshes claim 300000 faces, and there are 200"),
    );
    await expect(meshToScene(subMeshes(1_200, 200))).resolves.toBeDefined(); // 240,000, a few megabytes
  });
});

describe("scenes of very many parts", () => {
  const gltf = (nodes: number) =>
    new TextEncoder().encode(
      JSON.stringify({ asset: { version: "2.0" }, nodes: Array.from({ length: nodes }, () => ({})) }),
    );
  const obj = (objects: number) =>
    new TextEncoder().encode(
      `v 0 0 0\nv 1 0 0\nv 0 1 0\n${Array.from({ length: objects }, (_, i) => `o ${i}\nf 1 2 3\n`).join("")}`,
    );

  it.each([
    ["glTF", gltf(100_000), "gltf"],
    ["OBJ", obj(20_000), "obj"],
  ] as const)("are refused before they are made: %s", async (_, bytes, kind) => {
    await expect(importScene(bytes, kind)).rejects.toMatchObject(limitReached("a scene of this file's parts"));
  });

  it("are read if somebody allows it", async () => {
    const { document } = await importScene(obj(5_000), "obj", { maxMemory: 200 * 2 ** 20 });
    expect(document.getRoot().listNodes()).toHaveLength(5_001);
    const { document: read } = await importScene(gltf(5_000), "gltf", { maxMemory: 200 * 2 ** 20 });
    expect(read.getRoot().listNodes()).toHaveLength(5_000);
  });
});
