import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { meshToScene, writeGlb, writeObj } from "../../src/operations/convert.ts";
import { extrasOf } from "../../src/scene/document.ts";
import { readGlb } from "../../src/scene/glb.ts";
import { loadArray } from "../../src/scene/rawData.ts";
import { expectBindPose, expectValidGlb, isClosed, volumeOf } from "../support/gltf.ts";
import { mutate, seededRandom } from "../support/random.ts";
import { edited, example, fileOf, nameField } from "./build.ts";

const nodeCalled = (document: Awaited<ReturnType<typeof readGlb>>, name: string) => {
  const found = document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name);
  if (!found) throw new Error(`no node ${name}`);
  return found;
};
const through = async (bytes: Uint8Array, options = {}) =>
  readGlb(await writeGlb((await meshToScene(bytes, options)).document));

describe("sections", () => {
  it("become primitives that share their vertices, with materials of their names", async () => {
    const document = await through(example("vase_sections"));
    const primitives = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
    expect(primitives.map((p) => p.getMaterial()?.getName())).toEqual(["clay", "rim", "foot"]);
    expect(primitives.map((p) => p.getMaterial()?.getDoubleSided())).toEqual([false, false, false]);
    expect(new Set(primitives.map((p) => p.getAttribute("POSITION"))).size).toBe(1);
    expect(extrasOf(primitives[1] ?? document.getRoot())).toEqual({
      section: 1,
      name: "rim",
      faceStart: 308,
      faceCount: 168,
      vertexMin: 195,
      vertexMax: 299,
    });
  });

  it("without names are called by their numbers", async () => {
    const document = await through(example("crates_unnamed"));
    expect(
      document
        .getRoot()
        .listMaterials()
        .map((m) => m.getName()),
    ).toEqual(["section0", "section1"]);
  });

  it("that overlap leave shared faces to the first, and faces in none are called default", async () => {
    const bytes = edited("vase_sections", ({ materialSections: [a, b] }) => ({
      materialSections: a && b ? [a, { ...b, faceStart: 300 }, { ...b, faceStart: 5, faceCount: 3 }] : [],
    }));
    const { document, losses } = await meshToScene(bytes);
    const primitives = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
    // 644 faces: 308 of the first, 300..467 less those, and what is left.
    expect(primitives.map((p) => [p.getMaterial()?.getName(), (p.getIndices()?.getCount() ?? 0) / 3])).toEqual([
      ["clay", 308],
      ["rim", 160],
      ["default", 176],
    ]);
    expect(losses.map(({ code, count }) => [code, count])).toEqual([
      ["SECTION_OVERLAP", 11],
      ["SECTION_EMPTY", 1],
      ["FACES_WITHOUT_SECTION", 176],
    ]);
    expect(isClosed(document)).toBe(true);
  });

  it("are kept when one has no faces and others are in none, though the primitives are as many", async () => {
    const document = await through(
      edited("vase_sections", ({ materialSections: [a, b] }) => ({
        materialSections: a && b ? [a, { ...b, faceStart: 0, faceCount: 0 }] : [],
      })),
    );
    const mesh = document.getRoot().listMeshes()[0];
    expect(mesh?.listPrimitives()).toHaveLength(2);
    expect(extrasOf(mesh ?? document.getRoot()).materialSections).toHaveLength(2);
  });

  it("beyond 512 share a primitive, since a damaged table has one for every 20 bytes", async () => {
    const bytes = edited("vase_sections", ({ materialSections: [a] }) => ({
      materialSections: a ? Array.from({ length: 644 }, (_, i) => ({ ...a, faceStart: i, faceCount: 1 })) : [],
    }));
    const { document, losses } = await meshToScene(bytes);
    const mesh = document.getRoot().listMeshes()[0];
    const sizes = mesh?.listPrimitives().map((p) => (p.getIndices()?.getCount() ?? 0) / 3) ?? [];
    expect(sizes).toHaveLength(512);
    expect(sizes.at(-1)).toBe(644 - 511);
    expect(losses).toContainEqual(expect.objectContaining({ code: "SECTIONS_JOINED", count: 644 - 511 }));
    expect(extrasOf(mesh ?? document.getRoot()).materialSections).toHaveLength(644);
    await expectValidGlb(await writeGlb(document));
  });
});

describe("vertices", () => {
  it("carry everything the file has, bytes beside what was made of them", async () => {
    const document = await through(example("vase_sections"));
    const file = fileOf("vase_sections");
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    expect(primitive?.listSemantics().sort()).toEqual(
      [
        "POSITION",
        "NORMAL",
        "TANGENT",
        "TEXCOORD_0",
        "TEXCOORD_1",
        "COLOR_0",
        "_NORMAL_RAW",
        "_TANGENT_RAW",
        "_COLOR_RAW",
      ].sort(),
    );
    const array = (name: string) => primitive?.getAttribute(name)?.getArray();
    expect(array("_NORMAL_RAW")).toEqual(file.normals);
    expect(array("_TANGENT_RAW")).toEqual(file.tangents);
    expect(array("TEXCOORD_1")).toEqual(file.uv1);
    // Vertices alternate between flag 0 and 255.
    expect([array("TANGENT")?.[3], array("TANGENT")?.[7]]).toEqual([1, -1]);
  });

  it("whose tangents' sign, V or handedness is chosen are turned", async () => {
    const attribute = async (name: string, options = {}) => {
      const { document } = await meshToScene(example("vase_sections"), options);
      return document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute(name)?.getArray() ?? [];
    };
    expect((await attribute("TANGENT", { tangentSign: -1 }))[3]).toBe(-1);
    expect((await attribute("TEXCOORD_0", { flipV: true }))[1]).toBe(1 - (fileOf("vase_sections").uv0[1] ?? 0));
    const mirrored = await meshToScene(example("vase_sections"), { mirror: true });
    expect(isClosed(mirrored.document)).toBe(true);
    expect(volumeOf(mirrored.document)).toBeGreaterThan(0);
    expect((await attribute("TANGENT", { mirror: true }))[3]).toBe(-1);
    const z = (values: ArrayLike<number>) => Array.from(values).filter((_, i) => i % 3 === 2 && i < 300);
    const plain = z(await attribute("POSITION"));
    expect(z(await attribute("POSITION", { mirror: true }))).toEqual(plain.map((value) => -value + 0));
  });

  it("lose an array of another length, which is kept aside", async () => {
    const bytes = edited("vase_sections", ({ normals, colors }) => ({
      normals: normals.slice(4),
      colors: colors.slice(0, 8),
    }));
    const { losses } = await meshToScene(bytes);
    expect(losses.map(({ code, path, count }) => [code, path, count])).toEqual([
      ["VERTEX_ARRAY_DROPPED", "normals", 404],
      ["VERTEX_ARRAY_DROPPED", "colors", 2],
    ]);
    const document = await through(bytes);
    const mesh = document.getRoot().listMeshes()[0];
    expect(mesh?.listPrimitives()[0]?.getAttribute("NORMAL")).toBeNull();
    const extras = extrasOf(mesh ?? document.getRoot());
    expect(loadArray(document, extras.normals, "u8")).toEqual(fileOf("vase_sections").normals.slice(4));
    expect(extras.colors).toEqual(Array.from(fileOf("vase_sections").colors.slice(0, 8)));
  });
});

describe("bones and hardpoints", () => {
  it("stand where the file's absolute matrices put them, in glTF's axes", async () => {
    const document = await through(example("robot_skinned"));
    const at = (name: string) =>
      nodeCalled(document, name)
        .getWorldTranslation()
        .map((v) => Math.round(v * 1e5) / 1e5 + 0);
    // The places that the example was built from.
    expect(at("Head")).toEqual([0, 1.5, 0]);
    expect(at("Forearm_R")).toEqual([-0.31, 1.08, 0]);
    expect(at("muzzle")).toEqual([-0.31, 0.72, 0.2]);
    expect(at("jetpack")).toEqual([0, 1.3, -0.25]);
    expect(nodeCalled(document, "Forearm_R").getParentNode()?.getName()).toBe("Arm_R");
    expect(nodeCalled(document, "muzzle").getParentNode()?.getName()).toBe("Forearm_R");
    expect(nodeCalled(document, "ground").getParentNode()?.getName()).toBe("mesh");
    expect(
      nodeCalled(document, "jetpack")
        .getWorldScale()
        .map((v) => Math.round(v * 1e4) / 1e4),
    ).toEqual([2, 2, 2]);
  });

  it("keep their name bytes, parents and matrices beside the node", async () => {
    const document = await through(example("robot_skinned"));
    const file = fileOf("robot_skinned");
    const bone = extrasOf(nodeCalled(document, "Spine"));
    expect(bone).toMatchObject({ kind: "joint", parent: 1, hasSkinnedVertices: 1 });
    expect(bone.nameBytes).toBe(Buffer.from(file.bones[2]?.name ?? []).toString("hex"));
    expect(loadArray(document, bone.bindMatrix, "f32")).toEqual(file.bones[2]?.bindMatrix);
    const point = extrasOf(nodeCalled(document, "muzzle"));
    expect(point).toMatchObject({ kind: "hardpoint", parent: 7 });
    expect(loadArray(document, point.hpToBoneMatrix, "f32")).toEqual(file.hardpoints[0]?.hpToBoneMatrix);
  });

  it("keep no name bytes where zeros follow the text", async () => {
    const bytes = edited("rod_skinned", ({ bones }) => ({
      bones: bones.map((bone) => ({ ...bone, name: nameField("x") })),
    }));
    expect(extrasOf(nodeCalled(await through(bytes), "x")).nameBytes).toBeUndefined();
  });

  it("with a circle of parents become a tree", async () => {
    const bytes = edited("rod_skinned", ({ bones }) => ({
      bones: bones.map((bone, i) => ({ ...bone, parent: [2, 0, 1][i] ?? 0 })),
    }));
    const { document, losses } = await meshToScene(bytes);
    expect(losses).toContainEqual(expect.objectContaining({ code: "BONE_PARENTS_REPLACED", count: 1 }));
    expectBindPose(document);
    await expectValidGlb(await writeGlb(document));
  });

  it("in a chain without end are cut into trees of 256, which what reads glTF can go down", async () => {
    const bytes = edited("rod_skinned", ({ bones: [first] }) => ({
      bones: first ? Array.from({ length: 1200 }, (_, i) => ({ ...first, parent: i - 1 })) : [],
    }));
    const { document, losses } = await meshToScene(bytes);
    expect(losses).toContainEqual(expect.objectContaining({ code: "BONE_CHAINS_CUT", count: 4 })); // 1200 = 4 * 257 + 172
    const glb = await writeGlb(document);
    await expectValidGlb(glb);
    expectBindPose(await readGlb(glb));
  });

  it("with shear or no matrix at all still stand in bind pose", async () => {
    const bytes = edited("rod_skinned", ({ bones }) => ({
      bones: bones.map((bone, i) => ({
        ...bone,
        bindMatrix:
          i === 0
            ? Float32Array.of(1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
            : i === 2
              ? new Float32Array(16).fill(Number.NaN)
              : bone.bindMatrix,
      })),
    }));
    const { document, losses } = await meshToScene(bytes);
    expect(losses.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["BONE_MATRICES_CHANGED", "INVERSE_BIND_MATRICES_REPLACED"]),
    );
    expectBindPose(document);
    await expectValidGlb(await writeGlb(document));
  });
});

describe("what glTF can not hold", () => {
  it("is in the extras: reference mesh, variant and conform data", async () => {
    const document = await through(example("head_variant"));
    const extras = extrasOf(document.getRoot().listMeshes()[0] ?? document.getRoot());
    expect(extras).toMatchObject({
      format: "bmesh",
      version: 32,
      meshType: 1,
      refMeshFileName: "art/characters/head_base.oMesh",
      refMeshFileTime: "129876543210000000",
      faceReading: "indirect",
      sectionReading: "count",
      winding: "ccw",
    });
    expect(loadArray(document, extras.baseVariantDiffs, "u16")).toEqual(fileOf("head_variant").baseVariantDiffs);
    for (const name of ["faces", "faceIndices", "positions", "links"]) expect(extras).not.toHaveProperty(name);
    const hair = await through(example("hair_conform"));
    const conform = extrasOf(hair.getRoot().listMeshes()[0] ?? hair.getRoot()).conformWeights;
    expect(loadArray(hair, conform, "u16")).toEqual(fileOf("hair_conform").conformWeights);
  });

  it("keeps faces and their indices where the triangles do not give them back", async () => {
    const document = await through(example("ring_indirect"));
    const extras = extrasOf(document.getRoot().listMeshes()[0] ?? document.getRoot());
    expect(loadArray(document, extras.faceIndices, "u32")).toEqual(fileOf("ring_indirect").faceIndices);
    expect(loadArray(document, extras.faces, "u32")).toEqual(fileOf("ring_indirect").faces);
  });

  it("keeps links and weights where the skin does not give them back", async () => {
    const canonical = await through(example("rod_skinned"));
    expect(extrasOf(canonical.getRoot().listMeshes()[0] ?? canonical.getRoot())).not.toHaveProperty("links");
    const pairs = await through(example("rod_pairs"));
    const extras = extrasOf(pairs.getRoot().listMeshes()[0] ?? pairs.getRoot());
    expect(loadArray(pairs, extras.links, "u32")).toEqual(fileOf("rod_pairs").links);
  });

  it("keeps a mesh without faces", async () => {
    const document = await through(example("point"));
    const extras = extrasOf(nodeCalled(document, "mesh"));
    expect(extras).toMatchObject({ positions: [1, 2, 3], faceIndices: [0] });
    expect(extras.materialSections).toEqual([
      { name: "default", faceStart: 0, faceCount: 1, vertexMin: 0, vertexMax: 0 },
    ]);
  });

  it("keeps NaNs and odd texts", async () => {
    const document = await through(example("odd_bytes"));
    expect(loadArray(document, extrasOf(document.getRoot()).uv1Raw, "f32")?.length).toBe(198);
    expect(extrasOf(document.getRoot().listMeshes()[0] ?? document.getRoot())).toMatchObject({
      refMeshFileName: { hex: "e4620063" },
      refMeshFileTime: "18446744073709551615",
      trailing: [1, 2, 3],
    });
  });
});

describe("OBJ", () => {
  it("has groups and materials by section, and says what it lacks", async () => {
    const { document, losses } = await meshToScene(example("robot_skinned"));
    const { files, losses: all } = await writeObj(document, "robot", losses);
    const text = new TextDecoder().decode(files[0]?.bytes);
    expect(text.match(/^usemtl .*/gm)).toEqual(["usemtl body", "usemtl head", "usemtl limbs"]);
    expect(text.match(/^f /gm)).toHaveLength(808);
    expect(all.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["SKIN_DROPPED", "TANGENTS_DROPPED", "POINTS_DROPPED"]),
    );
  });
});

describe("damaged files under every option", () => {
  it("become valid GLBs or a typed error", async () => {
    const random = seededRandom(7);
    const names = ["rod_skinned", "robot_skinned", "rod_pairs", "ring_direct", "odd_bytes", "vase_sections"];
    const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
    for (let i = 0; i < 400; i++) {
      const bytes = mutate(example(pick(names) ?? "empty"), random);
      const options = {
        faceReading: pick(["auto", "indirect", "direct", "flat"]),
        linkReading: pick(["auto", "ranges", "pairs", "cornerRanges", "none"]),
        sectionReading: pick(["auto", "count", "end"]),
        winding: pick(["auto", "cw", "ccw"]),
        mirror: pick([true, false]),
      };
      try {
        await expectValidGlb(await writeGlb((await meshToScene(bytes, options)).document));
      } catch (error) {
        if (!(error instanceof MeshglotError)) throw error;
      }
    }
  }, 60_000);
});
