import { describe, expect, it } from "vitest";
import type { Ms12File, Ms13File, Ms14File, Ms15File, UnigineFile } from "../../src/formats/unigine/file.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import { indexWidth } from "../../src/formats/unigine/indices.ts";
import { nameOf } from "../../src/formats/unigine/names.ts";
import { surfacesOf } from "../../src/formats/unigine/surfaces.ts";
import { type Block, blockOf } from "../../src/layout/block.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { extrasOf } from "../../src/scene/document.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { loadArray } from "../../src/scene/rawData.ts";
import { describeCorpus } from "../support/files.ts";
import { expectBindPose, expectValidGlb, numbersOf, volumeOf } from "../support/gltf.ts";
import { edited, example, first } from "./build.ts";

const primitiveOf = async (bytes: Uint8Array, options = {}) => {
  const { document, losses } = await meshToScene(bytes, options);
  const mesh = first(document.getRoot().listMeshes());
  return { document, losses, mesh, primitive: first(mesh.listPrimitives()) };
};

/** An ms15 of one surface with so many positions and t-vertices, nearly all of them unused and zero. */
function wide(vertices: number, tVertices: number, change: (file: Ms15File) => void = () => undefined): Uint8Array {
  return edited("stand_ms15_stored", "ms15", (file) => {
    const surface = first(file.surfaces);
    const geometry = first(file.geometryBlocks).value;
    const positions = new Float32Array(3 * vertices);
    positions.set(geometry.positions);
    const tangents = new Int16Array(4 * tVertices).map((_, i) => (i % 4 === 3 ? -32767 : 0));
    tangents.set(geometry.tangents);
    const uv0 = new Float32Array(2 * tVertices);
    uv0.set(geometry.uv0);
    const fit = (indices: ArrayLike<number>, addressed: number) => {
      const Indices = { 1: Uint8Array, 2: Uint16Array, 4: Int32Array }[indexWidth(addressed)];
      return Indices.from(indices);
    };
    Object.assign(geometry, {
      positions,
      tangents,
      tangentCount: tVertices,
      uv0,
      uv0Count: tVertices,
      cIndices: fit(geometry.cIndices as Uint8Array, vertices),
      tIndices: fit(geometry.tIndices as Uint8Array, tVertices),
    });
    surface.vertexCount = vertices;
    change(file);
  });
}

describe("the width of indices", () => {
  it.each([
    [255, 1],
    [256, 2],
    [65535, 2],
    [65536, 4],
  ])("for %i vertices is %i bytes: strictly below", (vertices, width) => expect(indexWidth(vertices)).toBe(width));

  it.each([
    [255, 256, [8, 16]],
    [256, 255, [16, 8]],
    [65535, 65536, [16, 32]],
    [65536, 24, [32, 8]],
  ])("%i positions and %i t-vertices are read and written", async (vertices, tVertices, widths) => {
    const bytes = wide(vertices, tVertices);
    const { details } = await inspectMesh(bytes);
    expect(details.surfaces).toMatchObject([{ positions: vertices, tVertices, indexWidths: widths }]);
    expect(verifyMesh(bytes).identical).toBe(true);
  });

  it("is decided by the bytes that are left where they contradict the rule", async () => {
    const bytes = edited("stand_ms15_stored", "ms15", (file) => {
      const geometry = first(file.geometryBlocks).value;
      geometry.cIndices = Uint16Array.from(geometry.cIndices as Uint8Array);
      geometry.tIndices = Int32Array.from(geometry.tIndices as Uint8Array);
    });
    expect((await inspectMesh(bytes)).details.surfaces).toMatchObject([{ indexWidths: [16, 32] }]);
    expect(verifyMesh(bytes).identical).toBe(true);
  });

  it("may be that of compact integers, where nothing else fits and a count is that large", async () => {
    const bytes = wide(65536, 24, (file) => {
      const geometry = first(file.geometryBlocks).value;
      const values = geometry.cIndices as Int32Array;
      values[0] = 40_000; // three bytes, so that no fixed width gives the same size
      geometry.cIndices = { values };
    });
    expect((await inspectMesh(bytes)).details.surfaces).toMatchObject([{ indexWidths: ["compact", 8] }]);
    expect(verifyMesh(bytes).identical).toBe(true);
  });

  it("that fits nothing is a fault of the array", () => {
    const bytes = example("stand_ms15_stored").slice();
    // One t-index less in the header than in the block: 36 is a one-byte integer in front of the surface's bounds.
    const { spans } = mapMesh(bytes);
    bytes[spanAt(spans, "surfaces[0].tIndexCount")?.offset ?? 0] = 35;
    expect(openMesh(bytes).fault?.toJSON()).toMatchObject({
      code: "UNIGINE_BLOB_LEFTOVER",
      path: "geometryBlocks[0].payload",
    });
  });
});

describe("blocks", () => {
  it.each(["ring_ms15", "column_ms14_skinned", "column_sk10"])("of %s hold what their values encode to", (name) => {
    const bytes = example(name);
    const file = openMesh(bytes).file as Ms15File | Ms14File;
    const blocks: Block<unknown>[] = [...file.geometryBlocks, ...("treeBlocks" in file ? file.treeBlocks : [])];
    expect(blocks.some((block) => block.payload !== undefined)).toBe(true);
    const sizes = blocks.map((block) => block.uncompressedSize);
    // Without payloads all is encoded anew; our own encoder gives the same, so the file is the same.
    const fresh = (block: Block<never>) => blockOf(block.value, block.stored);
    const again = unigine.write(
      {
        ...file,
        geometryBlocks: (file.geometryBlocks as Block<never>[]).map(fresh),
        ...("treeBlocks" in file ? { treeBlocks: (file.treeBlocks as Block<never>[]).map(fresh) } : {}),
      } as UnigineFile,
      openMesh(bytes).dialect,
    );
    expect(again).toEqual(bytes);
    expect(sizes.every((size) => size > 0)).toBe(true);
  });

  it("map straight through when stored, and into decoded bytes when not", () => {
    const stored = spanAt(mapMesh(example("stand_ms15_stored")).spans, "geometryBlocks[0].payload.uv0[2]");
    expect(stored).toMatchObject({ type: "f32 x2", size: 8 });
    const packed = spanAt(mapMesh(example("ring_ms15")).spans, "geometryBlocks[0].payload");
    expect(packed?.inner?.[0]).toMatchObject({ path: "geometryBlocks[0].payload.positions", offset: 0 });
  });
});

describe("an edited surface", () => {
  it("leaves the other blocks and the table of offsets right", () => {
    const bytes = edited("ring_ms15", "ms15", (file) => {
      first(file.geometryBlocks).value.uv0.fill(0.5);
    });
    expect(openMesh(bytes).fault).toBeUndefined();
    expect(verifyMesh(bytes).identical).toBe(true);
    const file = openMesh(bytes).file as Ms15File;
    const { spans } = mapMesh(bytes);
    expect(file.offsets.map(Number)).toEqual([0, 1].map((i) => spanAt(spans, `geometryBlocks[${i}]`)?.offset));
  });
});

describe("embedded animation", () => {
  it("is refused, with what could be read", async () => {
    const file = openMesh(example("stand_ms12")).file as Ms12File;
    const bytes = unigine.write({ ...file, animationCount: 1, animationNames: [nameOf("walk")] }, "ms12");
    const { fault, file: partial } = openMesh(bytes);
    expect(fault?.toJSON()).toMatchObject({ code: "UNIGINE_EMBEDDED_ANIMATION", path: "animations" });
    expect(fault?.message).toContain("1 animations");
    expect(fault?.message).toContain("headers of 2 surfaces");
    expect(partial).toMatchObject({ animationCount: 1, surfaceCount: 2 });
    expect((await inspectMesh(bytes)).details).toMatchObject({ animations: ["walk"], sdk: "2.13 to 2.18" });
  });
});

describe("conversion", () => {
  it("makes a vertex for each pair of indices, and says which", async () => {
    const { primitive } = await primitiveOf(example("stand_ms15_stored"));
    // A box: 8 positions, 24 t-vertices, each with one position.
    expect(primitive.getAttribute("POSITION")?.getCount()).toBe(24);
    expect(new Set(numbersOf(primitive.getAttribute("_SOURCE_INDEX"))).size).toBe(8);
    expect(new Set(numbersOf(primitive.getAttribute("_SOURCE_TINDEX"))).size).toBe(24);
  });

  it("turns (x, y, z) into (-x, z, y), or (x, z, -y) on request", async () => {
    const bytes = edited("stand_ms15_stored", "ms15", (file) => {
      first(file.geometryBlocks).value.positions.set([0.25, 0.5, -0.125], 0);
    });
    const place = async (options = {}) => {
      const { primitive } = await primitiveOf(bytes, options);
      const at = numbersOf(primitive.getAttribute("_SOURCE_INDEX")).indexOf(0);
      return numbersOf(primitive.getAttribute("POSITION")).slice(3 * at, 3 * at + 3);
    };
    expect(await place()).toEqual([-0.25, -0.125, 0.5]);
    expect(await place({ forward: "-z" })).toEqual([0.25, -0.125, -0.5]);
  });

  it.each([{}, { forward: "-z" }])("keeps closed models right side out (%o)", async (options) => {
    for (const name of ["ring_ms14", "stand_ms15_stored", "column_ms11", "stand_ms10", "column_sk10"]) {
      expect(volumeOf((await primitiveOf(example(name), options)).document)).toBeGreaterThan(0);
    }
  });

  it("normals of closed models point outward", async () => {
    const { primitive } = await primitiveOf(example("ring_ms15"));
    const [positions, normals] = [
      numbersOf(primitive.getAttribute("POSITION")),
      numbersOf(primitive.getAttribute("NORMAL")),
    ];
    for (let i = 0; i < positions.length; i += 3) {
      const [x = 0, y = 0, z = 0] = positions.slice(i, i + 3);
      // From the middle of the tube (a circle of radius 0.6 at height 0.2) outward.
      const round = Math.hypot(x, z);
      const out = [x - (0.6 * x) / round, y - 0.2, z - (0.6 * z) / round];
      const dot = out.reduce((sum, value, axis) => sum + value * (normals[i + axis] ?? 0), 0);
      expect(dot).toBeGreaterThan(0.19); // the tube's radius is 0.2
    }
  });

  it("turns the sign of w round, so that it differs where a texture is mirrored", async () => {
    const { primitive } = await primitiveOf(example("panel_ms15_mirrored"));
    const [positions, tangents] = [
      numbersOf(primitive.getAttribute("POSITION")),
      numbersOf(primitive.getAttribute("TANGENT")),
    ];
    const uvs = numbersOf(primitive.getAttribute("TEXCOORD_0"));
    for (let v = 0; 3 * v < positions.length; v++) {
      const x = positions[3 * v] ?? 0;
      if (Math.abs(x) < 0.01) continue; // the seam between the halves
      const [tx = 0, , , w] = tangents.slice(4 * v, 4 * v + 4);
      // The panel faces +z: u grows to the right in the left half and to the left in the right one, v downward in both.
      expect(Math.sign(tx)).toBe(x < 0 ? 1 : -1);
      expect(w).toBe(x < 0 ? 1 : -1);
      expect(uvs[2 * v]).toBeCloseTo(1 - Math.abs(x), 5);
    }
  });

  it("keeps tangents as in the file, UVs unchanged and colours as bytes", async () => {
    const bytes = example("ring_lods_ms15");
    const surface = first(surfacesOf(openMesh(bytes).file as UnigineFile));
    const { primitive, mesh, document } = await primitiveOf(bytes);
    const t = numbersOf(primitive.getAttribute("_SOURCE_TINDEX"));
    const of = (source: ArrayLike<number>, size: number) =>
      t.flatMap((number) => Array.from({ length: size }, (_, k) => source[size * number + k]));
    expect(numbersOf(primitive.getAttribute("_TANGENT_RAW"))).toEqual(of(surface.targets[0]?.tangents ?? [], 4));
    expect(numbersOf(primitive.getAttribute("TEXCOORD_0"))).toEqual(of(surface.uv0, 2));
    expect(numbersOf(primitive.getAttribute("TEXCOORD_1"))).toEqual(of(surface.uv1, 2));
    expect(numbersOf(primitive.getAttribute("COLOR_0"))).toEqual(of(surface.colors, 4));
    expect(primitive.getAttribute("COLOR_0")?.getNormalized()).toBe(true);
    expect(extrasOf(mesh)).toMatchObject({
      lightmapUvChannel: 1,
      lightmapResolution: 3,
      collision: { canonical: true },
    });
    expect(mesh.getName()).toBe("ring_lod_0");
    expect(primitive.getMaterial()?.getName()).toBe("ring_lod_0");
    expect(
      document
        .getRoot()
        .listNodes()
        .map((node) => node.getName()),
    ).toContain("ring_lod_1");
  });

  it("hangs skins on joints whose children may come first", async () => {
    const { document, primitive } = await primitiveOf(example("column_ms14_skinned"));
    const [tip, root] = document.getRoot().listSkins()[0]?.listJoints() ?? [];
    expect(root?.getName()).toBe("корень");
    expect(tip?.getParentNode()).toBe(root);
    expect(tip?.getTranslation().map((value) => value + 0)).toEqual([0, 0.75, 0]);
    expectBindPose(document);
    const weights = numbersOf(primitive.getAttribute("WEIGHTS_0"));
    for (let i = 0; i < weights.length; i += 4) {
      expect(weights.slice(i, i + 4).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
    }
    // The joint at the root of the list holds the top of the column.
    const positions = numbersOf(primitive.getAttribute("POSITION"));
    const joints = numbersOf(primitive.getAttribute("JOINTS_0"));
    const top = Array.from({ length: positions.length / 3 }, (_, v) => v).filter(
      (v) => (positions[3 * v + 1] ?? 0) > 1.2,
    );
    expect(top.every((v) => joints[4 * v] === 0 && weights[4 * v] === 1)).toBe(true);
  });

  it("can show the rest pose, and keeps both", async () => {
    const bytes = example("column_sk10");
    const bind = await primitiveOf(bytes);
    const rest = await primitiveOf(bytes, { pose: "rest" });
    const rotation = ({ document }: typeof bind) => document.getRoot().listSkins()[0]?.listJoints()[0]?.getRotation();
    expect(rotation(bind)).toEqual([0, 0, 0, 1]);
    // 30 degrees about the file's x, which is -x in glTF.
    expect(rotation(rest)?.map((value) => value.toFixed(5))).toEqual(["-0.25882", "0.00000", "0.00000", "0.96593"]);
    const extras = extrasOf(rest.document.getRoot());
    expect(extras).toMatchObject({ pose: "rest", skeletonGuid: "0123456789abcdef0123456789abcdef01234567" });
    expect(loadArray(rest.document, extras.bind, "f32")?.length).toBe(20);
    expect(loadArray(bind.document, extrasOf(bind.document.getRoot()).rest, "f32")?.length).toBe(20);
    await expectValidGlb(await writeGlb(rest.document));
  });

  it("makes morph targets of the differences to the first one", async () => {
    const { primitive, mesh } = await primitiveOf(example("column_sk10_morphs"));
    expect(mesh.getExtras().targetNames).toEqual(["fat", "bent"]);
    expect(mesh.getWeights()).toEqual([0, 0]);
    const { targets } = first(surfacesOf(openMesh(example("column_sk10_morphs")).file as UnigineFile));
    const numbers = numbersOf(primitive.getAttribute("_SOURCE_INDEX"));
    const base = numbersOf(primitive.getAttribute("POSITION"));
    primitive.listTargets().forEach((target, i) => {
      const difference = numbersOf(target.getAttribute("POSITION"));
      numbers.forEach((number, v) => {
        const [x = 0, y = 0, z = 0] = targets[i + 1]?.positions.subarray(3 * number, 3 * number + 3) ?? [];
        [-x, z, y].forEach((value, axis) => {
          expect((base[3 * v + axis] ?? 0) + (difference[3 * v + axis] ?? 0)).toBeCloseTo(value, 6);
        });
      });
    });
    const moved = numbersOf(primitive.listTargets()[1]?.getAttribute("NORMAL"));
    expect(Math.max(...moved.map(Math.abs))).toBeGreaterThan(0.1); // the bent column's normals lean
  });

  it("keeps what no triangle uses, and what is broken, in the extras", async () => {
    const bytes = edited("stand_ms15_stored", "ms15", (file) => {
      const { value } = first(file.geometryBlocks);
      (value.cIndices as Uint8Array).set([200, 0, 1], 0); // a face that points nowhere
      (value.cIndices as Uint8Array).fill(0, 3);
      value.uv0[3] = Number.NaN;
    });
    const { document, losses, mesh, primitive } = await primitiveOf(bytes);
    expect(losses.map(({ code }) => code)).toEqual(expect.arrayContaining(["FACES_DROPPED", "COLLISION_DATA"]));
    expect(primitive.getIndices()?.getCount()).toBe(33);
    const extras = extrasOf(mesh);
    expect(extras.collision).toMatchObject({ canonical: false });
    expect(extras.cIndices).toHaveLength(36);
    expect(extras.unusedPositions).toMatchObject({ numbers: [1, 2, 3, 4, 5, 6, 7] });
    expect(loadArray(document, extras.uv0, "f32")?.[3]).toBeNaN();
    await expectValidGlb(await writeGlb(document));
  });

  it("keeps the four largest influences, and names what it left out", async () => {
    const bytes = edited("column_ms14_skinned", "ms14", (file) => {
      const { weights } = first(file.geometryBlocks).value;
      const own = weights.counts[0] ?? 0;
      weights.counts[0] = 5;
      weights.joints = Int16Array.from([0, 1, 0, 1, 7, ...weights.joints.subarray(own)]);
      weights.weights = Uint16Array.from([10, 20000, 30000, 15000, 535, ...weights.weights.subarray(own)]);
    });
    const { losses, primitive, document } = await primitiveOf(bytes);
    expect(losses).toContainEqual(expect.objectContaining({ code: "INFLUENCES_DROPPED", count: 1 }));
    expect(losses).toContainEqual(expect.objectContaining({ code: "JOINTS_REPLACED", count: 1 }));
    const at = numbersOf(primitive.getAttribute("_SOURCE_INDEX")).indexOf(0);
    const total = 20000 + 30000 + 15000 + 535;
    const weights = numbersOf(primitive.getAttribute("WEIGHTS_0")).slice(4 * at, 4 * at + 4);
    expect(numbersOf(primitive.getAttribute("JOINTS_0")).slice(4 * at, 4 * at + 2)).toEqual([1, 0]);
    expect(weights[0]).toBeCloseTo(35000 / total, 6);
    expect(weights[1]).toBeCloseTo(30535 / total, 6);
    await expectValidGlb(await writeGlb(document));
  });

  it("breaks circles of parents", async () => {
    const bytes = edited("column_ms14_skinned", "ms14", (file) => {
      for (const joint of file.joints) joint.parent = 1 - file.joints.indexOf(joint);
    });
    const { losses, document } = await primitiveOf(bytes);
    expect(losses).toContainEqual(expect.objectContaining({ code: "JOINT_PARENTS_REPLACED", count: 1 }));
    await expectValidGlb(await writeGlb(document));
    expectBindPose(await readGlb(await writeGlb(document)));
  });

  it("needs neither tangents nor UVs", async () => {
    const file = openMesh(example("ring_ms13")).file as Ms13File;
    const geometry = first(file.geometry);
    Object.assign(first(geometry.targets), { tangentCount: 0, tangents: new Int16Array(0) });
    Object.assign(geometry, { uv0Count: 0, uv0: new Float32Array(0), colorCount: 0, colors: new Uint8Array(0) });
    geometry.tIndices = Uint8Array.from(geometry.tIndices as Uint16Array); // no t-vertex is addressed
    const bytes = unigine.write(file, "ms13");
    expect(verifyMesh(bytes).identical).toBe(true);
    const { primitive, document } = await primitiveOf(bytes);
    expect(primitive.listSemantics().sort()).toEqual(["POSITION", "_SOURCE_INDEX"]);
    expect(volumeOf(document)).toBeGreaterThan(0);
    await expectValidGlb(await writeGlb(document));
  });
});

describeCorpus("unigine/ms14", ["mesh"], (files) => {
  it.each(files)("$name: decoded blocks are what their values encode to", ({ bytes }) => {
    const file = openMesh(bytes).file as Ms14File;
    const fresh = <T>(block: Block<T>) => blockOf(block.value, true);
    const stored = { ...file, geometryBlocks: file.geometryBlocks.map(fresh), treeBlocks: file.treeBlocks.map(fresh) };
    const again = openMesh(unigine.write(stored, "ms14")).file as Ms14File;
    expect(again.geometryBlocks.map(({ uncompressedSize }) => uncompressedSize)).toEqual(
      file.geometryBlocks.map(({ uncompressedSize }) => uncompressedSize),
    );
    expect(again.geometryBlocks.map(({ value }) => value)).toEqual(file.geometryBlocks.map(({ value }) => value));
    expect(again.treeBlocks.map(({ value }) => value)).toEqual(file.treeBlocks.map(({ value }) => value));
  });
});
