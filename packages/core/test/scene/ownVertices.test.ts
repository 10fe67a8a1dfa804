import { Document, type Primitive } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { buildMesh } from "../../src/operations/build.ts";
import { writeObj } from "../../src/operations/convert.ts";
import { withOwnVertices } from "../../src/scene/ownVertices.ts";
import { numbersOf } from "../support/gltf.ts";

const SIDE = 40;

/** A grid of 40 x 40 vertices in strips of faces, one primitive each, which share all vertices or have their own. */
function grid(shared: boolean): { document: Document; primitives: Primitive[] } {
  const document = new Document();
  document.createBuffer();
  const mesh = document.createMesh("grid");
  document.createScene().addChild(document.createNode("grid").setMesh(mesh));
  const place = (vertex: number) => [vertex % SIDE, Math.floor(vertex / SIDE) % 3, Math.floor(vertex / SIDE)];
  const stream = (vertices: number[], of: (vertex: number) => number[]) => Float32Array.from(vertices.flatMap(of));
  const attributes = (vertices: number[]) => ({
    POSITION: document.createAccessor().setType("VEC3").setArray(stream(vertices, place)),
    TEXCOORD_0: document
      .createAccessor()
      .setType("VEC2")
      .setArray(stream(vertices, (vertex) => [(vertex % SIDE) / SIDE, Math.floor(vertex / SIDE) / SIDE])),
  });
  const all = attributes(Array.from({ length: SIDE * SIDE }, (_, vertex) => vertex));
  const primitives = Array.from({ length: SIDE - 1 }, (_, row) => {
    const first = row * SIDE;
    const own = Array.from({ length: 2 * SIDE }, (_, i) => first + i); // the vertices of two rows
    const faces = Array.from({ length: SIDE - 1 }, (_, i) => [
      i,
      i + SIDE,
      i + 1,
      i + 1,
      i + SIDE,
      i + SIDE + 1,
    ]).flat();
    const { POSITION, TEXCOORD_0 } = shared ? all : attributes(own);
    const indices = Uint16Array.from(faces, (corner) => (shared ? first + corner : corner));
    return document
      .createPrimitive()
      .setIndices(document.createAccessor().setType("SCALAR").setArray(indices))
      .setAttribute("POSITION", POSITION)
      .setAttribute("TEXCOORD_0", TEXCOORD_0)
      .setMaterial(document.createMaterial(`row${row}`));
  });
  for (const primitive of primitives) mesh.addPrimitive(primitive);
  return { document, primitives };
}

/** Positions of the corners of all triangles. */
const cornersOf = (primitive: Primitive) => {
  const positions = numbersOf(primitive.getAttribute("POSITION"));
  return numbersOf(primitive.getIndices()).map((index) => positions.slice(3 * index, 3 * index + 3));
};

describe("primitives that share their vertices", () => {
  it("have none but their own while something is built, and then what they had", async () => {
    const { document, primitives } = grid(true);
    const accessors = document.getRoot().listAccessors();
    const numbers = () =>
      primitives.map((primitive) =>
        [primitive.getIndices(), ...primitive.listAttributes()].map(
          (accessor) => accessor && accessors.indexOf(accessor),
        ),
      );
    const before = numbers();
    expect(before[0]).toEqual([2, 0, 1]);
    const corners = primitives.map(cornersOf);
    await withOwnVertices(document, () => {
      expect(primitives.map((primitive) => primitive.getAttribute("POSITION")?.getCount())).toEqual(
        primitives.map(() => 2 * SIDE),
      );
      expect(primitives.map(cornersOf)).toEqual(corners);
    });
    expect(numbers()).toEqual(before);
    expect(document.getRoot().listAccessors()).toHaveLength(accessors.length);
  });

  it("have what they had after a fault too", async () => {
    const { document, primitives } = grid(true);
    const work = () => {
      throw new Error("does not fit");
    };
    await expect(withOwnVertices(document, work)).rejects.toThrow("does not fit");
    expect(primitives.map((primitive) => primitive.getAttribute("POSITION")?.getCount())).toEqual(
      primitives.map(() => SIDE * SIDE),
    );
  });

  it.each(["ms15", "splashpack", "cms"])("become the same %s as those that do not share", async (target) => {
    // 1,000 parts of 60,000 shared vertices took 14 (ms15), 28 (splashpack) and 38 seconds (meshbin, 2 GB).
    const [shared, own] = await Promise.all([true, false].map((way) => buildMesh(grid(way).document, target)));
    expect(shared?.bytes).toEqual(own?.bytes);
  });
});

describe("meshes that many nodes show", () => {
  const instanced = (nodes: number) => {
    const { document } = grid(false);
    const [mesh] = document.getRoot().listMeshes();
    const [scene] = document.getRoot().listScenes();
    for (let i = 1; i < nodes; i++) {
      scene?.addChild(
        document
          .createNode(`copy${i}`)
          .setTranslation([50 * i, 0, 0])
          .setMesh(mesh ?? null),
      );
    }
    return document;
  };
  const corners = 39 * 39 * 6;

  it("are built as often as they are shown", async () => {
    const { bytes } = await buildMesh(instanced(3), "ms15");
    expect(bytes.byteLength).toBeGreaterThan(2 * (await buildMesh(instanced(1), "ms15")).bytes.byteLength);
  });

  it("are refused where that takes far more memory than the scene", async () => {
    // 64 MB and ten times the scene, at 80 bytes a corner, are 101 copies.
    const most = Math.floor((64 * 2 ** 20) / 80 / corners + 10);
    const refusal = {
      code: "LIMIT_MEMORY",
      path: "nodes",
      message: expect.stringContaining(`the nodes show ${(most + 1) * corners} corners of triangles`),
    };
    await expect(buildMesh(instanced(most + 1), "ms15")).rejects.toMatchObject(refusal);
    await expect(writeObj(instanced(most + 1), "many")).rejects.toMatchObject(refusal);
    await expect(writeObj(instanced(most), "many")).resolves.toBeDefined();
    await expect(writeObj(instanced(most + 1), "many", [], 2 ** 30)).resolves.toBeDefined();
    await expect(buildMesh(instanced(most + 1), "ms15", { sceneMemory: 2 ** 30 })).resolves.toBeDefined();
  });
});
