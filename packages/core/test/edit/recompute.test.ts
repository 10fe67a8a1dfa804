import { describe, expect, it } from "vitest";
import type { BmeshFile } from "../../src/formats/bmesh/file.ts";
import type { MeshbinFile } from "../../src/formats/meshbin/file.ts";
import type { MshFile } from "../../src/formats/msh/file.ts";
import type { Ms15File, UnigineFile } from "../../src/formats/unigine/file.ts";
import { decodeFrames } from "../../src/formats/unigine/frames.ts";
import { diffMesh, editMesh, recompute, setField, surfacesOf, validateMesh } from "../../src/index.ts";
import { describeCorpus } from "../support/files.ts";
import { example, faultOf, opened } from "./support.ts";

const fileOf = <F>(bytes: Uint8Array) => opened(bytes).file as F;

/** Mean cosine between two arrays of directions, for those that have one. */
function agreement(a: ArrayLike<number>, b: ArrayLike<number>, stride = 3, decode = (value: number) => value): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i + 2 < a.length; i += stride) {
    const [x, y] = [a, b].map((array) => [0, 1, 2].map((k) => decode(array[i + k] ?? 0)));
    const dot = [0, 1, 2].reduce((total, k) => total + (x?.[k] ?? 0) * (y?.[k] ?? 0), 0);
    const lengths = Math.hypot(...(x ?? [])) * Math.hypot(...(y ?? []));
    if (lengths === 0) continue;
    sum += dot / lengths;
    count++;
  }
  return count > 0 ? sum / count : 0;
}

describe("bounds", () => {
  it("of a box that was set wrong come back as the generator of the example computed them", async () => {
    for (const [name, paths] of [
      ["msh/sword_trail_points.msh", { boundsMin: "0,0,0", boundsMax: "1,1,1", sphereRadius: "9" }],
      ["bmesh/vase_sections.bMesh", { boundsMin: "-9,-9,-9", boundsMax: "9,9,9" }],
      ["meshbin/trophy_v3.meshbin", { boundsMin: "-9,-9,-9", boundsMax: "999,999,999", sphereRadius: "9999" }],
      ["unigine/ring_ms15.mesh", { "surfaces[0].bounds.radius": "99", "bounds.max": "9,9,9" }],
    ] as [string, Record<string, string>][]) {
      const source = example(name);
      const sets = Object.entries(paths).map(([path, value]) => setField(path, value));
      const { bytes: wrong } = await editMesh(source, sets);
      expect((await diffMesh(source, wrong)).changes.map(({ path }) => path).sort()).toEqual(Object.keys(paths).sort());
      const { bytes } = await editMesh(wrong, [recompute("bounds")]);
      // The mesh's own sphere in a UNIGINE file of several surfaces is looser in real files, so only the rest is compared.
      const { changes } = await diffMesh(source, bytes, { tolerance: 1e-5 });
      expect(changes.filter(({ path }) => !/^bounds\.(center|radius)/.test(path))).toEqual([]);
    }
  });

  it("by hand: a box of MESHBIN and its sphere", async () => {
    const { bytes } = await editMesh(example("meshbin/trophy_v3.meshbin"), [
      setField("positions[0]", "1000,0,0"),
      recompute("bounds"),
    ]);
    const file = fileOf<MeshbinFile>(bytes);
    const lows = [0, 1, 2].map((axis) => Math.min(...Array.from(file.positions).filter((_, i) => i % 3 === axis)));
    const highs = [0, 1, 2].map((axis) => Math.max(...Array.from(file.positions).filter((_, i) => i % 3 === axis)));
    expect(Array.from(file.boundsMin)).toEqual(lows);
    expect(Array.from(file.boundsMax)).toEqual(highs);
    expect(file.boundsMax[0]).toBe(1000);
    const center = lows.map((low, axis) => Math.floor((low + (highs[axis] ?? 0)) / 2));
    expect(Array.from(file.sphereCenter ?? [])).toEqual(center);
    // Position 0 is the farthest now.
    expect(file.sphereRadius).toBe(Math.ceil(Math.hypot(1000 - (center[0] ?? 0), center[1] ?? 0, center[2] ?? 0)));
  });

  it.each([
    ["splashpack/lighthouse_l1.splashpack", "bounds"],
    ["meshbin/crate_h0.meshbin", "bounds"],
    ["meshbin/crate_v1.meshbin", "tree"],
    ["msh/ring_static.msh", "tangents"],
    ["unigine/column_sk10.mesh_skinned", "tree"],
    ["bmesh/ring_clockwise_no_normals.bMesh", "tangents"],
    ["unigine/ring_ms15.mesh", "normals"],
  ] as const)("%s has no %s to recompute", async (name, what) => {
    expect((await faultOf(editMesh(example(name), [recompute(what)]))).code).toBe("EDIT_UNSUPPORTED");
  });
});

describe("normals", () => {
  it("of an MSH lie on those that the generator computed from the surface", async () => {
    const source = example("msh/ring_static.msh");
    const { bytes } = await editMesh(source, [recompute("normals")]);
    const [before, after] = [fileOf<MshFile>(source).normals, fileOf<MshFile>(bytes).normals];
    // The ring is round and its vertices split at a seam, where only half of the faces take part.
    expect(agreement(before ?? [], after ?? [])).toBeGreaterThan(0.95);
    expect((await validateMesh(bytes)).issues.filter(({ code }) => code === "MSH_NORMAL_LENGTH")).toEqual([]);
  });

  it("of a bMesh, whichever way its triangles run", async () => {
    for (const name of ["bmesh/vase_sections.bMesh", "bmesh/vase_clockwise.bMesh", "bmesh/ring_indirect.bMesh"]) {
      const source = example(name);
      const { bytes } = await editMesh(source, [recompute("normals")]);
      const decode = (byte: number) => (2 * byte) / 255 - 1;
      const [before, after] = [fileOf<BmeshFile>(source).normals, fileOf<BmeshFile>(bytes).normals];
      expect(agreement(before, after, 4, decode), name).toBeGreaterThan(0.9);
      expect(
        after.filter((_, i) => i % 4 === 3),
        name,
      ).toEqual(before.filter((_, i) => i % 4 === 3));
    }
  });

  it("fill a bMesh that had none, on the outside of its closed surface", async () => {
    const { bytes, issues } = await editMesh(example("bmesh/ring_clockwise_no_normals.bMesh"), [recompute("normals")]);
    const file = fileOf<BmeshFile>(bytes);
    expect(file.normals.length).toBe((4 * file.positions.length) / 3);
    expect(issues).toEqual([]);
  });

  it("of a MESHBIN are one per position, 4096 long", async () => {
    const source = example("meshbin/trophy_v3_normals.meshbin");
    const { bytes } = await editMesh(source, [recompute("normals")]);
    const file = fileOf<MeshbinFile>(bytes);
    expect(file.normalsCount).toBe(file.vertexCount);
    expect(file.normalIndices).toEqual(file.positionIndices);
    for (let i = 0; i < file.normals.length; i += 3) {
      expect(Math.hypot(...file.normals.subarray(i, i + 3))).toBeCloseTo(4096, -1);
    }
    // The normals that the example was made with, per corner, against the new ones.
    const old = fileOf<MeshbinFile>(source);
    const perCorner = (of: MeshbinFile) =>
      Array.from(of.normalIndices).flatMap((index) =>
        index < 0 ? [0, 0, 0] : Array.from(of.normals.subarray(3 * index, 3 * index + 3)),
      );
    expect(agreement(perCorner(old), perCorner(file))).toBeGreaterThan(0.9);
  });

  it("of a scene pack face the side that is drawn, in the frame in which the file keeps them", async () => {
    for (const name of ["lighthouse_l1", "lighthouse_l8", "crate_l1_untextured"]) {
      const { bytes } = await editMesh(example(`splashpack/${name}.splashpack`), [recompute("normals")]);
      const mesh = opened(bytes);
      const { details } = await mesh.format.summarize(mesh.file, mesh.dialect, {});
      // inspect tells how stored normals agree with the triangles: exactly, now.
      expect(JSON.stringify(details), name).toMatch(/(unity|none) 1\.00/);
    }
  });
});

describe("tangents", () => {
  it("of an MSH lie on those that the generator made from the surface", async () => {
    const source = example("msh/ring_tangents.msh");
    const { bytes } = await editMesh(source, [recompute("tangents")]);
    const [old, now] = [fileOf<MshFile>(source), fileOf<MshFile>(bytes)];
    expect(agreement(old.tangents ?? [], now.tangents ?? [])).toBeGreaterThan(0.99);
    // At right angles to the normals, and the binormals to both.
    for (let i = 0; i < (now.tangents?.length ?? 0); i += 3) {
      const at = (array: Float32Array | undefined) => Array.from(array?.subarray(i, i + 3) ?? []);
      const dot = (a: number[], b: number[]) => a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);
      expect(Math.abs(dot(at(now.normals), at(now.tangents)))).toBeLessThan(1e-5);
      expect(Math.abs(dot(at(now.binormals), at(now.tangents)))).toBeLessThan(1e-5);
    }
  });

  it("by hand: a square in the plane z = 0 whose texture lies straight on it", async () => {
    // Normal +z, u along +x, v along -y: the tangent is +x, and the binormal along +v is -y.
    const { tangentFrames } = await import("../../src/scene/tangentFrames.ts");
    const { tangents, signs, arbitrary } = tangentFrames(
      [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
      [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
      [0, 1, 1, 1, 1, 0, 0, 0],
      [0, 1, 2, 0, 2, 3],
    );
    expect(Array.from(tangents)).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
    expect(Array.from(signs)).toEqual([-1, -1, -1, -1]); // cross(z, x) is +y, against +v
    expect(Array.from(arbitrary)).toEqual([0, 0, 0, 0]);
  });

  it("of a bMesh lie on the generator's; no texture of the vase is mirrored", async () => {
    const source = example("bmesh/vase_sections.bMesh");
    const { bytes } = await editMesh(source, [recompute("tangents")]);
    const [before, after] = [fileOf<BmeshFile>(source).tangents, fileOf<BmeshFile>(bytes).tangents];
    expect(agreement(before, after, 4, (byte) => (2 * byte) / 255 - 1)).toBeGreaterThan(0.9);
    const flags = Array.from(after).filter((_, i) => i % 4 === 3);
    expect(flags.filter((flag) => flag !== 0)).toEqual([]);
  });
});

describe("tangents of UNIGINE", () => {
  it.each([
    "unigine/ring_ms15.mesh",
    "unigine/ring_ms13.mesh",
    "unigine/column_sk10_morphs.mesh_skinned",
    "unigine/panel_ms15_mirrored.mesh",
    "unigine/stand_ms10.mesh",
  ])("of %s lie on the generator's: directions, normals and handedness", async (name) => {
    const source = example(name);
    const { bytes } = await editMesh(source, [recompute("tangents")]);
    expectSameFrames(source, bytes, 0.9999, 1);
  });

  it("a texture that is turned over turns the handedness", async () => {
    // uv0 of the panel mirrored by hand: u becomes 1 - u everywhere.
    const source = example("unigine/stand_ms15_stored.mesh");
    const uv = surfacesOf(opened(source).file as UnigineFile)[0]?.uv0 ?? new Float32Array(0);
    const mirrored = Array.from({ length: uv.length / 2 }, (_, i) =>
      setField(`geometryBlocks[0].payload.uv0[${i}]`, `${1 - (uv[2 * i] ?? 0)},${uv[2 * i + 1]}`),
    );
    const { bytes } = await editMesh(source, [...mirrored, recompute("tangents")]);
    const [before, after] = [source, bytes].map(
      (of) => surfacesOf(opened(of).file as UnigineFile)[0]?.targets[0]?.tangents,
    );
    const [old, now] = [before, after].map((tangents) => decodeFrames(tangents ?? new Int16Array(0)));
    expect(Array.from(now?.signs ?? [])).toEqual(Array.from(old?.signs ?? [], (sign) => -sign));
    expect(agreement(old?.tangents ?? [], now?.tangents ?? [])).toBeCloseTo(-1, 3);
  });

  /** Median file of the corpus agrees to four digits; where textures have no extent the stored tangents stay. */
  describeCorpus("unigine/ms14", ["mesh"], (files) => {
    it.each(files)("of $name lie on the engine's own", async ({ bytes }) => {
      expectSameFrames(bytes, (await editMesh(bytes, [recompute("tangents")])).bytes, 0.998, 1);
    });
  });
});

function expectSameFrames(a: Uint8Array, b: Uint8Array, cosine: number, signs: number): void {
  const [before, after] = [a, b].map((of) =>
    surfacesOf(opened(of).file as UnigineFile).flatMap(({ targets }) => targets),
  );
  expect(before?.length).toBeGreaterThan(0);
  before?.forEach((target, i) => {
    const [old, now] = [target, after?.[i]].map((one) => decodeFrames(one?.tangents ?? new Int16Array(0)));
    expect(agreement(old?.tangents ?? [], now?.tangents ?? [])).toBeGreaterThan(cosine);
    expect(agreement(old?.normals ?? [], now?.normals ?? [])).toBeGreaterThan(0.9999);
    const equal = old?.signs.filter((sign, v) => sign === now?.signs[v]).length ?? 0;
    expect(equal / Math.max(1, old?.signs.length ?? 0)).toBeGreaterThanOrEqual(signs);
  });
}

describe("trees of UNIGINE", () => {
  it("of a mesh whose positions were edited fit again, and a copy that needs none stays as it is", async () => {
    const source = example("unigine/ring_ms15.mesh");
    expect((await editMesh(source, [recompute("tree")])).ranges.total).toBe(0);
    const move = setField("geometryBlocks[0].payload.positions[3]", "3,3,3");
    const { bytes: moved, issues } = await editMesh(source, [move]);
    expect(issues.map(({ code }) => code)).toEqual(expect.arrayContaining(["UNIGINE_TREE_BOUNDS", "UNIGINE_BOUNDS"]));
    const { bytes } = await editMesh(moved, [recompute("bounds"), recompute("tree")]);
    const codes = (await validateMesh(bytes)).issues.map(({ code }) => code);
    expect(codes.filter((code) => /TREE|EDGES|BOUNDS/.test(code))).toEqual([]);
    expect(Array.from(fileOf<Ms15File>(bytes).bounds.max)).toEqual([3, 3, 3]);
  });
});
