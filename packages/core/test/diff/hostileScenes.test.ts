import { Document } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { diffMesh, MeshglotError, meshToGlb, writeGlb } from "../../src/index.ts";
import { joinGlb, splitGlb } from "../../src/scene/glbChunks.ts";
import { example, faultOf } from "../edit/support.ts";
import { mutate, seededRandom } from "../support/random.ts";

const mesh = example("msh/column_skinned.msh");
const { glb } = await meshToGlb(mesh, { name: "column" });

/** What a glTF says, as far as these tests damage it. */
interface Json {
  accessors: { count: number; type: string; bufferView?: number; componentType: number }[];
  meshes: { primitives: { attributes: Record<string, number>; indices: number }[] }[];
}

/** The GLB with another JSON. */
function withJson(edit: (json: Json) => void): Uint8Array {
  const { json, binary } = splitGlb(glb);
  const value = JSON.parse(new TextDecoder().decode(json)) as Json;
  edit(value);
  return joinGlb({ json: new TextEncoder().encode(JSON.stringify(value)), binary });
}

describe("a scene that can not be read", () => {
  it("is a fault of its side, whatever the other one is", async () => {
    const cut = glb.subarray(0, 400);
    expect(await faultOf(diffMesh(mesh, cut))).toMatchObject({ code: "SCENE_BROKEN", side: "b" });
    expect(await faultOf(diffMesh(cut, mesh))).toMatchObject({ code: "SCENE_BROKEN", side: "a" });
    expect(await faultOf(diffMesh(cut, glb))).toMatchObject({ code: "SCENE_BROKEN", side: "a" });
    expect(await faultOf(diffMesh(mesh.subarray(0, 300), glb))).toMatchObject({ code: "MSH_TRUNCATED", side: "a" });
    expect(await faultOf(diffMesh(glb, new TextEncoder().encode("v 0 0 0\nf 1 2 x\n")))).toMatchObject({ side: "b" });
  });

  it("is the same as itself all the same", async () => {
    const cut = glb.subarray(0, 400);
    expect((await diffMesh(cut, cut.slice())).same).toBe(true);
  });

  it("has faces of vertices that are not there, or too few numbers, or numbers of another kind", async () => {
    const first = (json: Json) => json.meshes[0]?.primitives[0];
    const short = withJson((json) => {
      for (const index of Object.values(first(json)?.attributes ?? {})) {
        const accessor = json.accessors[index];
        if (accessor) accessor.count = 3;
      }
    });
    expect(await faultOf(diffMesh(mesh, short))).toMatchObject({ code: "SCENE_INDEX_OUT_OF_RANGE", side: "b" });
    for (const semantic of ["NORMAL", "TEXCOORD_0", "JOINTS_0", "WEIGHTS_0"]) {
      const few = withJson((json) => {
        const accessor = json.accessors[first(json)?.attributes[semantic] ?? 0];
        if (accessor) accessor.count = 3;
      });
      expect(await faultOf(diffMesh(mesh, few)), semantic).toMatchObject({ code: "SCENE_ATTRIBUTE_COUNT", side: "b" });
      const other = withJson((json) => {
        const primitive = first(json);
        if (primitive) primitive.attributes[semantic] = primitive.indices;
      });
      expect(await faultOf(diffMesh(other, mesh)), semantic).toMatchObject({
        code: "SCENE_ATTRIBUTE_COUNT",
        side: "a",
      });
    }
  });

  it("shows one mesh so often that its copies would take gigabytes", async () => {
    const document = new Document();
    document.createBuffer();
    const positions = document.createAccessor().setType("VEC3").setArray(new Float32Array(30_000));
    const shape = document.createMesh().addPrimitive(document.createPrimitive().setAttribute("POSITION", positions));
    const scene = document.createScene();
    for (let i = 0; i < 1000; i++) scene.addChild(document.createNode(`n${i}`).setMesh(shape));
    const many = await writeGlb(document);
    expect(await faultOf(diffMesh(many, glb))).toMatchObject({ code: "LIMIT_MEMORY", side: "a" });
  });

  it("a chain of thousands of nodes has an end", async () => {
    const document = new Document();
    let node = document.createNode("n0");
    document.createScene().addChild(node);
    for (let i = 1; i < 3000; i++) {
      const next = document.createNode(`n${i}`).setTranslation([0, 1, 0]);
      node.addChild(next);
      node = next;
    }
    const { changes } = await diffMesh(await writeGlb(document), mesh);
    expect(changes.find(({ path }) => path === "nodes.n2999")?.a).toEqual([0, 2999, 0]);
  });

  it("thousands of faces in one point that are all new take no hour", async () => {
    const dots = (count: number, jitter: number) => {
      const document = new Document();
      document.createBuffer();
      const random = seededRandom(5);
      // Each face around the origin, so that their middles are in one place.
      const values = Float32Array.from({ length: 9 * count }, () => jitter * (random() - 0.5));
      for (let face = 0; face < count; face++) {
        for (let axis = 0; axis < 3; axis++) {
          values[9 * face + 6 + axis] = -(values[9 * face + axis] ?? 0) - (values[9 * face + 3 + axis] ?? 0);
        }
      }
      const positions = document.createAccessor().setType("VEC3").setArray(values);
      const shape = document.createMesh().addPrimitive(document.createPrimitive().setAttribute("POSITION", positions));
      document.createScene().addChild(document.createNode("dots").setMesh(shape));
      return writeGlb(document);
    };
    const start = performance.now();
    const { changes } = await diffMesh(await dots(40_000, 1), await dots(40_000, 2));
    expect(changes).toMatchObject([{ path: "parts.dots.POSITION", elements: { differ: 120_000 } }]);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it("damage is a typed error or a difference, never a crash (seed 31)", async () => {
    const random = seededRandom(31);
    let [compared, refused] = [0, 0];
    for (let i = 0; i < 300; i++) {
      const bytes = mutate(glb, random);
      try {
        await diffMesh(mesh, bytes);
        compared++;
      } catch (error) {
        if (!(error instanceof MeshglotError)) throw new Error(`mutation ${i}: ${String(error)}`, { cause: error });
        refused++;
      }
    }
    expect(compared).toBeGreaterThan(30);
    expect(refused).toBeGreaterThan(30);
  });
});
