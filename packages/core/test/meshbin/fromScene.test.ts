import type { Document } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import type { MeshbinFile } from "../../src/formats/meshbin/file.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToGlb, meshToScene } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { accessor } from "../../src/scene/document.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";
import { documentOf, randomScene } from "../support/randomScene.ts";
import { largest, largestDifference, volumeOfTriangles, worldTriangles } from "../support/worldTriangles.ts";
import { GOLDEN } from "./golden.ts";

type Options = Parameters<typeof buildMesh>[2];

const sceneOf = async (obj: string) => (await importScene(new TextEncoder().encode(obj), "obj")).document;
const build = async (document: Document, options: Options = {}) => {
  const { bytes, losses } = await buildMesh(document, "meshbin", options);
  return { bytes, losses: losses.map(({ code }) => code), file: openMesh(bytes).file as MeshbinFile };
};
const buildObj = async (obj: string, options: Options = {}) => build(await sceneOf(obj), options);
const refusal = async (obj: string, options: Options = {}): Promise<[string, string]> => {
  const error: unknown = await buildObj(obj, options).catch((caught: unknown) => caught);
  return error instanceof MeshglotError ? [error.code, error.path] : ["not refused", String(error)];
};
const throughGlb = async (bytes: Uint8Array, edit: (document: Document) => void = () => {}) => {
  const { glb } = await meshToGlb(bytes);
  const { document } = await importScene(glb, "glb");
  edit(document);
  return build(document);
};
const isHeaderless = (bytes: Uint8Array) => openMesh(bytes).dialect !== "MESHBIN";
const mesh = (document: Document) => {
  const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
  if (!primitive) throw new Error("no mesh");
  return primitive;
};

/** The square of one metre in the plane z = 0, counter-clockwise seen from +z. */
const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
const ring = (points: readonly (readonly number[])[]) =>
  `${points.map((point) => `v ${point.join(" ")}`).join("\n")}\nf ${points.map((_, i) => i + 1).join(" ")}\n`;

describe("MESHBIN from a scene", () => {
  it("gives the bytes of the page's sample for its triangle", async () => {
    // Raw (0,0,0) (128,0,0) (0,128,0) with y down; clockwise in the file, counter-clockwise in glTF. UVs are the
    // centres of texels (0,127) (127,127) (0,0) of a texture of 128, V from the bottom as in OBJ.
    const uv = [0.5, 127.5].map((texel) => texel / 128);
    const obj = `v 0 0 0\nv 1 0 0\nv 0 -1 0\nvt ${uv[0]} ${uv[1]}\nvt ${uv[1]} ${uv[1]}\nvt ${uv[0]} ${uv[0]}\nf 1/1 3/3 2/2\n`;
    const { bytes } = await buildObj(obj, { textureSize: 128 });
    expect([...bytes]).toEqual([...GOLDEN]);
    expect((await validateMesh(bytes)).issues.map(({ code }) => code)).toEqual(["MESHBIN_WINDING_UNKNOWN"]);
  });

  it("stores an OBJ's quad in Z order, as the engine's exporter does", async () => {
    // Ring a, b, c, d becomes a, d, b, c (code, verified on a real face).
    const { file } = await buildObj(`${SQUARE}f 1 2 3 4\n`);
    expect([...file.positionIndices]).toEqual([0, 3, 1, 2]);
    expect(file.facesCount).toBe(1);
    // Clockwise: (p2 - p0) x (p1 - p0) of slots 1, 2, 3 points outward, here to +z of glTF, -z of the file.
    const p = (slot: number, axis: number) => file.positions[(file.positionIndices[slot] ?? 0) * 3 + axis] ?? 0;
    const z = (p(2, 0) - p(0, 0)) * (p(1, 1) - p(0, 1)) - (p(2, 1) - p(0, 1)) * (p(1, 0) - p(0, 0));
    expect(Math.sign(z)).toBe(-1);
  });

  it("starts a concave quad at the corner whose halves both face outward", async () => {
    const { file, losses } = await buildObj(
      ring([
        [0, 0, 0],
        [4, 1, 0],
        [1, 1, 0],
        [1, 4, 0],
      ]),
    );
    expect([file.facesCount, losses]).toEqual([1, []]);
    expect(
      (
        await validateMesh(
          (
            await buildObj(
              ring([
                [0, 0, 0],
                [4, 1, 0],
                [1, 1, 0],
                [1, 4, 0],
              ]),
            )
          ).bytes,
        )
      ).issues,
    ).toMatchObject([]);
  });

  it("splits a quad that folds by more than 30 degrees along both diagonals", async () => {
    const { file, losses } = await buildObj(
      ring([
        [0, 0, 0],
        [1, 0, 1],
        [1, 1, 0],
        [0, 1, 1],
      ]),
    );
    expect([file.facesCount, losses]).toEqual([2, ["QUADS_SPLIT"]]);
  });

  it("joins coplanar triangles on request", async () => {
    const obj = `${SQUARE}f 1 2 3\nf 1 3 4\n`;
    expect((await buildObj(obj)).file.facesCount).toBe(2);
    expect((await buildObj(obj, { pairQuads: true })).file.facesCount).toBe(1);
  });

  it("shares positions by place and colour, UVs by texel", async () => {
    const { file } = await buildObj(
      "v 0 0 0 1 1 1\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\nv 0 0 0 0 0 0\nv 1 0 0 1 1 1\nvt 0.1 0.1\nvt 0.101 0.1\nf 1/1 2/2 3/1\nf 4/1 5/1 3/1\n",
    );
    // OBJ vertices 2 and 5 are one position; 1 and 4 differ in colour. Both UVs are texel 25.
    expect([file.vertexCount, file.uvCount]).toEqual([4, 1]);
    expect([...file.colors.subarray(0, 3)]).toEqual([128, 128, 128]);
  });

  it("moves faces of other tiles into the first, and refuses those across a border", async () => {
    const square = (offset: number, size: number) =>
      `${SQUARE}vt ${offset} 0\nvt ${offset + size} 0\nvt ${offset + size} ${size}\nf 1/1 2/2 3/3\n`;
    const inside = (await buildObj(square(0, 0.5))).file.uv0;
    expect([...(await buildObj(square(3, 0.5))).file.uv0]).toEqual([...inside]);
    expect(await refusal(square(0.75, 0.5))).toEqual(["MESHBIN_UV_TILING", "faces[0]"]);
    const clamped = await buildObj(square(0.75, 0.5), { clampUv: true });
    expect([clamped.file.uvCount, clamped.losses]).toEqual([3, ["UVS_CLAMPED"]]);
  });

  it("rounds coordinates, or truncates them as old tools did", async () => {
    const obj = "v 0.0119 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"; // 0.0119 * 128 = 1.52
    expect((await buildObj(obj)).file.positions[0]).toBe(2);
    expect((await buildObj(obj, { quantize: "truncate" })).file.positions[0]).toBe(1);
  });

  it("computes box and sphere as the page says", async () => {
    const { file } = await buildObj("v 0 0 0\nv 0.0234375 0 0\nv 0 1 0\nf 1 2 3\n"); // 3 units by 128
    expect([...file.boundsMin, ...file.boundsMax]).toEqual([0, -128, 0, 3, 0, 0]);
    // Centre: floor of (1.5, -64, 0); the farthest corner, (3, 0, 0), is sqrt(4 + 4096) = 64.03 away.
    expect([...(file.sphereCenter ?? []), file.sphereRadius]).toEqual([1, -64, 0, 65]);
  });

  it("skips objects that only collide", async () => {
    const { file, losses } = await buildObj(`${SQUARE}o house\nf 1 2 3\no col_house\nf 1 3 4\n`);
    expect([file.facesCount, losses]).toEqual([1, ["COLLISION_SKIPPED"]]);
  });

  it("takes the engine's own OBJ dialect as it is: axes, colours, box, sphere, bones", async () => {
    const { file } = await buildObj(
      [
        "v 0 0 0 128 64 255",
        "v 1 0 0 128 128 128",
        "v 0 1 0 128 128 128",
        "f 1 2 3",
        "aabb -1 -1 -1 2 2 2",
        "bsphere 0.5 0.5 0 1.5",
        "skel 2",
        "bone 0 hip -1 0 64 0 4096 0 0 0",
        "bone 1 knee 0 128 0 0 0 4096 0 0",
        "vw 1 0",
        "vw 2 1",
        "vw 3 1",
      ].join("\n"),
    );
    expect([...file.positions]).toEqual([0, 0, 0, 128, 0, 0, 0, 128, 0]);
    expect([...file.colors.subarray(0, 3)]).toEqual([128, 64, 255]);
    expect([...file.boundsMin, ...file.boundsMax]).toEqual([-128, -128, -128, 256, 256, 256]);
    expect([...(file.sphereCenter ?? []), file.sphereRadius]).toEqual([64, 64, 0, 192]);
    const bones = file.bones?.map((bone) => [bone.parent, ...bone.localPosition, ...bone.localRotation.map(Math.abs)]);
    expect(bones).toEqual([
      [-1, 0, 64, 0, 4096, 0, 0, 0],
      [0, 128, 0, 0, 0, 4096, 0, 0],
    ]);
    expect([...(file.vertexBone ?? [])]).toEqual([0, 1, 1]);
  });

  it("drops faces whose corners meet on the grid, and says so", async () => {
    const { file, losses } = await buildObj(`${SQUARE}v 0.001 0 0\nf 1 2 3\nf 1 5 3\n`);
    expect([file.facesCount, losses]).toEqual([1, ["DEGENERATE_FACES_DROPPED"]]);
  });

  it("writes older versions without what they do not have", async () => {
    const { file, bytes } = await buildObj("v 0 0 0 2 2 2\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", { version: 1 });
    expect([file.version, file.hasSkeleton, file.sphereRadius]).toEqual([1, undefined, undefined]);
    // FF FF FF would mean "no colour" there.
    expect([...file.colors.subarray(0, 3)]).toEqual([254, 255, 255]);
    expect(bytes.byteLength).toBe(29 + 15 * 3 + 24 + 12);
  });

  it.each<[string, string, Options, string, string]>([
    [
      "256 m away",
      "v 256 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
      {},
      "MESHBIN_COORDINATE_WRAPS",
      "mesh/primitives[0].POSITION[0]",
    ],
    ["1000 faces", SQUARE + "f 1 2 3\n".repeat(1000), {}, "MESHBIN_TOO_MANY_FACES", "faces"],
    ["only collision", `${SQUARE}o col_a\nf 1 2 3\n`, {}, "SCENE_EMPTY", ""],
    ["version 7", `${SQUARE}f 1 2 3\n`, { version: 7 }, "OPTION_VALUE", ""],
  ])("refuses %s", async (_, obj, options, code, path) => {
    expect(await refusal(obj, options)).toEqual([code, path]);
  });
});

describe("skinned MESHBIN from a scene", () => {
  /** A triangle on a chain of joints; the skin lists the children first. */
  const chain = async (count: number, scale = 1) => {
    const document = await sceneOf("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const joints = Array.from({ length: count }, (_, i) =>
      document.createNode(`joint${i}`).setTranslation([0, 0.5, 0]),
    );
    joints.forEach((joint, i) => {
      const parent = joints[i - 1] ?? document.getRoot().listScenes()[0];
      parent?.addChild(joint);
    });
    joints.at(-1)?.setScale([scale, scale, scale]);
    const inverse = (y: number, s: number) => [1 / s, 0, 0, 0, 0, 1 / s, 0, 0, 0, 0, 1 / s, 0, 0, -y / s, 0, 1];
    const binds = joints.flatMap((_, i) => inverse(0.5 * (i + 1), i === count - 1 ? scale : 1)).reverse();
    const columns = Array.from({ length: count }, (_, i) => binds.slice(i * 16, i * 16 + 16).reverse()).flat();
    const skin = document
      .createSkin()
      .setInverseBindMatrices(accessor(document, "", "MAT4", Float32Array.from(columns)));
    for (const joint of [...joints].reverse()) skin.addJoint(joint);
    document
      .getRoot()
      .listNodes()
      .find((node) => node.getMesh())
      ?.setSkin(skin);
    const last = count - 1; // in the skin's order, the root of the chain
    mesh(document)
      .setAttribute(
        "JOINTS_0",
        accessor(document, "", "VEC4", Uint16Array.of(last, 0, 0, 0, 0, last, 0, 0, 0, 0, 0, 0)),
      )
      .setAttribute(
        "WEIGHTS_0",
        accessor(document, "", "VEC4", Float32Array.of(1, 0, 0, 0, 0.75, 0.25, 0, 0, 0, 0, 0, 0)),
      );
    return document;
  };

  it("puts parents first, binds to the strongest bone, and to the nearest where there is none", async () => {
    const { file, losses } = await build(await chain(2));
    expect(
      file.bones?.map(({ parent, localPosition, localRotation }) => [parent, ...localPosition, ...localRotation]),
    ).toEqual([
      [-1, 0, -64, 0, 4096, 0, 0, 0],
      [0, 0, -64, 0, 4096, 0, 0, 0],
    ]);
    // (0, 1, 0) has no weights; the second joint is at its place.
    expect([...(file.vertexBone ?? [])]).toEqual([0, 1, 1]);
    expect(losses).toEqual(["BONE_NAMES_DROPPED", "INFLUENCES_DROPPED", "VERTICES_UNWEIGHTED"]);
  });

  it.each<[string, number, number, Options, string]>([
    ["16 joints", 16, 1, {}, "MESHBIN_TOO_MANY_BONES"],
    ["a scaled joint", 2, 2, {}, "MESHBIN_BONE_SCALED"],
    ["version 1", 2, 1, { version: 1 }, "MESHBIN_UNSUPPORTED_VERSION"],
  ])("refuses %s", async (_, count, scale, options, code) => {
    const error: unknown = await build(await chain(count, scale), options).catch((caught: unknown) => caught);
    expect(error instanceof MeshglotError && error.code).toBe(code);
  });
});

describe("any scene of boxes as MESHBIN", () => {
  it("keeps geometry and winding within the grid, and validates without a warning", async () => {
    await fc.assert(
      fc.asyncProperty(randomScene({ maxInfluences: 1, morphTargets: 1 }), fc.boolean(), async (scene, pairQuads) => {
        const document = documentOf(scene);
        const { bytes, file } = await build(document, { pairQuads });
        const { issues } = await validateMesh(bytes);
        // A skeleton in version 3 is right, and the known engine reads it wrongly.
        const known = ["MESHBIN_SKINNED_V3_ENGINE_BUG"];
        expect(issues.filter(({ severity, code }) => severity !== "info" && !known.includes(code))).toEqual([]);
        const before = worldTriangles(document);
        const after = worldTriangles((await meshToScene(bytes)).document);
        // Each coordinate is rounded to 1/128 m; skinned vertices stand in bind pose, where bones move nothing.
        const half = 1 / 128 / 2;
        if (!pairQuads) {
          expect(largestDifference(before, after)).toBeLessThanOrEqual(half + 2 ** -22 * largest(before));
        }
        expect(after.length).toBe(before.length);
        expect(volumeOfTriangles(after)).toBeGreaterThan(0);
        const triangles = scene.meshes.flatMap((mesh) => mesh.boxes).length * 12;
        // A side that was turned is no longer flat on the grid; then it stays two triangles.
        if (pairQuads) expect(file.indicesCount).toBeGreaterThanOrEqual(triangles / 2);
        else expect(file.indicesCount).toBe(triangles);
      }),
      { numRuns: 100, seed: 8 },
    );
  });
});

describe("MESHBIN -> GLB -> MESHBIN", () => {
  const examples = exampleFiles("meshbin").filter(({ bytes }) => !isHeaderless(bytes));
  it.each(examples)("$name is the same, byte for byte", async ({ bytes }) => {
    expect((await throughGlb(bytes)).bytes).toEqual(bytes);
  });

  it.each(exampleFiles("meshbin").filter(({ bytes }) => isHeaderless(bytes)))(
    "$name becomes a version 3 with the same faces",
    async ({ bytes }) => {
      const before = openMesh(bytes).file as MeshbinFile;
      const { file } = await throughGlb(bytes);
      expect([file.version, file.indicesCount, file.vertexCount]).toEqual([3, before.indicesCount, before.vertexCount]);
      expect([...file.positionIndices]).toEqual([...before.positionIndices]);
    },
  );

  describeCorpus("meshbin", ["meshbin", "mb"], (files) => {
    it.each(files.filter(({ bytes }) => !isHeaderless(bytes)))(
      "$name is the same, byte for byte",
      async ({ bytes }) => {
        expect((await throughGlb(bytes)).bytes).toEqual(bytes);
      },
    );
  });

  it("carries an edit of one vertex and nothing else", async () => {
    const bytes =
      exampleFiles("meshbin").find(({ name }) => name === "trophy_v3_normals.meshbin")?.bytes ?? new Uint8Array();
    const before = openMesh(bytes).file as MeshbinFile;
    // A position inside the box, so that box and sphere stay; all vertices of the place move, or the table would grow.
    const extent = [...before.boundsMin, ...before.boundsMax];
    const place = Array.from({ length: before.vertexCount }, (_, i) => i).find((i) =>
      [0, 1, 2].every((k) => {
        const value = before.positions[i * 3 + k] ?? 0;
        return value > (extent[k] ?? 0) + 1 && value < (extent[k + 3] ?? 0) - 1;
      }),
    );
    const edited = await throughGlb(bytes, (document) => {
      const positions = mesh(document).getAttribute("POSITION");
      const sources = mesh(document).getAttribute("_SOURCE_INDEX");
      for (let vertex = 0; vertex < (sources?.getCount() ?? 0); vertex++) {
        if (sources?.getScalar(vertex) !== place) continue;
        const [x = 0, y = 0, z = 0] = positions?.getElement(vertex, []) ?? [];
        positions?.setElement(vertex, [x + 1 / 128, y, z]);
      }
    });
    expect(place).toBeDefined();
    const changed = [...bytes].flatMap((byte, i) => (edited.bytes[i] === byte ? [] : [i]));
    // positions start at byte 31, 12 bytes each; a step of one may carry into the next byte.
    expect(edited.bytes).toHaveLength(bytes.byteLength);
    expect(changed.every((i) => i >= 31 + (place ?? 0) * 12 && i < 31 + (place ?? 0) * 12 + 4)).toBe(true);
    expect(edited.file.positions[(place ?? 0) * 3]).toBe((before.positions[(place ?? 0) * 3] ?? 0) + 1);
  });

  it("survives a program that drops extras and custom attributes, with the same faces as triangles", async () => {
    const bytes = exampleFiles("meshbin").find(({ name }) => name === "trophy_v3.meshbin")?.bytes ?? new Uint8Array();
    const before = openMesh(bytes).file as MeshbinFile;
    const { file, bytes: built } = await throughGlb(bytes, (document) => {
      for (const holder of [...document.getRoot().listMeshes(), ...document.getRoot().listNodes()])
        holder.setExtras({});
      for (const name of ["_SOURCE_INDEX", "_SOURCE_UV", "_SOURCE_NORMAL", "_COLOR_RAW"])
        mesh(document).setAttribute(name, null);
    });
    const quads = (f: MeshbinFile) =>
      Array.from({ length: f.indicesCount }, (_, i) => f.positionIndices[i * 4 + 1]).filter((slot) => slot !== -1)
        .length;
    expect(file.indicesCount).toBe(before.indicesCount + quads(before));
    expect([...file.boundsMin, ...file.boundsMax]).toEqual([...before.boundsMin, ...before.boundsMax]);
    expect((await validateMesh(built)).issues.filter(({ severity }) => severity !== "info")).toEqual([]);
  });
});
