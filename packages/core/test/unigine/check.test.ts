import { describe, expect, it } from "vitest";
import type { Ms12File, Ms14File, Ms15File, Sk10File } from "../../src/formats/unigine/file.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import { nameOf } from "../../src/formats/unigine/names.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { describeCorpus } from "../support/files.ts";
import { edited, example, first } from "./build.ts";
import { GOLDEN } from "./golden.ts";

const issuesOf = (bytes: Uint8Array) => validateMesh(bytes).issues;
const codesOf = (bytes: Uint8Array) => issuesOf(bytes).map(({ code }) => code);
const stand = (change: (file: Ms15File) => void) => () => edited("stand_ms15_stored", "ms15", change);
const column = (change: (file: Ms14File) => void) => () => edited("column_ms14_skinned", "ms14", change);
const skinned = (change: (file: Sk10File) => void) => () => edited("column_sk10", "sk10", change);
const geometry = (file: Ms15File) => first(file.geometryBlocks).value;
const tree = (file: Ms15File) => first(file.treeBlocks).value;
const links = (file: Ms15File) => tree(file).nodes.links.values;
const weights = (file: Ms14File) => first(file.geometryBlocks).value.weights;
const head = (file: Ms15File, fields: Partial<Ms15File["surfaces"][number]>) =>
  Object.assign(first(file.surfaces), fields);
const GEOMETRY = "geometryBlocks[0].payload";
const TREE = "treeBlocks[0].payload";

/** One fault, one code: where the finding points, and a clean example with something changed. */
const CASES: [code: string, severity: string, path: string, bytes: () => Uint8Array][] = [
  ["UNIGINE_OLD_ID", "info", "magic1", () => example("ring_ms13")],
  ["UNIGINE_TRAILING_BYTES", "warning", "trailing", () => example("stand_ms15_odd")],
  ["UNIGINE_COMPACT_INT", "info", "spatialTreeTriangles", () => example("stand_ms15_odd")],
  ["UNIGINE_STRING", "error", "surfaces[0].name", stand((f) => head(f, { name: { raw: Uint8Array.of(65) } }))],
  ["UNIGINE_OFFSET_MISMATCH", "error", "offsets[0]", () => withOffset(7)],
  ["UNIGINE_INDEX_OUT_OF_RANGE", "error", `${GEOMETRY}.cIndices`, stand((f) => setIndex(geometry(f).cIndices, 8))],
  ["UNIGINE_INDEX_OUT_OF_RANGE", "error", `${GEOMETRY}.tIndices`, stand((f) => setIndex(geometry(f).tIndices, 24))],
  ["UNIGINE_INDEX_COUNTS", "warning", `${GEOMETRY}.cIndices`, stand((f) => shorten(f, 33))],
  ["UNIGINE_INDEX_COUNTS", "error", `${GEOMETRY}.cIndices`, stand((f) => shorten(f, 35))],
  ["UNIGINE_INDEX_WIDTH", "warning", `${GEOMETRY}.cIndices`, stand((f) => widen(f, "cIndices"))],
  ["UNIGINE_INDEX_WIDTH", "warning", `${GEOMETRY}.tIndices`, stand((f) => widen(f, "tIndices"))],
  [
    "UNIGINE_ARRAY_COUNT",
    "warning",
    `${GEOMETRY}.uv1`,
    stand((f) => Object.assign(geometry(f), { uv1Count: 2, uv1: new Float32Array(4) })),
  ],
  [
    "UNIGINE_TANGENT_LENGTH",
    "warning",
    `${GEOMETRY}.tangents[1]`,
    stand((f) => geometry(f).tangents.set([-16383, 0, -16383, -32], 4)),
  ],
  [
    "UNIGINE_TANGENT_W_ZERO",
    "warning",
    `${GEOMETRY}.tangents[2]`,
    stand((f) => geometry(f).tangents.set([0, 32767, 0, -30], 8)),
  ],
  ["UNIGINE_WEIGHT_COUNT", "error", `${GEOMETRY}.weights`, column(dropWeights)],
  ["UNIGINE_WEIGHT_JOINT", "error", `${GEOMETRY}.weights`, column((f) => weights(f).joints.fill(2, 0, 1))],
  ["UNIGINE_WEIGHT_INFLUENCES", "error", `${GEOMETRY}.weights`, column((f) => setInfluences(f, 5))],
  ["UNIGINE_WEIGHT_SUM", "warning", `${GEOMETRY}.weights`, column((f) => weights(f).weights.fill(9, 0, 1))],
  ["UNIGINE_UNWEIGHTED_VERTEX", "warning", `${GEOMETRY}.weights`, column((f) => setInfluences(f, 0))],
  ["UNIGINE_JOINT_PARENT", "error", "joints[0].parent", column((f) => Object.assign(first(f.joints), { parent: 2 }))],
  ["UNIGINE_JOINT_PARENT", "error", "joints[0].parent", column((f) => Object.assign(first(f.joints), { parent: -2 }))],
  ["UNIGINE_JOINT_CYCLE", "error", "joints[1].parent", column((f) => Object.assign(f.joints[1] ?? {}, { parent: 0 }))],
  ["UNIGINE_JOINT_ORDER", "info", "joints[0].parent", () => example("column_ms11")],
  [
    "UNIGINE_POSE_COUNT",
    "error",
    "rest",
    skinned((f) => Object.assign(f, { restCount: 1, rest: f.rest.slice(0, 10) })),
  ],
  [
    "UNIGINE_SKELETON_REFERENCE",
    "warning",
    "skeletonPath",
    skinned((f) => Object.assign(f, { skeletonGuid: nameOf(""), skeletonPath: nameOf("") })),
  ],
  [
    "UNIGINE_SKELETON_REFERENCE",
    "warning",
    "skeletonGuid",
    skinned((f) => Object.assign(f, { skeletonGuid: nameOf("no guid") })),
  ],
  ["UNIGINE_TARGET_VERTEX_COUNT", "warning", `${GEOMETRY}.targets[1]`, skinned(cutTarget)],
  ["UNIGINE_BOUNDS", "warning", "surfaces[0].bounds", stand((f) => first(f.surfaces).bounds.max.fill(0))],
  ["UNIGINE_BOUNDS", "warning", "bounds", stand((f) => f.bounds.min.fill(0))],
  [
    "UNIGINE_EDGES_COUNT",
    "error",
    `${TREE}.edges`,
    stand((f) => Object.assign(tree(f), { edgeCount: 11, edges: tree(f).edges.slice(1) })),
  ],
  ["UNIGINE_EDGES_BITS", "info", `${TREE}.edges`, stand((f) => tree(f).edges.fill(0, 0, 1))],
  [
    "UNIGINE_TREE_PERMUTATION",
    "error",
    `${TREE}.treeIndices`,
    stand((f) => tree(f).treeIndices.values.copyWithin(0, 1, 2)),
  ],
  ["UNIGINE_TREE_PERMUTATION", "error", `${TREE}.treeIndices`, stand((f) => tree(f).treeIndices.values.fill(1, 0, 1))],
  ["UNIGINE_TREE_LINKS", "error", `${TREE}.nodes`, stand((f) => links(f).fill(0, 0, 1))],
  ["UNIGINE_TREE_LINKS", "error", `${TREE}.nodes`, stand((f) => links(f).fill(999, 1, 2))],
  ["UNIGINE_TREE_LINKS", "error", `${TREE}.nodes`, stand(moveLeaf)],
  ["UNIGINE_TREE_BOUNDS", "warning", `${TREE}.boxes`, stand((f) => tree(f).boxes.fill(0, 0, 1))],
  ["UNIGINE_NO_COLLISION_DATA", "info", TREE, () => example("stand_ms15_no_collision")],
  [
    "UNIGINE_LIGHTMAP_VALUE",
    "warning",
    "surfaces[0].lightmapUvChannel",
    stand((f) => head(f, { lightmapUvChannel: 2 })),
  ],
  [
    "UNIGINE_LIGHTMAP_VALUE",
    "warning",
    "surfaces[0].lightmapResolution",
    stand((f) => head(f, { lightmapResolution: 8 })),
  ],
  [
    "UNIGINE_NOT_FINITE",
    "error",
    `${GEOMETRY}.positions[1]`,
    stand((f) => geometry(f).positions.fill(Number.NaN, 4, 5)),
  ],
  ["UNIGINE_NOT_FINITE", "error", "bind", column((f) => f.bind.fill(Number.POSITIVE_INFINITY, 0, 1))],
  [
    "UNIGINE_DEGENERATE_FACE",
    "info",
    `${GEOMETRY}.cIndices`,
    stand((f) => oneByte(geometry(f).cIndices).fill(0, 0, 3)),
  ],
  [
    "UNIGINE_NAME_DUPLICATE",
    "warning",
    "surfaces[1].name",
    () => edited("ring_ms15", "ms15", (f) => Object.assign(f.surfaces[1] ?? {}, { name: nameOf("ring") })),
  ],
  ["UNIGINE_LZ4_END_RULE", "warning", GEOMETRY, brokenEndRule],
];

describe("a check", () => {
  it.each(CASES.map(([code, severity, path, bytes]) => ({ code, severity, path, bytes })))(
    "finds $code at $path",
    ({ code, severity, path, bytes }) => {
      const found = issuesOf(bytes()).filter((issue) => issue.code === code && issue.path === path);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ severity });
      expect(found[0]?.offset).not.toBeNull();
    },
  );

  it("finds nothing in what the engine would write", () => {
    expect(codesOf(GOLDEN)).toEqual([]);
    for (const name of ["ring_ms15", "stand_ms15_stored", "ring_lods_ms15", "empty_ms15", "panel_ms15_mirrored"]) {
      expect(codesOf(example(name)), name).toEqual([]);
    }
  });

  it.each<[string, number, number[], string]>([
    ["UNIGINE_SECTION_MAGIC", 104, [0], "magic2"],
    ["UNIGINE_BLOCK_SIZE", 116, [95], "geometryBlocks[0].compressedSize"],
    ["UNIGINE_BLOB_LEFTOVER", 54, [2], GEOMETRY],
    ["UNIGINE_NEGATIVE_COUNT", 45, [0x43], "surfaceCount"],
    ["UNIGINE_NEGATIVE_COUNT", 46, [0x44], "surfaces[0].name.length"],
    ["UNIGINE_COMPACT_INT", 4, [0x80, 0x80, 0x80, 0x80, 0x80], "spatialTreeTriangles"],
  ])("finds %s while reading", (code, offset, patch, path) => {
    const bytes = GOLDEN.slice();
    bytes.set(patch, offset);
    expect(issuesOf(bytes)).toMatchObject([{ code, path, severity: "error" }]);
  });

  it("finds nothing in a mesh that only morphs: no joints, no skeleton, and weights that are empty or not there", async () => {
    const bytes = example("column_sk10_morphs");
    expect(openMesh(bytes).file).toMatchObject({ jointCount: 0, skeletonGuid: nameOf(""), skeletonPath: nameOf("") });
    expect(codesOf(bytes)).toEqual([]);
    const without = edited("column_sk10_morphs", "sk10", (file) => {
      const nothing = { counts: new Uint8Array(0), joints: new Int16Array(0), weights: new Uint16Array(0) };
      Object.assign(first(file.geometryBlocks).value, { weightCount: 0, weights: nothing });
    });
    expect(codesOf(without)).toEqual([]);
    for (const mesh of [bytes, without]) {
      expect((await inspectMesh(mesh)).features).toEqual(["morph targets", "uv0", "compressed blocks"]);
    }
    const broken = edited("column_sk10_morphs", "sk10", (file) => Object.assign(file, { skeletonGuid: nameOf("x") }));
    expect(codesOf(broken)).toEqual(["UNIGINE_SKELETON_REFERENCE"]);
  });

  it("finds a file that ends early, with the count that asked for more", () => {
    const [issue] = issuesOf(GOLDEN.subarray(0, 48));
    expect(issue).toMatchObject({ code: "UNIGINE_TRUNCATED", path: "surfaces[0].name.bytes", offset: 47 });
    expect(issue?.message).toContain("length = 4 asked for it");
  });

  it("finds a damaged LZ4 block and embedded animation", () => {
    const bytes = example("ring_ms15").slice();
    const payload = spanAt(mapMesh(bytes).spans, GEOMETRY);
    bytes.fill(0xff, payload?.offset, (payload?.offset ?? 0) + 40);
    expect(codesOf(bytes)).toEqual(["UNIGINE_LZ4"]);
    const file = openMesh(example("stand_ms12")).file as Ms12File;
    const animated = unigine.write({ ...file, animationCount: 1, animationNames: [nameOf("a")] }, "ms12");
    expect(codesOf(animated)).toEqual(["UNIGINE_EMBEDDED_ANIMATION"]);
  });
});

describeCorpus("unigine", ["mesh"], (files) => {
  it.each(files)("$name has no errors", ({ bytes }) => {
    expect(issuesOf(bytes).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

/** The index arrays of a box take one byte each. */
function oneByte(indices: unknown): Uint8Array {
  if (indices instanceof Uint8Array) return indices;
  throw new Error("not one-byte indices");
}

function setIndex(indices: unknown, value: number): void {
  oneByte(indices).fill(value, 0, 1);
}

function shorten(file: Ms15File, tIndexCount: number): void {
  head(file, { tIndexCount });
  geometry(file).tIndices = oneByte(geometry(file).tIndices).slice(0, tIndexCount);
}

/** Either array in two bytes fills as many bytes as the other would, so the indices themselves tell them apart. */
function widen(file: Ms15File, name: "cIndices" | "tIndices"): void {
  geometry(file)[name] = Uint16Array.from(oneByte(geometry(file)[name]));
}

function withOffset(offset: number): Uint8Array {
  const bytes = example("stand_ms15_stored").slice();
  const at = spanAt(mapMesh(bytes).spans, "offsets")?.offset ?? 0;
  new DataView(bytes.buffer).setBigInt64(at, BigInt(offset), true);
  return bytes;
}

/** Lets the first leaf begin one entry late. */
function moveLeaf(file: Ms15File): void {
  const values = links(file);
  const leaf = values.findIndex((left, i) => i % 4 === 0 && left === -1);
  values[leaf + 2] = (values[leaf + 2] ?? 0) + 1;
}

function dropWeights(file: Ms14File): void {
  const { value } = first(file.geometryBlocks);
  const own = value.weights.counts[0] ?? 0;
  value.weightCount--;
  value.weights = {
    counts: value.weights.counts.slice(1),
    joints: value.weights.joints.slice(own),
    weights: value.weights.weights.slice(own),
  };
}

/** Gives the first vertex so many influences on joint 0. */
function setInfluences(file: Ms14File, count: number): void {
  const { counts, joints, weights: values } = weights(file);
  const own = counts[0] ?? 0;
  first(file.geometryBlocks).value.weights = {
    counts: Uint8Array.from([count, ...counts.slice(1)]),
    joints: Int16Array.from([...new Array<number>(count).fill(0), ...joints.slice(own)]),
    weights: Uint16Array.from([...new Array<number>(count).fill(65535 / 5), ...values.slice(own)]),
  };
}

function cutTarget(file: Sk10File): void {
  const header = first(file.surfaces).targets[1];
  const target = first(file.geometryBlocks).value.targets[1];
  if (!header || !target) throw new Error("the example has two targets");
  header.vertexCount--;
  target.positions = target.positions.slice(3);
}

/** The geometry of the golden sample as an LZ4 block whose last match starts in the last 12 bytes. */
function brokenEndRule(): Uint8Array {
  const raw = GOLDEN.subarray(124, 124 + 94);
  // One literal zero and 13 more as a match; 70 literals; the zeros from byte 84 to 88 as a match of 5 from 1 back,
  // which starts 10 before the end; the last 5 bytes.
  const block = [0x19, 0, 1, 0, 0xf1, 70 - 15, ...raw.subarray(14, 84), 1, 0, 0x50, ...raw.subarray(89)];
  const sizes = new Uint8Array(new BigInt64Array([94n, BigInt(block.length)]).buffer);
  return Uint8Array.from([...GOLDEN.subarray(0, 108), ...sizes, ...block, ...GOLDEN.subarray(218)]);
}
