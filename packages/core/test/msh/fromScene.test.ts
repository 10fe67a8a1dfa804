import { Document } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MshFile } from "../../src/formats/msh/file.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { accessor } from "../../src/scene/document.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { gather } from "../../src/scene/weld.ts";
import { documentOf, randomScene } from "../support/randomScene.ts";
import { largest, largestDifference, volumeOfTriangles, worldTriangles } from "../support/worldTriangles.ts";
import { GOLDEN } from "./golden.ts";

describe("any scene of boxes as MSH", () => {
  it("keeps geometry, winding, parts and names, and validates without a warning", async () => {
    await fc.assert(
      fc.asyncProperty(randomScene({ maxInfluences: 3, morphTargets: 2 }), async (scene) => {
        const document = await readGlb(await writeGlb(documentOf(scene)));
        const { bytes } = await buildMesh(document, "msh");
        const { issues } = await validateMesh(bytes);
        expect(issues.filter(({ severity }) => severity !== "info")).toEqual([]);

        const before = worldTriangles(document);
        const after = worldTriangles((await meshToScene(bytes)).document);
        // A position is one float32 of centimetres, rounded once from numbers that glTF already had in float32.
        expect(largestDifference(before, after)).toBeLessThanOrEqual(2 ** -22 * largest(before));
        expect(volumeOfTriangles(after)).toBeGreaterThan(0);

        const file = openMesh(bytes).file as MshFile;
        expect(file.subMeshes.length).toBe(scene.meshes.flatMap(({ boxes }) => boxes).length);
        const names = (file.boneNames ?? []).map(({ raw }) => new TextDecoder().decode(raw));
        const known = scene.joints.map(({ name }) => name);
        expect(names).toEqual(known.filter((name) => names.includes(name)));
        expect(names.length > 0).toBe(scene.meshes.some(({ skinned }) => skinned));
      }),
      { numRuns: 150, seed: 5 },
    );
  });
});

/** One triangle that faces +z, in metres, as the golden file of the format's page has it in centimetres. */
function triangle(attributes: Record<string, [type: "VEC2" | "VEC3" | "VEC4", array: Float32Array | Uint8Array]> = {}) {
  const document = new Document();
  document.createBuffer();
  const primitive = document
    .createPrimitive()
    .setIndices(accessor(document, "indices", "SCALAR", Uint16Array.of(0, 2, 1)));
  const all = {
    POSITION: ["VEC3", Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0)],
    NORMAL: ["VEC3", Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1)],
    TEXCOORD_0: ["VEC2", Float32Array.of(0, 1, 0, 0, 1, 1)],
    ...attributes,
  } as const;
  for (const [name, [type, array]] of Object.entries(all)) {
    primitive.setAttribute(name, accessor(document, name, type, array));
  }
  const node = document.createNode("triangle").setMesh(document.createMesh("triangle").addPrimitive(primitive));
  const scene = document.createScene().addChild(node);
  return { document, node, primitive, scene };
}

const fileOf = async (document: Document, options = {}): Promise<MshFile> => {
  const { bytes } = await buildMesh(document, "msh", options);
  return openMesh(bytes).file as MshFile;
};
const identity = (count: number) => Float32Array.from({ length: 16 * count }, (_, i) => ((i % 16) % 5 === 0 ? 1 : 0));

/** Hangs the triangle's corners on joints, `weights` per corner. */
function skinned(names: string[], joints: number[], weights: number[]) {
  const scene = triangle({
    JOINTS_0: ["VEC4", Uint8Array.from(joints)],
    WEIGHTS_0: ["VEC4", Float32Array.from(weights)],
  });
  const { document } = scene;
  const skin = document
    .createSkin()
    .setInverseBindMatrices(accessor(document, "inverse binds", "MAT4", identity(names.length)));
  for (const name of names) {
    const joint = document.createNode(name);
    skin.addJoint(joint);
    scene.scene.addChild(joint);
  }
  scene.node.setSkin(skin);
  return { ...scene, skin };
}

describe("a triangle", () => {
  it("becomes the golden file of the format's page", async () => {
    expect((await buildMesh(triangle().document, "msh")).bytes).toEqual(GOLDEN);
  });

  it("becomes the same under a mirrored node", async () => {
    const { document, node, primitive } = triangle();
    node.setScale([-1, 1, 1]);
    primitive.getAttribute("POSITION")?.setArray(Float32Array.of(0, 0, 0, 0, 1, 0, -1, 0, 0));
    primitive.setIndices(accessor(document, "indices", "SCALAR", Uint16Array.of(0, 1, 2)));
    expect((await buildMesh(document, "msh")).bytes).toEqual(GOLDEN);
  });

  it("with equal vertices written twice has them once", async () => {
    const { document, primitive } = triangle();
    const twice = Uint32Array.of(0, 1, 2, 0, 1, 2);
    for (const semantic of primitive.listSemantics()) {
      const source = primitive.getAttribute(semantic);
      const array = source?.getArray() as Float32Array<ArrayBuffer>;
      source?.setArray(gather(array, source.getElementSize(), twice));
    }
    primitive.setIndices(accessor(document, "indices", "SCALAR", Uint16Array.of(3, 2, 4)));
    expect((await fileOf(document)).vertexCount).toBe(3);
    // Vertices 2, 3, 4 are used and become 0, 1, 2; the mirror turns (3, 2, 4) into (3, 4, 2).
    expect((await fileOf(document)).indices).toEqual(Uint16Array.of(1, 2, 0));
  });

  it("with colours is type 6 on request: B, G, R, A behind the sRGB curve", async () => {
    const colors = Float32Array.of(1, 0.21586, 0, 0.2, 0, 0, 0, 1, 1, 1, 1, 1);
    const { document } = triangle({ COLOR_0: ["VEC4", colors] });
    const file = await fileOf(document, { meshType: "coloured" });
    expect(file).toMatchObject({ meshType: 6, vertexMask: 0x161 });
    expect(Array.from(file.colors ?? [])).toEqual([0, 128, 255, 51, 0, 0, 0, 255, 255, 255, 255, 255]);
    expect((await fileOf(document)).colors).toBeUndefined();
    await expect(buildMesh(triangle().document, "msh", { meshType: "coloured" })).rejects.toMatchObject({
      code: "MSH_SCENE_LACKS",
    });
  });

  it("with two sets of UVs is a lightmap mesh on request: no normals, the base texture's UVs in uv1", async () => {
    const second = Float32Array.of(0.5, 0, 0, 0.5, 0.25, 0.75);
    const { document } = triangle({ TEXCOORD_1: ["VEC2", second] });
    const file = await fileOf(document, { meshType: "lightmap" });
    expect(file).toMatchObject({ meshType: 2, vertexMask: 0x301 });
    expect(file.uv0).toEqual(second);
    expect(file.uv1).toEqual(Float32Array.of(0, 1, 0, 0, 1, 1));
    expect(file.normals).toBeUndefined();
    await expect(buildMesh(triangle().document, "msh", { meshType: "lightmap" })).rejects.toMatchObject({
      code: "MSH_SCENE_LACKS",
    });
  });

  it("with tangents has them on request, binormals as cross(N, T) * w", async () => {
    const tangents = Float32Array.of(1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 1);
    const { document } = triangle({ TANGENT: ["VEC4", tangents] });
    const file = await fileOf(document, { tangents: true });
    expect(file.vertexMask).toBe(0x3121);
    expect(Array.from(file.tangents ?? [])).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0]);
    // N = (0, 0, 1), T = (1, 0, 0): N x T = (0, 1, 0), and y is the same in both spaces.
    expect(Array.from(file.binormals ?? [])).toEqual([0, 1, 0, 0, -1, 0, 0, 1, 0]);
    const flipped = await fileOf(document, { tangents: true, flipBinormal: true });
    expect(Array.from(flipped.binormals ?? [], (value) => value + 0)).toEqual([0, -1, 0, 0, 1, 0, 0, -1, 0]);
    expect((await fileOf(document)).tangents).toBeUndefined();
  });

  it("without normals and UVs gets those of its faces and zeros, and says so", async () => {
    const { document, primitive } = triangle();
    primitive.setAttribute("NORMAL", null).setAttribute("TEXCOORD_0", null);
    const { bytes, losses } = await buildMesh(document, "msh");
    const file = openMesh(bytes).file as MshFile;
    expect(Array.from(file.normals ?? [], (value) => value + 0)).toEqual([0, 0, -1, 0, 0, -1, 0, 0, -1]);
    expect(Array.from(file.uv0 ?? [])).toEqual([0, 0, 0, 0, 0, 0]);
    expect(losses.map(({ code, count }) => [code, count])).toEqual([
      ["NORMALS_COMPUTED", 3],
      ["UVS_MISSING", 3],
    ]);
  });
});

describe("skins", () => {
  const joints = [0, 1, 2, 3, 0, 1, 2, 3, 2, 0, 0, 0];
  const weights = [0.1, 0.2, 0.3, 0.4, 0.25, 0.75, 0, 0, 1, 0, 0, 0];

  it("keep the strongest three influences, sorted, sum 1, and say what was dropped", async () => {
    const { document } = skinned(["a", "b", "c", "d"], joints, weights);
    const { bytes, losses } = await buildMesh(document, "msh");
    const file = openMesh(bytes).file as MshFile;
    expect(file).toMatchObject({ meshType: 1, vertexMask: 0x139 });
    expect(file.boneNames?.map(({ raw }) => String.fromCharCode(...raw))).toEqual(["a", "b", "c", "d"]);
    const rows = [0, 8, 16].map((at) => Array.from(file.vertexWeights?.subarray(at, at + 8) ?? []));
    const close = (numbers: number[]) => numbers.map((n) => expect.closeTo(n, 6));
    expect(rows[0]).toEqual(close([4 / 9, 3 / 9, 2 / 9, 0, 3, 2, 1, 0]));
    expect(rows[1]).toEqual([0.75, 0.25, 0, 0, 1, 0, 0, 0]);
    expect(rows[2]).toEqual([1, 0, 0, 0, 2, 0, 0, 0]);
    expect(losses).toMatchObject([{ code: "INFLUENCES_DROPPED", count: 1 }]);
    expect((await validateMesh(bytes)).issues).toEqual([]);
    const four = await fileOf(document, { maxInfluences: 4 });
    expect(Array.from(four.vertexWeights?.subarray(0, 8) ?? [])).toEqual(close([0.4, 0.3, 0.2, 0.1, 3, 2, 1, 0]));
    await expect(buildMesh(document, "msh", { maxInfluences: 5 })).rejects.toMatchObject({ code: "OPTION_VALUE" });
  });

  it("list only the joints that move something", async () => {
    const { document } = skinned(
      ["a", "b", "c"],
      [2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
    );
    const file = await fileOf(document);
    expect(file.boneNames?.map(({ raw }) => String.fromCharCode(...raw))).toEqual(["a", "c"]);
    expect(file.vertexWeights?.[4]).toBe(1);
  });

  it("hang vertices without influence on the first bone, and rigid parts on the joint above them", async () => {
    const { document, skin } = skinned(
      ["a", "b"],
      [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
      [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
    );
    const rigid = triangle().primitive;
    const copy = document.createPrimitive().setIndices(accessor(document, "i", "SCALAR", Uint16Array.of(0, 2, 1)));
    for (const semantic of rigid.listSemantics()) {
      const source = rigid.getAttribute(semantic);
      const type = semantic === "TEXCOORD_0" ? "VEC2" : "VEC3";
      copy.setAttribute(semantic, accessor(document, semantic, type, source?.getArray() as Float32Array));
    }
    const sword = document.createNode("sword").setMesh(document.createMesh().addPrimitive(copy));
    skin.listJoints()[1]?.addChild(sword);
    const { bytes, losses } = await buildMesh(document, "msh");
    const file = openMesh(bytes).file as MshFile;
    const bones = [0, 1, 2, 3, 4, 5].map((v) => [file.vertexWeights?.[v * 8], file.vertexWeights?.[v * 8 + 4]]);
    // The sword's corners come from the joint's place in the tree, after the triangle's.
    expect(file.boneNames?.map(({ raw }) => String.fromCharCode(...raw))).toEqual(["b"]);
    expect(bones).toEqual(Array(6).fill([1, 0]));
    expect(losses).toMatchObject([{ code: "VERTICES_UNWEIGHTED", count: 1 }]);
  });

  it("of more than 256 bones are refused with the count", async () => {
    const names = Array.from({ length: 257 }, (_, i) => `bone ${i}`);
    const { document, primitive } = skinned(names, joints, weights);
    const count = 257 * 3;
    const repeat = <T extends Float32Array | Uint16Array>(make: (i: number) => number, array: T) =>
      array.map((_, i) => make(i)) as T;
    primitive
      .setAttribute(
        "POSITION",
        accessor(
          document,
          "p",
          "VEC3",
          repeat((i) => i, new Float32Array(count * 3)),
        ),
      )
      .setAttribute("NORMAL", null)
      .setAttribute("TEXCOORD_0", null)
      .setAttribute(
        "JOINTS_0",
        accessor(
          document,
          "j",
          "VEC4",
          repeat((i) => (i % 4 === 0 ? Math.floor(i / 12) : 0), new Uint16Array(count * 4)),
        ),
      )
      .setAttribute(
        "WEIGHTS_0",
        accessor(
          document,
          "w",
          "VEC4",
          repeat((i) => (i % 4 === 0 ? 1 : 0), new Float32Array(count * 4)),
        ),
      )
      .setIndices(
        accessor(
          document,
          "i",
          "SCALAR",
          Uint16Array.from({ length: count }, (_, i) => i),
        ),
      );
    await expect(buildMesh(document, "msh")).rejects.toMatchObject({
      code: "MSH_CANNOT_HOLD_BONES",
      needed: 257,
      available: 256,
    });
  });
});

describe("limits", () => {
  const cloud = (count: number) => {
    const scene = triangle();
    const { document, primitive } = scene;
    primitive
      .setAttribute(
        "POSITION",
        accessor(
          document,
          "p",
          "VEC3",
          Float32Array.from({ length: count * 3 }, (_, i) => Math.sin(i * i)),
        ),
      )
      .setAttribute("NORMAL", null)
      .setAttribute("TEXCOORD_0", null)
      .setIndices(
        accessor(
          document,
          "i",
          "SCALAR",
          Uint32Array.from({ length: count * 3 }, (_, i) => (i * 7) % count),
        ),
      );
    return document;
  };
  it("allow 65,536 vertices, the last of which is index 65535", async () => {
    const file = await fileOf(cloud(65536));
    expect(file.vertexCount).toBe(65536);
    expect(file.indices).toBeInstanceOf(Uint16Array);
    expect(file.indices.includes(65535)).toBe(true);
  });
  it("refuse one more with the count, before anything is written", async () => {
    await expect(buildMesh(cloud(65537), "msh")).rejects.toMatchObject({
      code: "MSH_CANNOT_HOLD_VERTICES",
      needed: 65537,
      available: 65536,
    });
  });
  it("say that more than 20,000 faces may not load", async () => {
    const { losses } = await buildMesh(cloud(20_001), "msh");
    expect(losses).toContainEqual(expect.objectContaining({ code: "MSH_TOO_MANY_FACES", count: 20_001 }));
  });
  it("refuse a scene without faces", async () => {
    const document = new Document();
    document.createScene().addChild(document.createNode("empty"));
    await expect(buildMesh(document, "msh")).rejects.toMatchObject({ code: "SCENE_EMPTY" });
  });
  it("refuse a position that is no number, naming the vertex", async () => {
    const { document, primitive } = triangle();
    primitive.getAttribute("POSITION")?.setArray(Float32Array.of(0, 0, 0, 0, Number.NaN, 0, 1, 0, 0));
    await expect(buildMesh(document, "msh")).rejects.toMatchObject({
      code: "SCENE_NOT_FINITE",
      path: "triangle/primitives[0].POSITION[1]",
    });
  });
});

describe("control points", () => {
  const withPoints = (...names: string[]) => {
    const scene = triangle();
    for (const [i, name] of names.entries()) {
      const node = scene.document.createNode(name).setTranslation([i, 0.5, 0.25]);
      node.setExtras({ meshglot: { kind: "controlPoint" } });
      scene.scene.addChild(node);
    }
    return scene;
  };
  it("make a file of version 2002, in centimetres of the mesh", async () => {
    const file = await fileOf(withPoints("grip_0", "hand_left_1").document);
    expect(file.version).toBe(2002);
    expect(file.controlPoints?.map(({ position }) => Array.from(position))).toEqual([
      [0, 50, -25],
      [100, 50, -25],
    ]);
  });
  it("are empties called as the client's trails, too", async () => {
    const { document, scene } = triangle();
    scene.addChild(document.createNode("trailstart_0")).addChild(document.createNode("trailend_0"));
    scene.addChild(document.createNode("Light_0"));
    const { bytes } = await buildMesh(document, "msh");
    const file = openMesh(bytes).file as MshFile;
    expect(file.controlPoints?.map(({ typeIndex }) => String.fromCharCode(...typeIndex.raw))).toEqual([
      "trailstart_0",
      "trailend_0",
    ]);
    expect((await validateMesh(bytes)).issues).toEqual([]);
  });
  it.each([
    [["grip"], "no type and index"],
    [["grip_"], "no type and index"],
    [["grip_1", "grip_01"], 'type "grip", index 1'],
  ])("called %s are refused", async (names, what) => {
    await expect(buildMesh(withPoints(...names).document, "msh")).rejects.toMatchObject({
      code: "MSH_CANNOT_HOLD_CONTROL_POINT",
      message: expect.stringContaining(what),
    });
  });
});
