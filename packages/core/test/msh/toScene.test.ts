import { describe, expect, it } from "vitest";
import type { MshFile } from "../../src/formats/msh/file.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { openMesh } from "../../src/operations/open.ts";
import { extrasOf } from "../../src/scene/document.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { loadArray } from "../../src/scene/rawData.ts";
import { exampleFiles } from "../support/files.ts";
import { numbersOf } from "../support/gltf.ts";
import { GOLDEN } from "./golden.ts";

const fileOf = (name: string): MshFile => {
  const found = exampleFiles("msh").find((file) => file.name === name);
  if (!found) throw new Error(`no example ${name}`);
  return openMesh(found.bytes).file as MshFile;
};
const scene = (file: MshFile, options = {}) => msh.toScene(file, "MSH", options);
const attribute = async (file: MshFile, name: string, options = {}) => {
  const { document } = await scene(file, options);
  return numbersOf(document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute(name));
};
const golden = () => openMesh(GOLDEN).file as MshFile;

describe("colours", () => {
  const coloured = (): MshFile => ({
    ...golden(),
    vertexMask: 0x161,
    colors: Uint8Array.of(0, 128, 255, 51, 0, 0, 0, 255, 255, 255, 255, 255), // B, G, R, A
  });
  it("go from B, G, R, A through the sRGB curve", async () => {
    const values = await attribute(coloured(), "COLOR_0");
    // 128 in sRGB is 0.21586 linear (IEC 61966-2-1); alpha is not curved: 51 / 255 = 0.2.
    expect(values.slice(0, 4).map((value) => Number(value.toFixed(5)))).toEqual([1, 0.21586, 0, 0.2]);
  });
  it("are copied with colors = linear, and their bytes are kept either way", async () => {
    expect((await attribute(coloured(), "COLOR_0", { colors: "linear" }))[1]).toBeCloseTo(128 / 255, 6);
    expect(await attribute(coloured(), "_COLOR_RAW")).toEqual(Array.from(coloured().colors ?? []));
  });
});

describe("tangents", () => {
  const framed = (binormal: [number, number, number]): MshFile => ({
    ...golden(),
    vertexMask: 0x3121,
    tangents: Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0),
    binormals: Float32Array.from([...binormal, ...binormal, ...binormal]),
  });
  it("carry the sign of cross(N, T) . B after mirroring", async () => {
    // In glTF axes N = (0, 0, 1), T = (1, 0, 0): cross(N, T) = (0, 1, 0).
    expect((await attribute(framed([0, 1, 0]), "TANGENT")).slice(0, 4)).toEqual([1, 0, 0, 1]);
    expect((await attribute(framed([0, -1, 0]), "TANGENT")).slice(0, 4)).toEqual([1, 0, 0, -1]);
    expect((await attribute(framed([0, 1, 0]), "TANGENT", { flipBinormal: true })).slice(0, 4)).toEqual([1, 0, 0, -1]);
  });
  it("leave the binormals out where the sign says it all, and keep them where not", async () => {
    expect(await attribute(framed([0, 1, 0]), "_BINORMAL")).toEqual([]);
    expect((await attribute(framed([0, 0.5, 0.25]), "_BINORMAL")).slice(0, 3)).toEqual([0, 0.5, -0.25]);
  });
});

describe("lightmap meshes", () => {
  it("give the base texture's UVs the first place, unless told not to", async () => {
    const file = fileOf("floor_lightmap.msh");
    expect(await attribute(file, "TEXCOORD_0")).toEqual(Array.from(file.uv1 ?? []));
    expect(await attribute(file, "TEXCOORD_1")).toEqual(Array.from(file.uv0 ?? []));
    expect(await attribute(file, "TEXCOORD_0", { uvSwap: false })).toEqual(Array.from(file.uv0 ?? []));
  });
});

describe("skins", () => {
  it("bind each vertex to the joint of its bone name, unit sum, joint 0 where the weight is 0", async () => {
    const file = fileOf("column_skinned_addon.msh");
    const { document } = await scene(file);
    const skin = document.getRoot().listSkins()[0];
    expect(skin?.listJoints().map((joint) => joint.getName())).toEqual(["Bip01 Pelvis", "팔", "머리"]);
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    const weights = numbersOf(primitive?.getAttribute("WEIGHTS_0"));
    const joints = numbersOf(primitive?.getAttribute("JOINTS_0"));
    for (let i = 0; i < weights.length; i += 4) {
      expect(weights.slice(i, i + 4).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    }
    weights.forEach((weight, i) => {
      if (weight === 0) expect(joints[i]).toBe(0);
    });
  });

  it("keep the slots of weight 0 when they hold something else, through the GLB and back", async () => {
    const file = fileOf("column_skinned_addon.msh");
    const { document } = await scene(file);
    const read = await readGlb(await writeGlb(document));
    const kept = loadArray(read, extrasOf(read.getRoot()).vertexWeightsRaw, "f32");
    expect(kept).toEqual(file.vertexWeights);
  });

  it("sum up two influences on one bone, which glTF forbids", async () => {
    const file = {
      ...golden(),
      vertexMask: 0x139,
      meshType: 1,
      boneNames: [{ raw: Uint8Array.of(65) }, { raw: Uint8Array.of(66) }],
    };
    const one = [0.25, 0.5, 0.25, 0, 1, 0, 1, 0];
    const { document } = await scene({ ...file, vertexWeights: Float32Array.from([...one, ...one, ...one]) });
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    expect(Array.from(numbersOf(primitive?.getAttribute("WEIGHTS_0"))).slice(0, 4)).toEqual([0.5, 0.5, 0, 0]);
    expect(Array.from(numbersOf(primitive?.getAttribute("JOINTS_0"))).slice(0, 4)).toEqual([1, 0, 0, 0]);
  });
});

describe("control points", () => {
  it("are nodes in glTF axes with their strings in extras, under their bone where there is one", async () => {
    const { document } = await scene(fileOf("column_points_on_bones.msh"));
    const hand = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === "hand_left_1");
    expect(hand?.getTranslation()).toEqual([15, 80, 5]);
    expect(hand?.getParentNode()?.getName()).toBe("팔");
    expect(extrasOf(hand ?? document.getRoot())).toEqual({
      kind: "controlPoint",
      index: 0,
      typeIndex: "hand_left_1",
      linkedBone: "팔",
      extraInfo: "effect",
      position: [15, 80, -5],
    });
    const eye = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === "eye_0");
    expect(eye?.getParentNode()?.getName()).toBe("mesh");
  });
});

describe("faces", () => {
  it("outside every sub-mesh get a primitive of their own", async () => {
    const { document } = await scene({ ...golden(), subMeshCount: 0, subMeshes: [] });
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    expect(extrasOf(primitive ?? document.getRoot())).toEqual({ kind: "unassigned" });
  });

  it("that use vertex 65535 make the indices 32 bits wide", async () => {
    const vertexCount = 65536;
    const file: MshFile = {
      ...golden(),
      vertexCount,
      positions: new Float32Array(vertexCount * 3),
      normals: new Float32Array(vertexCount * 3).fill(1),
      uv0: new Float32Array(vertexCount * 2),
      indices: Uint16Array.of(0, 1, 65535),
    };
    const { document } = await scene(file);
    const indices = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getIndices()?.getArray();
    expect(indices).toBeInstanceOf(Uint32Array);
    expect(Array.from(indices ?? [])).toEqual([0, 65535, 1]);
  });

  it("with a normal of length zero get the face's, counted as a loss", async () => {
    const { document, losses } = await scene({ ...golden(), normals: new Float32Array(9) });
    const normals = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute("NORMAL")?.getArray();
    expect(Array.from(normals ?? [])).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(losses).toContainEqual(expect.objectContaining({ code: "NORMALS_REPLACED", count: 3 }));
  });
});
