import type { CompanionRole } from "../../src/format.ts";
import type { MshControlPoint, MshFile } from "../../src/formats/msh/file.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { openCompanion } from "../../src/operations/companion.ts";
import { openMesh } from "../../src/operations/open.ts";
import type { IssuePairs } from "../support/pairs.ts";
import { GOLDEN } from "./golden.ts";

const golden = () => openMesh(GOLDEN).file as MshFile;
export const name = (text: string) => ({ raw: Uint8Array.from(text, (char) => char.charCodeAt(0)) });
export const weighted = (...vertex: number[]): Partial<MshFile> => ({
  vertexMask: 0x139,
  meshType: 1,
  boneNames: [name("a"), name("b")],
  vertexWeights: Float32Array.from([...vertex, ...fine, ...fine]),
});
export const fine = [0.75, 0.25, 0, 0, 0, 1, 0, 0];
const points = (...names: string[]): Partial<MshFile> => ({
  version: 2002,
  controlPointCount: names.length,
  controlPoints: names.map(
    (text): MshControlPoint => ({
      typeIndex: name(text),
      linkedBone: name(""),
      extraInfo: name(""),
      position: new Float32Array(3),
    }),
  ),
});
export const companion = (role: CompanionRole, text: string) => openCompanion(role, msh, role, name(text).raw);
/** A skeleton by the page's description: SKL, version, count; name, 30 floats, parent, no children; linked to none. */
export const skeletonText = (...bones: string[]) => {
  const i32 = (value: number) => String.fromCharCode(value, 0, 0, 0);
  const string = (text: string) => i32(text.length) + text;
  const each = bones.map((bone) => `${string(bone)}${"\0".repeat(120)}${string("NoParent")}${i32(0)}`);
  return `SKL\0${i32(232)}${i32(bones.length)}${each.join("")}${i32(0)}`;
};
const bytesWith = (offset: number, ...values: number[]) => {
  const bytes = GOLDEN.slice();
  bytes.set(values, offset);
  return bytes;
};
export const edited = (change: Partial<MshFile>) => msh.write({ ...golden(), ...change }, "MSH");

/** The smallest change of the golden file that has the fault, and where the fault is: path, byte offset. */
const CHANGES: IssuePairs = {
  MSH_BAD_MAGIC: { bytes: () => bytesWith(3, 1), path: "magic", offset: 0 },
  MSH_UNKNOWN_VERSION: { bytes: () => bytesWith(4, 0xda, 0x07), path: "version", offset: 4 },
  MSH_UNKNOWN_TYPE: { bytes: () => bytesWith(8, 7), path: "meshType", offset: 8 },
  MSH_TRUNCATED: { bytes: () => GOLDEN.subarray(0, 173), path: "indices", offset: 168 },
  MSH_NEGATIVE_COUNT: { bytes: () => bytesWith(44, 0xff, 0xff, 0xff, 0xff), path: "subMeshCount", offset: 44 },
  MSH_TRAILING_BYTES: { bytes: () => Uint8Array.from([...GOLDEN, 0]), path: "trailing", offset: 174 },
  MSH_UNSUPPORTED_MASK_BITS: { bytes: () => bytesWith(13, 0x41), path: "vertexMask", offset: 12 },
  MSH_INDICES_BIT_WITHOUT_WEIGHTS: { bytes: () => bytesWith(12, 0x31), path: "vertexMask", offset: 12 },
  MSH_WEIGHTS_WITHOUT_INDICES_BIT: {
    bytes: () => edited({ ...weighted(...fine), vertexMask: 0x129 }),
    path: "vertexMask",
    offset: 12,
  },
  MSH_SKINNED_WITHOUT_DATA: { bytes: () => bytesWith(8, 1), path: "vertexMask", offset: 12 },
  MSH_INDEX_OUT_OF_RANGE: {
    bytes: () => bytesWith(172, 3),
    path: "indices[0]",
    offset: 168,
    others: ["MSH_SUBMESH_VERTEX_RANGE", "MSH_UNUSED_VERTEX"],
  },
  MSH_WIDE_INDICES: { bytes: () => edited({ indices: Uint32Array.of(0, 1, 2) }), path: "indices", offset: 168 },
  MSH_TOO_MANY_VERTICES: {
    bytes: () =>
      edited({
        vertexMask: 0x121,
        vertexCount: 65537,
        positions: Float32Array.from({ length: 3 * 65537 }, (_, i) => (i === 4 || i === 6 ? 100 : 0)),
        normals: Float32Array.from({ length: 3 * 65537 }, (_, i) => (i % 3 === 2 ? -1 : 0)),
        uv0: new Float32Array(2 * 65537),
      }),
    path: "vertexCount",
    offset: 64,
    others: ["MSH_UNUSED_VERTEX"],
  },
  MSH_SUBMESH_RANGE: { bytes: () => bytesWith(60, 2), path: "subMeshes[0]", offset: 48 },
  MSH_SUBMESH_UNALIGNED: {
    bytes: () =>
      edited({
        faceCount: 2,
        indices: Uint16Array.of(0, 1, 2, 0, 1, 2),
        subMeshes: [{ minIndex: 0, vertexCount: 3, indexStart: 1, faceCount: 1 }],
      }),
    path: "subMeshes[0].indexStart",
    offset: 56,
  },
  MSH_FACES_UNASSIGNED: { bytes: () => bytesWith(60, 0), path: "subMeshes", offset: 48 },
  MSH_TOO_MANY_FACES: {
    bytes: () =>
      edited({
        faceCount: 20001,
        indices: Uint16Array.from({ length: 60003 }, (_, i) => i % 3),
        subMeshes: [{ minIndex: 0, vertexCount: 3, indexStart: 0, faceCount: 20001 }],
      }),
    path: "faceCount",
    offset: 164,
  },
  MSH_SUBMESH_VERTEX_RANGE: { bytes: () => bytesWith(52, 2), path: "subMeshes[0]", offset: 48 },
  MSH_MATERIAL_COUNT: {
    bytes: () => GOLDEN,
    path: "subMeshCount",
    offset: 44,
    options: {
      companions: {
        material: companion(
          "material",
          "// material\nmaterial a\n{\n technique { material } }\nmaterial\n{\n}\nmaterials\n",
        ),
      },
    },
  },
  MSH_FIRST_WEIGHT_NOT_POSITIVE: {
    bytes: () => edited(weighted(0, 1, 0, 0, 0, 1, 0, 0)),
    path: "vertexWeights[0]",
    offset: 178,
    others: ["MSH_WEIGHTS_UNSORTED"],
  },
  MSH_FOUR_INFLUENCES: {
    bytes: () => edited(weighted(0.25, 0.25, 0.25, 0.25, 0, 1, 0, 1)),
    path: "vertexWeights[0]",
    offset: 178,
  },
  MSH_WEIGHT_AFTER_ZERO: {
    bytes: () => edited(weighted(0.75, 0, 0.25, 0, 0, 0, 1, 0)),
    path: "vertexWeights[0]",
    offset: 178,
    others: ["MSH_WEIGHTS_UNSORTED"],
  },
  MSH_WEIGHTS_UNSORTED: {
    bytes: () => edited(weighted(0.25, 0.75, 0, 0, 0, 1, 0, 0)),
    path: "vertexWeights[0]",
    offset: 178,
  },
  MSH_WEIGHT_SUM: { bytes: () => edited(weighted(0.5, 0.25, 0, 0, 0, 1, 0, 0)), path: "vertexWeights[0]", offset: 178 },
  MSH_BONE_NUMBER_INVALID: {
    bytes: () => edited(weighted(1, 0, 0, 0, 2, 0, 0, 0)),
    path: "vertexWeights[0]",
    offset: 178,
  },
  MSH_BONE_NAME_EMPTY: {
    bytes: () => edited({ ...weighted(...fine), boneNames: [name("a"), name("")] }),
    path: "boneNames[1]",
    offset: 173,
  },
  MSH_BONE_NAME_DUPLICATE: {
    bytes: () => edited({ ...weighted(...fine), boneNames: [name("a"), name("a")] }),
    path: "boneNames[1]",
    offset: 173,
  },
  MSH_BONE_NOT_IN_SKELETON: {
    bytes: () => edited(weighted(...fine)),
    path: "boneNames[1]",
    offset: 173,
    options: { companions: { skeleton: companion("skeleton", skeletonText("a", "B")) } },
  },
  MSH_STRING_TOO_LONG: {
    bytes: () => edited({ ...weighted(...fine), boneNames: [name("a".repeat(260)), name("b")] }),
    path: "boneNames[0]",
    offset: 168,
  },
  MSH_NAME_NOT_ASCII: {
    bytes: () => edited({ ...weighted(...fine), boneNames: [name("\u00b0\u00cb"), name("b")] }),
    path: "boneNames[0]",
    offset: 168,
  },
  MSH_NAME_INEXACT: {
    // 0x80 is no first byte of CP949.
    bytes: () => edited({ ...weighted(...fine), boneNames: [name("\u0080"), name("b")] }),
    path: "boneNames[0]",
    offset: 168,
    others: ["MSH_NAME_NOT_ASCII"],
  },
  MSH_NAME_EMBEDDED_NUL: {
    bytes: () => edited({ ...weighted(...fine), boneNames: [name("a\0c"), name("b")] }),
    path: "boneNames[0]",
    offset: 168,
  },
  MSH_CONTROL_POINT_FORMAT: { bytes: () => edited(points("grip")), path: "controlPoints[0].typeIndex", offset: 178 },
  MSH_CONTROL_POINT_DUPLICATE: {
    bytes: () => edited(points("g_1", "g_01")),
    path: "controlPoints[1].typeIndex",
    offset: 205,
  },
  MSH_TRAIL_POINTS_UNPAIRED: { bytes: () => edited(points("trailstart_0")), path: "controlPoints", offset: 178 },
  MSH_CONTROL_POINT_BONE: {
    bytes: () => {
      const file = points("g_0");
      const controlPoints = (file.controlPoints ?? []).map((point) => ({ ...point, linkedBone: name("c") }));
      return edited({ ...weighted(...fine), ...file, controlPoints });
    },
    path: "controlPoints[0].linkedBone",
    offset: 178 + 96 + 4 + 6 + 4 + 7,
  },
  MSH_NOT_FINITE: { bytes: () => bytesWith(140, 0, 0, 0x80, 0x7f), path: "uv0[0]", offset: 140 },
  MSH_BOUNDS_MISMATCH: { bytes: () => bytesWith(27, 0x3f), path: "boundsMin", offset: 16 },
  MSH_RADIUS_MISMATCH: { bytes: () => bytesWith(43, 0x43), path: "sphereRadius", offset: 40 },
  MSH_NORMAL_LENGTH: { bytes: () => bytesWith(104, 0, 0, 0x80, 0x3f), path: "normals[0]", offset: 104 },
  MSH_DEGENERATE_FACE: {
    bytes: () => bytesWith(172, 1),
    path: "indices[0]",
    offset: 168,
    others: ["MSH_UNUSED_VERTEX"],
  },
  MSH_UNUSED_VERTEX: {
    bytes: () =>
      edited({
        vertexCount: 4,
        positions: Float32Array.of(0, 0, 0, 0, 100, 0, 100, 0, 0, 0, 0, 0),
        normals: Float32Array.of(0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1),
        uv0: new Float32Array(8),
      }),
    path: "indices",
    offset: 188 + 12,
  },
  MSH_LIGHTMAP_UV_ROLES: { bytes: () => bytesWith(8, 2), path: "meshType", offset: 8 },
};

export const PAIRS: IssuePairs = Object.fromEntries(
  Object.entries(CHANGES).map(([code, pair]) => [
    code,
    { ...pair, options: { format: "msh", dialect: "MSH", ...pair.options } },
  ]),
);
