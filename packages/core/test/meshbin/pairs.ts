import type { MeshbinBone, MeshbinFile } from "../../src/formats/meshbin/file.ts";
import { meshbin } from "../../src/formats/meshbin/index.ts";
import { openMesh } from "../../src/operations/open.ts";
import { exampleFiles } from "../support/files.ts";
import type { IssuePairs } from "../support/pairs.ts";
import { GOLDEN } from "./golden.ts";

const golden = () => openMesh(GOLDEN).file as MeshbinFile;
const bytesWith = (offset: number, ...values: number[]) => {
  const bytes = GOLDEN.slice();
  bytes.set(values, offset);
  return bytes;
};
const edited = (change: Partial<MeshbinFile>) => meshbin.write({ ...golden(), ...change }, "MESHBIN");
const oldVersion = (change: Partial<MeshbinFile>) => {
  const { sphereCenter: _, sphereRadius: __, ...file } = golden();
  return meshbin.write({ ...file, version: 2, ...change }, "MESHBIN");
};

const bone = (parent: number, ...rotation: number[]): MeshbinBone => ({
  parent,
  localPosition: new Int32Array(3),
  localRotation: Int16Array.from(rotation.length > 0 ? rotation : [4096, 0, 0, 0]),
});
const skinned = (bones: MeshbinBone[], vertexBone = [0, 0, 0]) =>
  oldVersion({ hasSkeleton: 1, numBones: bones.length, bones, vertexBone: Uint8Array.from(vertexBone) });
/** One quad over four positions; none of it is in the golden file. */
const quad = (...positions: number[]): Partial<MeshbinFile> => ({
  vertexCount: 4,
  positions: Int32Array.from(positions),
  colors: new Uint8Array(12).fill(128),
  positionIndices: Int16Array.of(0, 1, 2, 3),
  uvCount: 0,
  uv0: new Uint8Array(0),
  uv0Indices: new Int16Array(4).fill(-1),
});
const many = (faces: number): Partial<MeshbinFile> => ({
  indicesCount: faces,
  facesCount: faces,
  positionIndices: Int16Array.from({ length: 4 * faces }, (_, i) => [0, -1, 1, 2][i % 4] ?? 0),
  normalIndices: new Int16Array(4 * faces).fill(-1),
  uv0Indices: Int16Array.from({ length: 4 * faces }, (_, i) => [0, -1, 1, 2][i % 4] ?? 0),
});

/** The golden file has one triangle without neighbours, so that its winding is unknown is true of nearly all of these. */
const EXPECTED = "MESHBIN_WINDING_UNKNOWN";

/** A small file with the fault, and where the fault is: path, byte offset. */
const CHANGES: IssuePairs = {
  MESHBIN_BAD_MAGIC: { bytes: () => bytesWith(0, 0x6d), path: "magic", offset: 0 },
  MESHBIN_UNSUPPORTED_VERSION: { bytes: () => bytesWith(7, 4), path: "version", offset: 7 },
  MESHBIN_TRUNCATED: { bytes: () => GOLDEN.subarray(0, 127), path: "sphereRadius", offset: 124 },
  MESHBIN_TRAILING_BYTES: { bytes: () => Uint8Array.from([...GOLDEN, 0]), path: "trailing", offset: 128 },
  MESHBIN_TOO_MANY_FACES: { bytes: () => edited(many(1000)), path: "facesCount", offset: 17 },
  MESHBIN_FACE_COUNT_MISMATCH: { bytes: () => bytesWith(17, 2), path: "facesCount", offset: 17 },
  MESHBIN_INDEX_OUT_OF_RANGE: {
    bytes: () => bytesWith(82, 3),
    path: "positionIndices[0]",
    offset: 76,
    others: ["MESHBIN_UNUSED_VERTEX"],
  },
  MESHBIN_NEGATIVE_INDEX: { bytes: () => bytesWith(98, 0xfe, 0xff), path: "uv0Indices[0]", offset: 98 },
  MESHBIN_TRIANGLE_MARK_MISMATCH: { bytes: () => bytesWith(100, 1, 0), path: "uv0Indices[0]", offset: 98 },
  MESHBIN_MISSING_UV: {
    bytes: () => bytesWith(98, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    path: "uv0Indices[0]",
    offset: 98,
  },
  MESHBIN_DEGENERATE_FACE: {
    bytes: () => bytesWith(82, 1),
    path: "positionIndices[0]",
    offset: 76,
    others: ["MESHBIN_UNUSED_VERTEX"],
  },
  MESHBIN_FOLDED_QUAD: {
    // Z order: (0,0,0) (1,0,0) (0,1,0) and the fourth corner lifted: the second half leans by 54.7 degrees.
    bytes: () => edited(quad(0, 0, 0, 64, 0, 0, 0, 64, 0, 64, 64, 64)),
    path: "positionIndices[0]",
    offset: 31 + 48 + 12,
    others: ["MESHBIN_BOUNDS_MISMATCH"],
  },
  MESHBIN_MIXED_WINDING: {
    bytes: () => exampleFiles("meshbin").find(({ name }) => name === "pot_v3_old_exporter.meshbin")?.bytes ?? GOLDEN,
    path: "positionIndices",
    offset: 31 + 15 * 156, // behind 156 positions and colours
    others: ["MESHBIN_NORMALS_TRUNCATED"],
  },
  MESHBIN_WINDING_UNKNOWN: { bytes: () => GOLDEN, path: "positionIndices", offset: 76 },
  MESHBIN_COORDINATE_WRAPS: {
    bytes: () => edited({ positions: Int32Array.of(0, 0, 0, 32768, 0, 0, 0, 128, 0) }),
    path: "positions[1]",
    offset: 43,
    others: ["MESHBIN_BOUNDS_MISMATCH", "MESHBIN_SPHERE_TOO_SMALL"],
  },
  MESHBIN_NORMALS_TRUNCATED: {
    bytes: () => edited({ normalsCount: 1, normals: Int16Array.of(0, 1, 0) }),
    path: "normals",
    offset: 84,
  },
  MESHBIN_COLOR_SENTINEL: {
    bytes: () => oldVersion({ colors: Uint8Array.of(255, 255, 255, 128, 128, 128, 128, 128, 128) }),
    path: "colors",
    offset: 67,
  },
  MESHBIN_COLOR_OVERBRIGHT: { bytes: () => bytesWith(67, 129), path: "colors", offset: 67 },
  MESHBIN_UV_OUTSIDE_TEXTURE: {
    bytes: () => GOLDEN,
    path: "uv0[0]",
    offset: 92,
    options: { convertOptions: { textureSize: 64 } },
  },
  MESHBIN_BOUNDS_INVERTED: {
    bytes: () => bytesWith(106, 129),
    path: "boundsMin",
    offset: 106,
    others: ["MESHBIN_BOUNDS_MISMATCH"],
  },
  MESHBIN_BOUNDS_MISMATCH: { bytes: () => bytesWith(106, 3), path: "boundsMin", offset: 106 },
  MESHBIN_SPHERE_TOO_SMALL: { bytes: () => bytesWith(124, 80), path: "sphereRadius", offset: 124 },
  MESHBIN_SPHERE_NEGATIVE: { bytes: () => bytesWith(124, 0xff, 0xff, 0xff, 0xff), path: "sphereRadius", offset: 124 },
  // The farthest vertex is at hypot(64, 64) = 90.5; 768 more is 858.5.
  MESHBIN_SLACK_BAKED_IN: { bytes: () => bytesWith(124, 0x5b, 0x03), path: "sphereRadius", offset: 124 },
  MESHBIN_TOO_MANY_BONES: {
    bytes: () => skinned(Array.from({ length: 16 }, (_, i) => bone(i - 1))),
    path: "numBones",
    offset: 30,
  },
  MESHBIN_BONE_PARENT: { bytes: () => skinned([bone(0)]), path: "bones[0].parent", offset: 118 },
  MESHBIN_BONE_ID_OUT_OF_RANGE: {
    bytes: () => skinned([bone(-1)], [0, 1, 0]),
    path: "vertexBone[1]",
    offset: 118 + 21 + 1,
  },
  MESHBIN_BONES_WITHOUT_FLAG: { bytes: () => bytesWith(30, 1), path: "numBones", offset: 30 },
  MESHBIN_FLAG_NOT_BOOLEAN: {
    bytes: () => oldVersion({ hasSkeleton: 2, numBones: 1, bones: [bone(-1)], vertexBone: new Uint8Array(3) }),
    path: "hasSkeleton",
    offset: 29,
  },
  MESHBIN_SKINNED_V3_ENGINE_BUG: {
    bytes: () => edited({ hasSkeleton: 1, numBones: 1, bones: [bone(-1)], vertexBone: new Uint8Array(3) }),
    path: "bones",
    offset: 128,
  },
  MESHBIN_QUATERNION_LENGTH: {
    bytes: () => skinned([bone(-1, 128, 0, 0, 0)]),
    path: "bones[0].localRotation",
    offset: 118 + 13,
  },
  MESHBIN_UNUSED_VERTEX: {
    bytes: () =>
      edited({
        vertexCount: 4,
        positions: Int32Array.of(0, 0, 0, 128, 0, 0, 0, 128, 0, 0, 0, 0),
        colors: new Uint8Array(12).fill(128),
      }),
    path: "positions",
    offset: 31,
  },
  MESHBIN_HEADERLESS: {
    bytes: () => exampleFiles("meshbin").find(({ name }) => name === "crate_h1.meshbin")?.bytes ?? GOLDEN,
    path: "",
    offset: null,
  },
};

/** Each with what the golden file says anyway, except for those that are about other files. */
export const PAIRS: IssuePairs = Object.fromEntries(
  Object.entries(CHANGES).map(([code, pair]) => [
    code,
    {
      ...pair,
      others: [...(pair.others ?? []), EXPECTED],
      options: { ...(code === "MESHBIN_HEADERLESS" ? {} : { format: "meshbin", dialect: "MESHBIN" }), ...pair.options },
    },
  ]),
);
