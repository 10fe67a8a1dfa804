import { describe, expect, it } from "vitest";
import type { BmeshFile } from "../src/formats/bmesh/file.ts";
import { bmesh } from "../src/formats/bmesh/index.ts";
import type { MeshbinFile } from "../src/formats/meshbin/file.ts";
import { meshbin } from "../src/formats/meshbin/index.ts";
import type { MshFile } from "../src/formats/msh/file.ts";
import { msh } from "../src/formats/msh/index.ts";
import type { SplashpackFile } from "../src/formats/splashpack/file.ts";
import { splashpack } from "../src/formats/splashpack/index.ts";
import type { Ms15File } from "../src/formats/unigine/file.ts";
import { unigine } from "../src/formats/unigine/index.ts";
import { blockOf } from "../src/layout/block.ts";
import { openMesh } from "../src/operations/open.ts";
import { repairMesh } from "../src/operations/repair.ts";
import { validateMesh } from "../src/operations/validate.ts";
import { FORMATS } from "../src/registry.ts";
import { GOLDEN as SPLASH } from "./splashpack/golden.ts";
import { exampleFiles } from "./support/files.ts";

const example = (path: string): Uint8Array => {
  const [format = "", name] = path.split("/");
  const found = exampleFiles(format).find((file) => file.name === name);
  if (!found) throw new Error(`no example ${path}`);
  return found.bytes;
};
const fileOf = <F>(path: string) => openMesh(example(path)).file as F;
const first = <T>(items: readonly T[]): T => {
  if (items[0] === undefined) throw new Error("the example has none");
  return items[0];
};

const RING = "msh/ring_static.msh";
const TROPHY = "meshbin/trophy_v3.meshbin";
const ROBOT = "bmesh/robot_skinned.bMesh";
const STAND = "unigine/stand_ms15_stored.mesh";
const ring = (change: Partial<MshFile>) => msh.write({ ...fileOf<MshFile>(RING), ...change }, "MSH");
const trophy = (change: Partial<MeshbinFile>) =>
  meshbin.write({ ...fileOf<MeshbinFile>(TROPHY), ...change }, "MESHBIN");
const robot = (change: (file: BmeshFile) => Partial<BmeshFile>) => {
  const file = fileOf<BmeshFile>(ROBOT);
  return bmesh.write({ ...file, ...change(file) }, "bMesh");
};
const stand = (change: (file: Ms15File) => void) => {
  const file = fileOf<Ms15File>(STAND);
  change(file);
  return unigine.write(file, "ms15");
};
const treeOf = (file: Ms15File) => first(file.treeBlocks).value;

/** A file whose values are what the rest of it says, and the same with one of them spoilt: mending gives it back. */
const SPOILT: [code: string, original: string, spoilt: () => Uint8Array, paths: string[]][] = [
  [
    "MSH_BOUNDS_MISMATCH",
    RING,
    () => ring({ boundsMin: Float32Array.of(0, 0, 0) }),
    ["boundsMin", "boundsMax", "sphereRadius"],
  ],
  ["MSH_RADIUS_MISMATCH", RING, () => ring({ sphereRadius: 1 }), ["sphereRadius"]],
  [
    "MSH_SUBMESH_VERTEX_RANGE",
    RING,
    () => ring({ subMeshes: fileOf<MshFile>(RING).subMeshes.map((s) => ({ ...s, vertexCount: 3 })) }),
    ["subMeshes[0]"],
  ],
  ["MESHBIN_FACE_COUNT_MISMATCH", TROPHY, () => trophy({ facesCount: 7 }), ["facesCount"]],
  [
    "MESHBIN_BOUNDS_INVERTED",
    TROPHY,
    () => trophy({ boundsMin: Int16Array.of(999, 999, 999) }),
    ["boundsMin", "boundsMax"],
  ],
  ["MESHBIN_SPHERE_NEGATIVE", TROPHY, () => trophy({ sphereRadius: -1 }), ["sphereRadius"]],
  ["MESHBIN_SPHERE_TOO_SMALL", TROPHY, () => trophy({ sphereRadius: 5 }), ["sphereRadius"]],
  [
    "MESHBIN_SLACK_BAKED_IN",
    TROPHY,
    () => trophy({ sphereRadius: (fileOf<MeshbinFile>(TROPHY).sphereRadius ?? 0) + 768 }),
    ["sphereRadius"],
  ],
  ["MESHBIN_BONES_WITHOUT_FLAG", TROPHY, () => trophy({ numBones: 3 }), ["numBones"]],
  ["BMESH_BOUNDS_MISMATCH", ROBOT, () => robot(() => ({ boundsMax: new Float32Array(3) })), ["boundsMin", "boundsMax"]],
  [
    "BMESH_SECTION_VERTEX_RANGE",
    ROBOT,
    () =>
      robot((f) => ({ materialSections: f.materialSections.map((s, i) => (i === 0 ? { ...s, vertexMax: 1 } : s)) })),
    ["materialSections[0].vertexMin"],
  ],
  [
    "BMESH_SKINNED_FLAG",
    ROBOT,
    () =>
      robot((f) => ({
        bones: f.bones.map((b, i) => (i === 1 ? { ...b, hasSkinnedVertices: 1 - b.hasSkinnedVertices } : b)),
      })),
    ["bones[1].hasSkinnedVertices"],
  ],
  ["UNIGINE_OFFSET_MISMATCH", STAND, () => stand((f) => Object.assign(f, { offsets: [7n] })), ["offsets[0]"]],
  ["UNIGINE_BOUNDS", STAND, () => stand((f) => first(f.surfaces).bounds.max.fill(0)), ["bounds", "surfaces[0].bounds"]],
  [
    "UNIGINE_EDGES_COUNT",
    STAND,
    () => stand((f) => Object.assign(treeOf(f), { edgeCount: 11, edges: treeOf(f).edges.slice(1) })),
    ["treeBlocks[0]"],
  ],
  ["UNIGINE_TREE_LINKS", STAND, () => stand((f) => treeOf(f).nodes.links.values.fill(999, 1, 2)), ["treeBlocks[0]"]],
  [
    "UNIGINE_TREE_PERMUTATION",
    STAND,
    () => stand((f) => treeOf(f).treeIndices.values.copyWithin(0, 1, 2)),
    ["treeBlocks[0]"],
  ],
  ["UNIGINE_TREE_BOUNDS", STAND, () => stand((f) => treeOf(f).boxes.fill(0, 0, 1)), ["treeBlocks[0]"]],
];

describe("a repair", () => {
  it.each(SPOILT)("%s gives the original file back", async (code, original, spoilt, paths) => {
    const bytes = spoilt();
    expect((await validateMesh(bytes)).issues.map((issue) => issue.code)).toContain(code);
    const { bytes: mended, repairs, issues } = await repairMesh(bytes);
    expect(repairs.map(({ path }) => path)).toEqual(paths);
    expect(issues.map((issue) => issue.code)).not.toContain(code);
    const [ours, theirs] = [openMesh(mended).file, openMesh(example(original)).file];
    // A tree in a new block is stored or compressed by our own encoder; its content is the same.
    if (paths[0]?.startsWith("treeBlocks")) {
      expect(treeOf(ours as Ms15File)).toEqual(treeOf(theirs as Ms15File));
    } else expect(ours).toEqual(theirs);
  });

  it("of matrices computes the inverse and the place in the bone", async () => {
    const bytes = robot((file) => ({
      bones: file.bones.map((bone, i) =>
        i === 1 ? { ...bone, inverseBindMatrix: new Float32Array(16).fill(2) } : bone,
      ),
      hardpoints: file.hardpoints.map((point, i) =>
        i === 0 ? { ...point, hpToBoneMatrix: new Float32Array(16) } : point,
      ),
    }));
    const { bytes: mended, repairs, issues } = await repairMesh(bytes);
    expect(repairs.map(({ path }) => path)).toEqual(["bones[1].inverseBindMatrix", "hardpoints[0].hpToBoneMatrix"]);
    expect(issues).toEqual([]);
    const [ours, theirs] = [openMesh(mended).file as BmeshFile, fileOf<BmeshFile>(ROBOT)];
    for (const [i, value] of (ours.bones[1]?.inverseBindMatrix ?? []).entries()) {
      expect(value).toBeCloseTo(theirs.bones[1]?.inverseBindMatrix[i] ?? Number.NaN, 4);
    }
    for (const [i, value] of (ours.hardpoints[0]?.hpToBoneMatrix ?? []).entries()) {
      expect(value).toBeCloseTo(theirs.hardpoints[0]?.hpToBoneMatrix[i] ?? Number.NaN, 4);
    }
  });

  it("of truncated normals points outward, at full length, and leaves the rest alone", async () => {
    const bytes = example("meshbin/pot_v3_old_exporter.meshbin");
    const before = openMesh(bytes).file as MeshbinFile;
    const { bytes: mended, repairs } = await repairMesh(bytes);
    expect(repairs.map(({ path }) => path)).toEqual(["normals", "normalIndices"]);
    const after = openMesh(mended).file as MeshbinFile;
    expect({ ...after, normals: 0, normalIndices: 0, normalsCount: 0 }).toEqual({
      ...before,
      normals: 0,
      normalIndices: 0,
      normalsCount: 0,
    });
    expect((await validateMesh(mended)).issues.map(({ code }) => code)).not.toContain("MESHBIN_NORMALS_TRUNCATED");
    let alike = 0;
    for (let slot = 0; slot < after.normalIndices.length; slot++) {
      const [ours, theirs] = [after.normalIndices[slot] ?? -1, before.normalIndices[slot] ?? -1];
      if (ours < 0 || theirs < 0) continue;
      const own = Array.from(after.normals.subarray(3 * ours, 3 * ours + 3));
      expect(Math.hypot(...own)).toBeCloseTo(4096, -1);
      // Where the old exporter left a direction at all, it is one that the true normal has too.
      const old = Array.from(before.normals.subarray(3 * theirs, 3 * theirs + 3));
      if (old.some((value) => value !== 0)) {
        expect(own.reduce((sum, value, axis) => sum + value * (old[axis] ?? 0), 0)).toBeGreaterThan(0);
        alike++;
      }
    }
    expect(alike).toBeGreaterThan(0);
  });

  it("of an unaligned block lays all blocks out anew", async () => {
    const file = openMesh(SPLASH).file as SplashpackFile;
    const moved = {
      ...file,
      objects: file.objects.map((object) => ({ ...object, meshOffset: object.meshOffset + 2 })),
      gaps: [{ offset: 64, bytes: new Uint8Array(2) }],
    };
    const { bytes, repairs } = await repairMesh(splashpack.write(moved, "L1"), { format: "splashpack", dialect: "L1" });
    expect(bytes).toEqual(SPLASH);
    expect(repairs).toMatchObject([{ path: "objects[0].meshOffset", message: "66 becomes 64" }]);
  });

  it("of a box that authors may set by hand waits to be asked for", async () => {
    const bytes = trophy({ boundsMax: Int16Array.of(9999, 9999, 9999) });
    expect((await repairMesh(bytes)).bytes).toBe(bytes);
    const asked = await repairMesh(bytes, { codes: ["MESHBIN_BOUNDS_MISMATCH"] });
    expect(asked.bytes).toEqual(example(TROPHY));
  });

  it("of edges that differ from the rule waits to be asked for", async () => {
    const bytes = stand((f) => {
      const tree = treeOf(f);
      f.treeBlocks = [blockOf({ ...tree, edges: tree.edges.map((bits) => bits ^ 1) }, true)];
    });
    expect((await repairMesh(bytes)).repairs).toEqual([]);
    expect((await repairMesh(bytes, { codes: ["UNIGINE_EDGES_BITS"] })).repairs).toHaveLength(1);
  });

  it("of what can not be computed does nothing", async () => {
    const bytes = ring({ positions: new Float32Array(fileOf<MshFile>(RING).vertexCount * 3).fill(Number.NaN) });
    const { repairs, bytes: same } = await repairMesh(bytes);
    expect(repairs).toEqual([]);
    expect(same).toBe(bytes);
  });

  it("refuses a file that ends early", async () => {
    await expect(repairMesh(example(RING).subarray(0, 500))).rejects.toMatchObject({ code: "MSH_TRUNCATED" });
  });
});

it("every repair is tried here", () => {
  const tried = new Set([
    ...SPOILT.map(([code]) => code),
    "BMESH_BIND_NOT_INVERSE",
    "BMESH_HARDPOINT_MATRIX",
    "MESHBIN_NORMALS_TRUNCATED",
    "SPLASHPACK_OFFSET_UNALIGNED",
    "MESHBIN_BOUNDS_MISMATCH",
    "UNIGINE_EDGES_BITS",
  ]);
  const known = FORMATS.flatMap(({ repairs }) => repairs.map(({ code }) => code));
  expect([...tried].sort()).toEqual(known.sort());
});
