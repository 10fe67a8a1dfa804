import { Document } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import type { Ms14File, Sk10File } from "../../src/formats/unigine/file.ts";
import { textOf } from "../../src/formats/unigine/names.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { accessor } from "../../src/scene/document.ts";
import { exampleFiles } from "../support/files.ts";
import { example, first } from "./build.ts";
import { builtFile, glbOf, sceneOf } from "./scenes.ts";

const faultOf = async (document: Document, target: string, options = {}) => {
  try {
    await buildMesh(document, target, options);
  } catch (error) {
    if (error instanceof MeshglotError) return error.toJSON();
    throw error;
  }
  return undefined;
};
const square = {
  positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
  normals: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
  indices: [0, 1, 2, 0, 2, 3],
};

describe("what a file can not hold is refused, with a count", () => {
  it("a skin in ms15, unless it is to be left out", async () => {
    const document = await glbOf(example("column_ms14_skinned"));
    expect(await faultOf(document, "ms15")).toMatchObject({
      code: "UNIGINE_CANNOT_HOLD_SKIN",
      needed: 2,
      available: 0,
    });
    const { codes, surfaces } = await builtFile(document, "ms15", { drop: "skin" });
    expect(codes).toEqual(["SKIN_DROPPED"]);
    expect(first(surfaces).targets).toHaveLength(1);
  });

  it("morph targets in ms15, unless they are to be left out", async () => {
    const document = await glbOf(example("column_sk10_morphs"));
    expect(await faultOf(document, "ms15")).toMatchObject({ code: "UNIGINE_CANNOT_HOLD_MORPHS", needed: 1 });
    expect((await builtFile(document, "ms15", { drop: "morphs" })).codes).toEqual(["MORPHS_DROPPED"]);
    const { surfaces, codes } = await builtFile(await glbOf(example("column_sk10")), "ms15", { drop: "both" });
    expect(first(surfaces).targets).toHaveLength(1);
    expect(codes).toEqual(["SKIN_DROPPED", "MORPHS_DROPPED"]);
  });

  it("more surfaces than the format can number", async () => {
    const { document, node } = sceneOf("square", square);
    const scene = first(document.getRoot().listScenes());
    for (let i = 1; i < 32768; i++) scene.addChild(document.createNode(`n${i}`).setMesh(node.getMesh()));
    const fault = { code: "UNIGINE_CANNOT_HOLD_SURFACES", needed: 32768, available: 32767 };
    expect(await faultOf(document, "ms15")).toMatchObject(fault);
  });

  it("more joints than the format can number", async () => {
    const { document, primitive, node } = sceneOf("square", square);
    const skin = document.createSkin();
    for (let i = 0; i < 32768; i++) skin.addJoint(document.createNode(`joint ${i}`));
    node.setSkin(skin);
    primitive.setAttribute("JOINTS_0", accessor(document, "", "VEC4", new Uint16Array(16)));
    primitive.setAttribute(
      "WEIGHTS_0",
      accessor(document, "", "VEC4", Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)),
    );
    const fault = { code: "UNIGINE_CANNOT_HOLD_JOINTS", needed: 32768, available: 32767 };
    expect(await faultOf(document, "sk10")).toMatchObject(fault);
  });

  it("a scene without faces, unless it comes from a file without any", async () => {
    const document = new Document();
    document.createScene();
    expect(await faultOf(document, "ms15")).toMatchObject({ code: "SCENE_EMPTY" });
    expect((await builtFile(await glbOf(example("empty_ms15")), "ms15")).bytes).toEqual(example("empty_ms15"));
  });

  it("numbers that are not finite, and attributes that are not as many as the vertices", async () => {
    const broken = sceneOf("square", square);
    broken.primitive.getAttribute("POSITION")?.setElement(2, [Number.NaN, 0, 0]);
    expect(await faultOf(broken.document, "ms15")).toMatchObject({
      code: "SCENE_NOT_FINITE",
      path: "square/primitives[0].POSITION[2]",
    });
    const short = sceneOf("square", { ...square, uvs: [0, 0] });
    expect(await faultOf(short.document, "ms15")).toMatchObject({
      code: "SCENE_ATTRIBUTE_COUNT",
      needed: 4,
      available: 1,
    });
  });

  it("attributes of another type than glTF gives them", async () => {
    const { document, primitive } = sceneOf("square", square);
    primitive.setAttribute("TEXCOORD_0", accessor(document, "", "VEC3", new Float32Array(12)));
    const fault = { code: "SCENE_ATTRIBUTE_COUNT", path: "square/primitives[0].TEXCOORD_0" };
    expect(await faultOf(document, "ms15")).toMatchObject(fault);
  });

  it.each([{ drop: "bones" }, { blocks: "zip" }, { skeletonGuid: "0123" }, { forward: "up" }])(
    "option %j",
    async (options) => {
      expect(await faultOf(sceneOf("square", square).document, "sk10", options)).toMatchObject({
        code: "OPTION_VALUE",
      });
    },
  );
});

describe("the reference to a skeleton", () => {
  const guid = "00112233445566778899aabbccddeeff00112233";
  it("is that of the options, the path made of the GUID", async () => {
    const document = await glbOf(example("column_sk10"));
    const { file, codes } = await builtFile<Sk10File>(document, "sk10", { skeletonGuid: guid });
    expect([file.skeletonGuid, file.skeletonPath].map(textOf)).toEqual([guid, `guid://${guid}`]);
    expect(codes).toEqual([]);
  });
  it("is a path alone, with an empty GUID", async () => {
    const document = await glbOf(example("column_sk10"));
    const { file } = await builtFile<Sk10File>(document, "sk10", { skeletonPath: "rig/human.skeleton" });
    expect(file.skeletonGuid.raw).toEqual(Uint8Array.of(0));
    expect(textOf(file.skeletonPath)).toBe("rig/human.skeleton");
  });
  it("that nobody gave is listed", async () => {
    const { codes } = await builtFile(await glbOf(example("column_ms14_skinned")), "sk10");
    expect(codes).toEqual(["SKELETON_UNLINKED"]);
  });
});

describe("joints", () => {
  it("of a skeleton in centimetres below a node that scales it are metres without a scale, in both poses", async () => {
    const { document, primitive, node } = sceneOf("square", square);
    const [root, tip] = ["root", "tip"].map((name) => document.createNode(name));
    if (!root || !tip) throw new Error("no joints");
    root.setTranslation([0, 100, 0]).addChild(tip.setTranslation([0, 50, 0]));
    first(document.getRoot().listScenes()).addChild(
      document.createNode("Armature").setScale([0.01, 0.01, 0.01]).addChild(root).addChild(node),
    );
    const skin = document.createSkin().addJoint(root).addJoint(tip);
    const inverse = (y: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -y, 0, 1];
    skin.setInverseBindMatrices(accessor(document, "", "MAT4", Float32Array.from([...inverse(100), ...inverse(150)])));
    node.setSkin(skin);
    primitive.setAttribute("JOINTS_0", accessor(document, "", "VEC4", new Uint8Array(16)));
    const weights = Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? 1 : 0));
    primitive.setAttribute("WEIGHTS_0", accessor(document, "", "VEC4", weights));
    const { file, codes } = await builtFile<Sk10File>(document, "sk10", { skeletonPath: "x" });
    // y of glTF is z of the file.
    const expected = [0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0.5, 0, 0, 0, 1, 1, 1, 1];
    for (const pose of [file.bind, file.rest]) {
      pose.forEach((value, i) => {
        expect(value).toBeCloseTo(expected[i] ?? 0, 6);
      });
    }
    expect([...file.bounds.max].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 0, 0.01]);
    expect(codes).toEqual([]);
  });
});

describe("influences", () => {
  const skinned = (joints: number[], weights: number[], more?: { joints: number[]; weights: number[] }) => {
    const { document, primitive, node } = sceneOf("square", square);
    const skin = document.createSkin();
    for (let i = 0; i < 6; i++) skin.addJoint(document.createNode(`joint ${i}`));
    node.setSkin(skin);
    const each = (values: number[]) => Array.from({ length: 4 }, () => values).flat();
    const set = (i: number, j: number[], w: number[]) => {
      primitive.setAttribute(`JOINTS_${i}`, accessor(document, "", "VEC4", Uint8Array.from(each(j))));
      primitive.setAttribute(`WEIGHTS_${i}`, accessor(document, "", "VEC4", Float32Array.from(each(w))));
    };
    set(0, joints, weights);
    if (more) set(1, more.joints, more.weights);
    return document;
  };

  it("beyond four are left out, the largest first, truncated", async () => {
    const document = skinned([0, 1, 2, 3], [0.125, 0.25, 0.0625, 0.125], {
      joints: [4, 5, 0, 0],
      weights: [0.25, 0.1875, 0, 0],
    });
    const { surfaces, losses } = await builtFile<Ms14File>(document, "ms14");
    const { counts, joints, weights } = first(surfaces).weights;
    // 0.25, 0.25, 0.1875, 0.125 of 0.8125 in 65535ths, truncated.
    expect([...counts.subarray(0, 1), ...joints.subarray(0, 4)]).toEqual([4, 1, 4, 5, 0]);
    expect([...weights.subarray(0, 4)]).toEqual([20164, 20164, 15123, 10082]);
    expect(losses).toMatchObject([{ code: "WEIGHTS_LIMITED", count: 4 }]);
  });

  it("that are none hang on the first joint", async () => {
    const { surfaces, codes } = await builtFile<Ms14File>(skinned([0, 0, 0, 0], [0, 0, 0, 0]), "ms14");
    expect([...first(surfaces).weights.counts]).toEqual([1, 1, 1, 1]);
    expect([...first(surfaces).weights.weights]).toEqual([65535, 65535, 65535, 65535]);
    expect(codes).toEqual(["VERTICES_UNWEIGHTED"]);
  });

  it("of a mesh below a joint are that joint's", async () => {
    const document = skinned([0, 1, 0, 0], [0.5, 0.5, 0, 0]);
    const hat = document.createNode("hat").setMesh(first(document.getRoot().listMeshes()).clone());
    const joint = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === "joint 3");
    joint?.addChild(hat);
    if (joint) first(document.getRoot().listScenes()).addChild(joint);
    const { surfaces } = await builtFile<Ms14File>(document, "ms14");
    expect(surfaces.map(({ weights }) => [...weights.joints.subarray(0, 2)])).toEqual([
      [0, 1],
      [3, 3],
    ]);
  });
});

describe("files of other formats", () => {
  const others = ["msh", "meshbin", "bmesh", "splashpack"].flatMap((format) => exampleFiles(format));
  it.each(others)("$name becomes a faultless ms14, or has no faces", async ({ bytes }) => {
    const document = await glbOf(bytes);
    const fault = await faultOf(document, "ms14");
    if (fault) {
      expect(fault.code).toBe("SCENE_EMPTY");
      expect(document.getRoot().listMeshes()).toEqual([]);
      return;
    }
    const built = await buildMesh(document, "ms14");
    expect((await validateMesh(built.bytes)).issues.filter(({ severity }) => severity !== "info")).toEqual([]);
  });
});

describe("extras that somebody changed", () => {
  it("never break a file: what does not fit counts as absent", async () => {
    const names = ["column_sk10", "column_ms14_skinned", "ring_lods_ms15", "stand_ms15_odd", "stand_ms15_no_collision"];
    const value = fc.oneof(
      fc.constantFrom<unknown>(null, -1, 1e9, 0.5, "x", "84", [], {}, [1, 2], { bufferView: 0, type: "f32", count: 3 }),
      fc.nat(300),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 4 }),
        async (name, changes) => {
          const document = await glbOf(example(name));
          const root = document.getRoot();
          for (const [number, changed] of changes) {
            const holders = [root, ...root.listNodes(), ...root.listMeshes()].filter(
              (holder) => Object.keys(holder.getExtras()).length > 0,
            );
            const holder = holders[number % holders.length];
            const own = structuredClone(holder?.getExtras() ?? {}) as Record<string, Record<string, unknown>>;
            changeOne(own.meshglot ?? {}, number, changed);
            holder?.setExtras(own);
          }
          const target = name.includes("sk10") ? "sk10" : name.includes("ms14") ? "ms14" : "ms15";
          const { bytes } = await builtFile(document, target, { drop: target === "ms15" ? "both" : undefined });
          expect(verifyMesh(bytes).identical).toBe(true);
        },
      ),
      { numRuns: 300, seed: 99 },
    );
  });
});

/** Replaces one value somewhere below an object. */
function changeOne(holder: Record<string, unknown>, number: number, value: unknown): void {
  const keys = Object.keys(holder);
  const key = keys[number % Math.max(1, keys.length)];
  if (key === undefined) return;
  const inner = holder[key];
  if (typeof inner === "object" && inner !== null && number % 3 !== 0)
    changeOne(inner as Record<string, unknown>, Math.floor(number / 7), value);
  else holder[key] = value;
}
