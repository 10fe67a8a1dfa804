import { Document } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { buildMesh, buildTargets } from "../../src/operations/build.ts";
import { meshToGlb, writeGlb, writeObj } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";
import { joinGlb, splitGlb } from "../../src/scene/glbChunks.ts";
import { exampleFiles } from "../support/files.ts";
import { expectValidGlb } from "../support/gltf.ts";
import { mutate, seededRandom } from "../support/random.ts";
import { damageGlb, damageObj } from "../support/sceneDamage.ts";

const TRIANGLE = {
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }] as object[],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }] as object[],
  materials: [{}] as object[],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
  ] as object[],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [
    {
      uri: `data:,${"%00".repeat(12)}%00%00%80%3f${"%00".repeat(8)}${"%00".repeat(4)}%00%00%80%3f%00%00%00%00`,
      byteLength: 36,
    },
  ],
};
const read = (change: object) =>
  importScene(new TextEncoder().encode(JSON.stringify({ ...TRIANGLE, ...change })), "gltf");
const brokenAt = (path: string) => ({ code: "SCENE_BROKEN", path });

describe("a glTF whose values are of another kind than the standard says", () => {
  it("is told apart from one that is in order", async () => {
    const { document } = await read({});
    expect((await buildMesh(document, "ms15")).bytes.byteLength).toBeGreaterThan(100);
  });

  it.each([
    ["nodes[0].name", { nodes: [{ mesh: 0, name: 7 }] }],
    ["nodes[0].scale", { nodes: [{ mesh: 0, scale: [null] }] }],
    ["nodes[0].translation", { nodes: [{ mesh: 0, translation: [0, 1] }] }],
    ["nodes[0].children", { nodes: [{ mesh: 0, children: [-1] }] }],
    ["nodes[1]", { nodes: [{ mesh: 0 }, "x"] }],
    ["meshes[0].primitives", { meshes: [{ primitives: {} }] }],
    ["meshes[0].primitives[0].attributes", { meshes: [{ primitives: [{ attributes: [0] }] }] }],
    ["materials[0].alphaMode", { materials: [{ alphaMode: "GLASS" }] }],
    [
      "materials[0].pbrMetallicRoughness.baseColorFactor",
      { materials: [{ pbrMetallicRoughness: { baseColorFactor: 1 } }] },
    ],
    ["accessors[0]", { accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: "VEC3" }] }],
    ["accessors[0]", { accessors: [{ bufferView: 1, componentType: 5126, count: 3, type: "VEC3" }] }],
    ["accessors[0].componentType", { accessors: [{ bufferView: 0, componentType: 5127, count: 3, type: "VEC3" }] }],
    ["bufferViews[0]", { bufferViews: [{ buffer: 0, byteOffset: 4, byteLength: 36 }] }],
    ["accessors[0].count", { accessors: [{ componentType: 5126, count: -3, type: "VEC3" }] }],
  ])("is refused with the place: %s", async (path, change) => {
    await expect(read(change)).rejects.toMatchObject(brokenAt(path));
  });

  it("is refused where an attribute has other entries than there are vertices, or of another type", async () => {
    const [position] = TRIANGLE.accessors;
    const path = "meshes[0].primitives[0].attributes.";
    const attributes = { meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 } }] }] };
    const other = (accessor: object) => read({ ...attributes, accessors: [position, { ...position, ...accessor }] });
    const counts = (semantic: string) => ({ code: "SCENE_ATTRIBUTE_COUNT", path: path + semantic });
    await expect(read({ accessors: [{ ...position, type: "VEC2" }] })).rejects.toMatchObject(counts("POSITION"));
    await expect(other({ count: 2 })).rejects.toMatchObject(counts("COLOR_0"));
    await expect(other({ type: "SCALAR" })).rejects.toMatchObject(counts("COLOR_0"));
    expect((await other({})).document.getRoot().listAccessors()).toHaveLength(2);
  });

  it("is refused where a node is below itself, which was walked until the process died", async () => {
    const round = [{ mesh: 0, children: [1] }, { children: [2] }, { children: [1] }];
    await expect(read({ nodes: round })).rejects.toMatchObject(brokenAt("nodes[2].children"));
    await expect(read({ nodes: [{ mesh: 0, children: [0] }] })).rejects.toMatchObject(brokenAt("nodes[0].children"));
    const tree = [{ mesh: 0, children: [1, 2] }, { children: [3] }, {}, {}];
    expect((await read({ nodes: tree })).document.getRoot().listNodes()).toHaveLength(4);
  });

  it("may have extras of any kind", async () => {
    const { document } = await read({
      nodes: [{ mesh: 0, extras: null }],
      meshes: [{ ...TRIANGLE.meshes[0], extras: 7 }],
    });
    expect((await buildMesh(document, "msh")).bytes.byteLength).toBeGreaterThan(100);
    await expectValidGlb(await writeGlb(document));
  });
});

describe("a document with several buffers", () => {
  it("becomes one GLB: the library refuses it", async () => {
    const document = new Document();
    const scene = document.createScene();
    for (const name of ["a", "b"]) {
      const positions = document
        .createAccessor()
        .setType("VEC3")
        .setArray(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0))
        .setBuffer(document.createBuffer(name));
      const primitive = document.createPrimitive().setAttribute("POSITION", positions);
      scene.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive)));
    }
    const glb = await writeGlb(document);
    await expectValidGlb(glb);
    expect((await importScene(glb, "glb")).document.getRoot().listMeshes()).toHaveLength(2);
  });
});

describe("numbers that a GLB keeps of a bMesh", () => {
  it("count only in whole elements: a third of a face was looked for without an end", async () => {
    const example = exampleFiles("bmesh").find(({ name }) => name.startsWith("crates_unnamed"));
    if (!example) throw new Error("no such example");
    const { json, binary } = splitGlb((await meshToGlb(example.bytes)).glb);
    const text = new TextDecoder().decode(json);
    const kept = /"faces":\{"bufferView":(\d+),"type":"u32","count":(\d+)\}/.exec(text);
    const changed = kept
      ? text.replace(kept[0], kept[0].replace(`"count":${kept[2]}`, `"count":${Number(kept[2]) - 1}`))
      : text;
    const glb = joinGlb({ json: new TextEncoder().encode(changed), binary });
    const { document } = await importScene(glb, "glb");
    expect((await buildMesh(document, "bmesh")).bytes.byteLength).toBeGreaterThan(100);
  });
});

describe("damaged scenes", () => {
  it("end in a file or in a fault, whatever they become", async () => {
    const random = seededRandom(2026);
    const targets = buildTargets().map(({ name }) => name);
    const scenes: { name: string; bytes: Uint8Array }[] = [];
    for (const id of ["msh", "meshbin", "bmesh", "splashpack", "unigine"]) {
      for (const { name, bytes } of exampleFiles(id).slice(0, 4)) {
        const { glb } = await meshToGlb(bytes);
        scenes.push({ name: `${name}.glb`, bytes: glb });
        const { document, losses } = await importScene(glb, "glb");
        scenes.push(...(await writeObj(document, name, losses)).files.slice(0, 1));
      }
    }
    const outcomes = { built: 0, fault: 0 };
    for (let i = 0; i < 3000; i++) {
      const { name, bytes } = scenes[Math.floor(random() * scenes.length)] ?? { name: "", bytes: new Uint8Array(0) };
      const kind = name.endsWith(".glb") ? "glb" : "obj";
      const damaged = kind === "glb" ? damageGlb(bytes, random).bytes : damageObj(bytes, random).bytes;
      try {
        const { document } = await importScene(random() < 0.9 ? damaged : mutate(damaged, random), kind);
        await buildMesh(document, targets[Math.floor(random() * targets.length)] ?? "msh");
        await writeObj(document, "again");
        outcomes.built++;
      } catch (error) {
        if (!(error instanceof MeshglotError)) throw error;
        outcomes.fault++;
      }
    }
    expect(outcomes.built).toBeGreaterThan(500);
    expect(outcomes.fault).toBeGreaterThan(500);
  });
});
