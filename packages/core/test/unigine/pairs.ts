import type { Ms12File, Ms14File, Ms15File, Sk10File } from "../../src/formats/unigine/file.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import { nameOf } from "../../src/formats/unigine/names.ts";
import type { Severity } from "../../src/issues/issue.ts";
import { openCompanion } from "../../src/operations/companion.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import type { IssuePair, IssuePairs } from "../support/pairs.ts";
import { GOLDEN as SKELETON } from "../unigineSkeleton/goldenFile.ts";
import { edited, example, first } from "./build.ts";
import { GOLDEN } from "./golden.ts";

const stand = (change: (file: Ms15File) => void) => () => edited("stand_ms15_stored", "ms15", change);
const column = (change: (file: Ms14File) => void) => () => edited("column_ms14_skinned", "ms14", change);
const skinned = (change: (file: Sk10File) => void) => () => edited("column_sk10", "sk10", change);
const geometry = (file: Ms15File) => first(file.geometryBlocks).value;
const tree = (file: Ms15File) => first(file.treeBlocks).value;
const links = (file: Ms15File) => tree(file).nodes.links.values;
const weights = (file: Ms14File) => first(file.geometryBlocks).value.weights;
const head = (file: Ms15File, fields: Partial<Ms15File["surfaces"][number]>) =>
  Object.assign(first(file.surfaces), fields);
export const GEOMETRY = "geometryBlocks[0].payload";
const TREE = "treeBlocks[0].payload";

/** One fault, one code: where the finding points, and a clean example with something changed. */
export const CASES: readonly [code: string, severity: Severity, path: string, bytes: () => Uint8Array][] = [
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

const goldenWith = (offset: number, ...values: number[]) => {
  const bytes = GOLDEN.slice();
  bytes.set(values, offset);
  return bytes;
};

/** Faults that end the reading, in the published sample of 292 bytes, and those that need more than the file. */
const OTHERS: IssuePairs = {
  // The skeleton has one joint, called "a".
  UNIGINE_JOINT_NOT_IN_SKELETON: {
    bytes: () => example("column_sk10"),
    path: "joints[0].name",
    others: ["UNIGINE_JOINT_ORDER"],
    options: { companions: { skeleton: openCompanion("skeleton", unigine, "s", SKELETON) } },
  },
  UNIGINE_BAD_MAGIC: {
    bytes: () => goldenWith(0, 0x4d),
    path: "magic1",
    offset: 0,
    options: { format: "unigine", dialect: "ms15" },
  },
  UNIGINE_UNSUPPORTED_ID: { bytes: () => goldenWith(3, 0x36), path: "magic1", offset: 0 },
  UNIGINE_SECTION_MAGIC: { bytes: () => goldenWith(104, 0), path: "magic2", offset: 104 },
  UNIGINE_TRUNCATED: { bytes: () => GOLDEN.subarray(0, 48), path: "surfaces[0].name.bytes", offset: 47 },
  UNIGINE_NEGATIVE_COUNT: { bytes: () => goldenWith(45, 0x43), path: "surfaceCount", offset: 45 },
  UNIGINE_BLOCK_SIZE: { bytes: () => goldenWith(116, 95), path: "geometryBlocks[0].compressedSize", offset: 116 },
  UNIGINE_BLOB_LEFTOVER: { bytes: () => goldenWith(54, 2), path: GEOMETRY },
  UNIGINE_LZ4: { bytes: brokenBlock, path: GEOMETRY },
  UNIGINE_EMBEDDED_ANIMATION: { bytes: animated, path: "animations" },
  UNIGINE_LIMIT: {
    bytes: skinned(manyTargets),
    path: "surfaces[0]",
    options: { profile: "unigine-old" },
    others: ["UNIGINE_JOINT_ORDER"],
  },
  UNIGINE_EXTENSION_MISMATCH: {
    bytes: () => GOLDEN,
    path: "magic1",
    offset: 0,
    options: { fileName: "tri.mesh_skinned" },
  },
};

/** What the examples say that the changes are made to: an older identifier, joints in the order of real files. */
const BASE = ["UNIGINE_OLD_ID", "UNIGINE_JOINT_ORDER"];
/** What the same change brings about. */
const ALONG: Readonly<Record<string, string[]>> = {
  UNIGINE_DEGENERATE_FACE: ["UNIGINE_EDGES_BITS"],
  UNIGINE_NOT_FINITE: ["UNIGINE_EDGES_BITS", "UNIGINE_TREE_BOUNDS"],
  UNIGINE_COMPACT_INT: ["UNIGINE_TRAILING_BYTES"],
  UNIGINE_TRAILING_BYTES: ["UNIGINE_COMPACT_INT"],
};

export const PAIRS: IssuePairs = {
  ...Object.fromEntries(
    [...CASES]
      .reverse()
      .map(([code, severity, path, bytes]): [string, IssuePair] => [
        code,
        { bytes, path, severity, others: [...BASE, ...(ALONG[code] ?? [])] },
      ]),
  ),
  ...OTHERS,
};

function brokenBlock(): Uint8Array {
  const bytes = example("ring_ms15").slice();
  const payload = spanAt(mapMesh(bytes).spans, GEOMETRY);
  bytes.fill(0xff, payload?.offset, (payload?.offset ?? 0) + 40);
  return bytes;
}

function animated(): Uint8Array {
  const file = openMesh(example("stand_ms12")).file as Ms12File;
  return unigine.write({ ...file, animationCount: 1, animationNames: [nameOf("a")] }, "ms12");
}

/** One target more than an old editor can have active. */
function manyTargets(file: Sk10File): void {
  const header = first(file.surfaces);
  const { value } = first(file.geometryBlocks);
  header.targets = Array.from({ length: 8 }, () => ({ ...first(header.targets) }));
  header.targetCount = 8;
  value.targets = Array.from({ length: 8 }, () => first(value.targets));
}

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
