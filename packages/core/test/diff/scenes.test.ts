import { type Accessor, Document, type Node, Primitive } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { diffMesh, importScene, meshToGlb, meshToScene, writeGlb, writeGltf, writeObj } from "../../src/index.ts";
import { COMPANIONS, EXAMPLES, example, faultOf } from "../edit/support.ts";

/** Examples by themselves are a scene, but for animations, which want a skeleton. */
const SHOWN = [...EXAMPLES, ...COMPANIONS.filter(({ format }) => format !== "ani")];

/** Our own GLB of an example, after something was done to it. */
async function edited(name: string, edit: (document: Document) => void): Promise<Uint8Array> {
  const { document } = await importScene((await meshToGlb(example(name), { name: "sword" })).glb, "glb");
  edit(document);
  return writeGlb(document);
}

async function changesOf(name: string, edit: (document: Document) => void) {
  return (await diffMesh(example(name), await edited(name, edit))).changes;
}

function primitiveOf(document: Document, i = 0): Primitive {
  const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[i];
  if (!primitive) throw new Error("the example has no such part");
  return primitive;
}

function attributeOf(document: Document, name: string): Accessor {
  const attribute = primitiveOf(document).getAttribute(name);
  if (!attribute) throw new Error(`the example has no ${name}`);
  return attribute;
}

/** Adds to one number of one vertex, and says how many corners of triangles are at the vertex. */
function move(document: Document, semantic: string, vertex: number, by: number): number {
  const attribute = attributeOf(document, semantic);
  const element = attribute.getElement(vertex, []);
  attribute.setElement(vertex, [(element[0] ?? 0) + by, ...element.slice(1)]);
  const indices = Array.from(primitiveOf(document).getIndices()?.getArray() ?? []);
  return indices.filter((index) => index === vertex).length;
}

describe("a conversion of our own is the same", () => {
  it.each(SHOWN)("$name and its GLB", async ({ bytes }) => {
    const { glb } = await meshToGlb(bytes, { name: "any name" });
    const { same, by, changes } = await diffMesh(bytes, glb);
    expect([same, by, changes]).toEqual([true, "scene", []]);
    expect((await diffMesh(glb, bytes)).changes).toEqual([]);
  });

  it.each(EXAMPLES)("$name, its glTF and its OBJ", async ({ bytes }) => {
    const [{ document }, { document: plain, losses }] = [
      await meshToScene(bytes, { name: "any" }),
      await meshToScene(bytes, { name: "any", colors: "linear" }),
    ];
    if (document.getRoot().listMeshes().length === 0) return; // an OBJ without faces is none
    const [gltf, ...beside] = await writeGltf(document, "any");
    const { files } = await writeObj(plain, "any", losses);
    const resources = async (uri: string) => [...beside, ...files].find(({ name }) => name === uri)?.bytes;
    for (const file of [gltf, files[0]]) {
      const { changes } = await diffMesh(bytes, { bytes: file?.bytes ?? bytes, resources });
      expect(changes, file?.name).toEqual([]);
    }
  });
});

describe("one thing is changed in the GLB of a mesh: it is named, and nothing else", () => {
  const MESHES: [string, string, number][] = [
    // A mesh with one part, the name of the part, how many units of its vertices make a metre.
    ["msh/everything.msh", "sword", 100],
    ["bmesh/hair_conform.bMesh", "sword", 1],
    ["meshbin/trophy_v3.meshbin", "sword", 1],
    ["splashpack/crate_l1_untextured.splashpack", "object0", 1],
    ["unigine/ring_ms14.mesh", "ring", 1],
  ];

  it.each(MESHES)("%s: a vertex by a centimetre", async (name, part, units) => {
    let corners = 0;
    const changes = await changesOf(name, (document) => {
      corners = move(document, "POSITION", 7, 0.01 * units);
    });
    expect(changes).toMatchObject([
      { path: `parts.${part}.POSITION`, kind: "elements", elements: { differ: corners } },
    ]);
    expect(corners).toBeGreaterThan(0);
    expect(changes[0]?.elements?.largest).toBeCloseTo(0.01, 5);
  });

  it.each(MESHES)("%s: a colour, a UV, a normal", async (name, part) => {
    for (const [semantic, by] of [
      ["COLOR_0", -0.25],
      ["TEXCOORD_0", 0.125],
    ] as const) {
      let corners = 0;
      const changes = await changesOf(name, (document) => {
        corners = move(document, semantic, 7, by);
      });
      expect(changes).toMatchObject([{ path: `parts.${part}.${semantic}`, elements: { differ: corners } }]);
      expect(Math.abs((changes[0]?.elements?.largest ?? 0) - Math.abs(by))).toBeLessThan(1 / 255); // some are bytes
    }
    const turned = await changesOf(name, (document) => {
      const normals = attributeOf(document, "NORMAL");
      normals.setElement(
        7,
        normals.getElement(7, []).map((part) => -part),
      );
    });
    expect(turned.map(({ path }) => path)).toEqual([`parts.${part}.NORMAL`]);
  });

  it.each(MESHES)("%s: the name of a material", async (name, part) => {
    const changes = await changesOf(name, (document) => {
      primitiveOf(document).getMaterial()?.setName("steel");
    });
    expect(changes).toMatchObject([{ path: `parts.${part}.material`, kind: "value", b: "steel" }]);
  });

  const SKINNED = [
    ["msh/everything.msh", 100],
    ["bmesh/robot_skinned.bMesh", 1],
    ["meshbin/arm_v3_skinned.meshbin", 1],
    ["unigine/column_sk10.mesh_skinned", 1],
  ] as const;

  it.each(SKINNED)("%s: the place of a joint", async (name, units) => {
    const moved = { name: "", children: 0 };
    const changes = await changesOf(name, (document) => {
      const joints = document.getRoot().listSkins()[0]?.listJoints() ?? [];
      const joint = joints.find((member) => joints.some((other) => other === member.getParentNode())) ?? joints.at(-1);
      const [x = 0, y = 0, z = 0] = joint?.getTranslation() ?? [];
      joint?.setTranslation([x, y, z + 0.01 * units]);
      moved.name = joint?.getName() ?? "";
      joint?.traverse(() => moved.children++);
    });
    expect(changes).toHaveLength(moved.children);
    expect(changes[0]).toMatchObject({ path: `nodes.${moved.name}`, kind: "value" });
    const [a, b] = [changes[0]?.a, changes[0]?.b] as number[][];
    expect(Math.hypot(...[0, 1, 2].map((axis) => (a?.[axis] ?? 0) - (b?.[axis] ?? 0)))).toBeCloseTo(0.01, 5);
  });

  it("a joint that takes all others along takes the mesh along, too", async () => {
    const changes = await changesOf("unigine/column_sk10.mesh_skinned", (document) => {
      const joints = document.getRoot().listSkins()[0]?.listJoints() ?? [];
      const top = joints.find((member) => !joints.some((other) => other === member.getParentNode()));
      top?.setTranslation([0, 0, 1]);
    });
    expect(changes.map(({ path }) => path)).toEqual(["parts.column.POSITION", "nodes.корень", "nodes.tip"]);
  });

  it.each(SKINNED)("%s: the name of a joint", async (name) => {
    const changes = await changesOf(name, (document) => {
      document.getRoot().listSkins()[0]?.listJoints().at(-1)?.setName("other");
    });
    expect(changes.map(({ kind }) => kind).sort()).toEqual(["added", "removed"]);
    expect(changes.find(({ kind }) => kind === "added")?.path).toBe("nodes.other");
  });

  it.each(SKINNED)("%s: how much joints move a vertex", async (name) => {
    const changes = await changesOf(name, (document) => {
      attributeOf(document, "JOINTS_0").setElement(3, [0, 1, 0, 0]);
      attributeOf(document, "WEIGHTS_0").setElement(3, [0.375, 0.625, 0, 0]);
    });
    expect(changes.map(({ path }) => path.replace(/.*\./, ""))).toEqual(expect.arrayContaining(["WEIGHTS"]));
    expect(new Set(changes.map(({ path }) => path.replace(/.*\./, "")))).toEqual(new Set(["WEIGHTS"]));
    expect(Object.values(changes[0]?.b ?? {})).toEqual([0.375, 0.625]);
  });

  it("a point, the alpha of a colour, faces that went", async () => {
    const point = await changesOf("msh/sword_trail_points.msh", (document) => {
      document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === "trailend_0")
        ?.setTranslation([0, 130, 0]);
    });
    expect(point).toMatchObject([{ path: "nodes.trailend_0", a: [0, 1.2, 0] }]);
    const [, height] = (point[0]?.b ?? []) as number[];
    expect(height).toBeCloseTo(1.3, 6);

    const alpha = await changesOf("msh/vase_coloured.msh", (document) => {
      const colors = attributeOf(document, "COLOR_0");
      const [r = 0, g = 0, b = 0, a = 1] = colors.getElement(3, []);
      colors.setElement(3, [r, g, b, a - 0.5]);
    });
    expect(alpha.map(({ path }) => path)).toEqual(["parts.sword.COLOR_0"]);

    const faces = await changesOf("msh/vase_coloured.msh", (document) => {
      const indices = primitiveOf(document).getIndices();
      const array = indices?.getArray();
      // Without the faces 4 and 5; everything behind them stands in another place of the list.
      indices?.setArray(Uint16Array.from([...(array?.subarray(0, 12) ?? []), ...(array?.subarray(18) ?? [])]));
    });
    expect(faces).toMatchObject([
      { path: "parts.sword.triangles", kind: "length", a: 600, b: 598, elements: { differ: 2, of: 600, first: 4 } },
    ]);
  });
});

/** A part of two triangles of which none has a corner where another one has it in the same order. */
function scene(build: (document: Document, root: Node) => void): Promise<Uint8Array> {
  const document = new Document();
  document.createBuffer();
  const root = document.createNode("root");
  document.createScene().addChild(root);
  build(document, root);
  return writeGlb(document);
}

function addMesh(
  document: Document,
  parent: Node,
  name: string,
  { positions, indices, normals }: { positions: number[]; indices?: number[]; normals?: number[] },
): { node: Node; primitive: Primitive } {
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", document.createAccessor().setType("VEC3").setArray(Float32Array.from(positions)));
  if (indices) primitive.setIndices(document.createAccessor().setArray(Uint16Array.from(indices)));
  if (normals) {
    primitive.setAttribute("NORMAL", document.createAccessor().setType("VEC3").setArray(Float32Array.from(normals)));
  }
  const node = document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive));
  parent.addChild(node);
  return { node, primitive };
}

/** A unit square of four vertices and two triangles, facing z. */
const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const square = (indices = [0, 1, 2, 0, 2, 3], positions = SQUARE) =>
  scene((document, root) => void addMesh(document, root, "square", { positions, indices }));
const pathsOf = async (a: Uint8Array, b: Uint8Array) => (await diffMesh(a, b)).changes.map(({ path }) => path);

describe("what programs do to a scene without changing what it shows is no difference", () => {
  it("another order of triangles, another first corner, vertices of their own", async () => {
    expect(await pathsOf(await square(), await square([2, 3, 0, 2, 0, 1]))).toEqual([]);
    const apart = [0, 1, 2, 0, 2, 3].flatMap((vertex) => SQUARE.slice(3 * vertex, 3 * vertex + 3));
    expect(await pathsOf(await square(), await square([3, 4, 5, 0, 1, 2], apart))).toEqual([]);
    expect(await pathsOf(await square(), await square([2, 1, 0, 0, 2, 3])), "one is turned round").toEqual([
      "parts.square.POSITION",
    ]);
  });

  it("strips and fans instead of lists", async () => {
    const as = (mode: "TRIANGLE_STRIP" | "TRIANGLE_FAN", indices: number[]) =>
      scene((document, root) => {
        const { primitive } = addMesh(document, root, "square", { positions: SQUARE, indices });
        primitive.setMode(Primitive.Mode[mode] ?? 4);
      });
    expect(await pathsOf(await square(), await as("TRIANGLE_FAN", [0, 1, 2, 3]))).toEqual([]);
    // A strip divides the square along the other diagonal, unless it begins with another corner.
    expect(await pathsOf(await square(), await as("TRIANGLE_STRIP", [1, 2, 0, 3]))).toEqual([]);
    expect(await pathsOf(await square(), await as("TRIANGLE_STRIP", [0, 1, 3, 2]))).toEqual(["parts.square.POSITION"]);
  });

  it("places of nodes instead of numbers of vertices: moved, turned, mirrored, scaled unevenly", async () => {
    const normals = Array.from({ length: 4 }, () => [0, 0.6, 0.8]).flat();
    const placed = (flip: boolean) =>
      scene((document, root) => {
        const indices = flip ? [0, 2, 1, 0, 3, 2] : [0, 1, 2, 0, 2, 3];
        const { node } = addMesh(document, root, "square", { positions: SQUARE, indices, normals });
        // A quarter turn about z, then x mirrored and y doubled by the node above: (x, y) becomes (y, 2x).
        node.setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]);
        root.setScale([-1, 2, 1]);
      });
    const [ny, nz] = [0.6, 0.8];
    const baked = (flip: boolean) =>
      scene((document, root) => {
        const positions = [0, 1, 2, 3].flatMap((i) => [SQUARE[3 * i + 1] ?? 0, 2 * (SQUARE[3 * i] ?? 0), 0]);
        const indices = flip ? [0, 2, 1, 0, 3, 2] : [0, 1, 2, 0, 2, 3];
        const wanted = Array.from({ length: 4 }, () => [ny, 0, nz]).flat();
        addMesh(document, root, "square", { positions, indices, normals: wanted });
      });
    // A mirror turns triangles round.
    expect(await pathsOf(await placed(false), await baked(true))).toEqual([]);
    expect(await pathsOf(await placed(false), await baked(false))).toEqual(["parts.square.POSITION"]);
  });

  it("another order of parts, and nodes above that only hold others", async () => {
    const parts = { positions: SQUARE, indices: [0, 1, 2] };
    const others = { positions: SQUARE, indices: [0, 2, 3] };
    const one = await scene((document, root) => {
      addMesh(document, root, "blade", parts);
      addMesh(document, root, "grip", others);
    });
    const two = await scene((document, root) => {
      addMesh(document, root, "grip", others);
      root.addChild(document.createNode("point"));
      addMesh(document, root, "blade", parts);
    });
    expect(await pathsOf(one, two)).toEqual(["nodes.point"]);
  });

  it("far from the origin what single precision rounds, and no more", async () => {
    const at = (x: number) => square(undefined, [x, 0, 0, x + 1, 0, 0, x + 1, 1, 0, x, 1, 0]);
    expect(await pathsOf(await at(1000), await at(1000.0002))).toEqual([]);
    expect(await pathsOf(await at(1000), await at(1000.01))).toEqual(["parts.square.POSITION"]);
    expect(await pathsOf(await at(0), await at(0.0002))).toEqual(["parts.square.POSITION"]);
  });
});

describe("two scenes", () => {
  it("names of nodes and materials are compared, those of two engine formats are not", async () => {
    const glb = async (name: string) => (await meshToGlb(example("msh/sword_trail_points.msh"), { name })).glb;
    expect(await diffMesh(await glb("a"), await glb("b"))).toMatchObject({
      changes: [
        { path: "parts.a.name", kind: "value", a: "a", b: "b" },
        { path: "parts.a.material", kind: "value", a: "a/Sub1", b: "b/Sub1" },
      ],
    });
    const { same, notCompared } = await diffMesh(example("unigine/ring_ms14.mesh"), example("unigine/ring_ms13.mesh"));
    expect(same).toBe(true);
    expect(notCompared).toContain("names of parts and materials");
  });

  it("a joint on top is compared, a holder is not; points and lines are", async () => {
    const joints = (x: number) =>
      scene((document, root) => {
        root.setTranslation([x, 0, 0]);
        document.createSkin().addJoint(root);
        root.addChild(document.createNode("tip").setTranslation([-x, 0, 0]));
      });
    expect(await pathsOf(await joints(0), await joints(1))).toEqual(["nodes.root"]);
    const points = (x: number) =>
      scene((document, root) => {
        addMesh(document, root, "dots", { positions: [0, 0, 0, x, 0, 0] }).primitive.setMode(0);
      });
    expect(await pathsOf(await points(1), await points(2))).toEqual(["parts.dots.POSITION"]);
    expect(await pathsOf(await points(1), await square())).toContain("parts.dots.mode");
  });

  it("says what it did not look at, and nothing that is not there", async () => {
    const plain = await diffMesh(await square(), await square([0, 1, 2]));
    expect(plain.notCompared).toEqual([]);
    const full = await diffMesh(
      await square(),
      await edited("unigine/column_sk10_morphs.mesh_skinned", () => undefined),
    );
    expect(full.notCompared).toEqual(expect.arrayContaining(["morph targets", "materials but for their names"]));
    const outside = await scene((document, root) => {
      addMesh(document, document.createNode("elsewhere"), "hidden", { positions: SQUARE, indices: [0, 1, 2] });
      addMesh(document, root, "square", { positions: SQUARE, indices: [0, 1, 2, 0, 2, 3] });
    });
    expect((await diffMesh(await square(), outside)).notCompared).toEqual(["what stands in no shown scene"]);
  });

  it("an OBJ is in metres unless another unit is given", async () => {
    const text = (factor: number) => {
      const corners = [0, 1, 2, 3].map(
        (i) =>
          `v ${SQUARE.slice(3 * i, 3 * i + 3)
            .map((x) => x * factor)
            .join(" ")}`,
      );
      return new TextEncoder().encode(["o square", ...corners, "f 1 2 3", "f 1 3 4"].join("\n"));
    };
    expect(await pathsOf(await square(), text(1))).toEqual([]);
    expect(await pathsOf(await square(), text(100))).toEqual(["parts.square.POSITION"]);
    expect((await diffMesh(await square(), text(100), { objUnit: 0.01 })).changes).toEqual([]);
    expect((await diffMesh(text(100), text(100.5), { objUnit: 0.01 })).changes[0]?.elements?.largest).toBeCloseTo(
      0.005,
    );
  });
});

describe("what lies beside a glTF is a part of it", () => {
  const files = async (x: number) => {
    const { document } = await importScene(await square(undefined, [x, ...SQUARE.slice(1)]), "glb");
    const [main, ...beside] = await writeGltf(document, "square");
    // Bounds stand in the JSON, so that two buffers give two of them; programs that leave them out do not.
    const json = JSON.parse(new TextDecoder().decode(main?.bytes)) as { accessors: { min?: unknown; max?: unknown }[] };
    for (const accessor of json.accessors) [delete accessor.min, delete accessor.max];
    const resources = async (uri: string) => beside.find(({ name }) => name === uri)?.bytes;
    return { bytes: new TextEncoder().encode(JSON.stringify(json)), resources };
  };

  it("the same JSON with another buffer is another scene", async () => {
    const [a, b] = [await files(0), await files(0.5)];
    expect(a.bytes).toEqual(b.bytes);
    expect((await diffMesh(a, b)).changes).toMatchObject([
      { path: "parts.square.POSITION", a: [0, 0, 0], b: [0.5, 0, 0] },
    ]);
    expect(await diffMesh(a, await files(0))).toMatchObject({ same: true, bytes: { total: 0 } });
  });

  it("a buffer that is missing on one side is a fault of that side", async () => {
    const a = await files(0);
    expect(await faultOf(diffMesh(a, a.bytes.slice()))).toMatchObject({ code: "SCENE_RESOURCE", side: "b" });
    expect(await faultOf(diffMesh(a.bytes, a))).toMatchObject({ code: "SCENE_RESOURCE", side: "a" });
    expect((await diffMesh(a.bytes, a.bytes.slice())).same, "it is missing on both").toBe(true);
  });
});
