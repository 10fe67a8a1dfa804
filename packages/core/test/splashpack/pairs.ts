import type { SplashpackFile } from "../../src/formats/splashpack/file.ts";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import type { IssuePair, IssuePairs } from "../support/pairs.ts";
import { fileL1, type Parts, packL1 } from "./build.ts";
import { GOLDEN } from "./golden.ts";
import { handmade } from "./handmade.ts";

/** A page at (320, 0), where the object of the pack samples. */
const at = (...place: [number, number, number, number]): Parts => ({ atlases: [{ at: place }] });
const pack =
  (parts: Parts): IssuePair["bytes"] =>
  () =>
    packL1(parts);
/** The published sample of one triangle and no atlas, 108 bytes, with a few of them changed. */
const goldenWith = (offset: number, ...values: number[]): Uint8Array => {
  const bytes = GOLDEN.slice();
  bytes.set(values, offset);
  return bytes;
};
const changed =
  (change: (file: SplashpackFile) => void): IssuePair["bytes"] =>
  () =>
    splashpack.write(fileL1({ atlases: [], change }), "L1");
/** Moves the mesh of the only object by some bytes that no table names. */
const moved = (by: number) =>
  changed((file) => {
    const [object] = file.objects;
    if (object) object.meshOffset += by;
    file.gaps = [{ offset: 64, bytes: new Uint8Array(by) }];
  });
/** What a pack without atlases says beside its fault. */
const UNTEXTURED = "SPLASHPACK_PAGE_WITHOUT_ATLAS";
const L1 = { format: "splashpack", dialect: "L1" };

/** The handmade packs are as small as can be: their atlas has 2 x 1 words. */
const HANDMADE_ODDITIES = ["SPLASHPACK_ATLAS_SIZE", "SPLASHPACK_DEPTH_WIDTH_MISMATCH"];

/** The smallest pack with the fault, and where it is. Tables: header 8 bytes, object 56, atlas 12. */
const CHANGES: IssuePairs = {
  SPLASHPACK_BAD_MAGIC: { bytes: () => goldenWith(0, 0x73), path: "header.magic", offset: 0 },
  SPLASHPACK_UNSUPPORTED_VERSION: {
    bytes: () => goldenWith(2, 17),
    path: "header.version",
    offset: 2,
    options: { format: "splashpack" },
  },
  SPLASHPACK_LAYOUT_UNKNOWN: {
    // The atlas of a later layout four bytes behind the end of the block before it.
    bytes: () => {
      const { bytes, atlas } = handmade("L6");
      const moved = bytes.slice();
      new DataView(moved.buffer).setUint32(28 + 56 + 8, atlas + 4, true);
      return moved;
    },
    path: "header",
    offset: 0,
    options: { format: "splashpack" },
  },
  SPLASHPACK_LAYOUT_NOT_L1: {
    bytes: () => handmade("L6").bytes,
    path: "header.version",
    offset: 2,
    options: { format: "splashpack", dialect: "L6" },
    others: HANDMADE_ODDITIES,
  },
  SPLASHPACK_LAYOUT_AMBIGUOUS: { bytes: () => Uint8Array.of(0x53, 0x50, 1, 0, 0, 0, 0, 0), path: "header", offset: 0 },
  SPLASHPACK_LENIENT_LAYOUT: {
    bytes: moved(4),
    path: "header",
    offset: 0,
    others: ["SPLASHPACK_GAP", UNTEXTURED],
  },
  SPLASHPACK_TRUNCATED: { bytes: () => GOLDEN.subarray(0, 107), path: "meshes[0]", offset: 64 },
  SPLASHPACK_BLOCK_OVERLAP: { bytes: () => goldenWith(60, 60), path: "meshes[0]", offset: 60 },
  SPLASHPACK_GAP: {
    bytes: moved(4),
    path: "gaps[0]",
    offset: 64,
    others: ["SPLASHPACK_LENIENT_LAYOUT", UNTEXTURED],
  },
  SPLASHPACK_TRAILING_BYTES: {
    bytes: () => Uint8Array.of(...GOLDEN, 7),
    path: "trailing",
    offset: 108,
    others: ["SPLASHPACK_LENIENT_LAYOUT", UNTEXTURED],
  },
  SPLASHPACK_OFFSET_UNALIGNED: {
    bytes: moved(2),
    path: "objects[0].meshOffset",
    offset: 60,
    others: ["SPLASHPACK_GAP", "SPLASHPACK_LENIENT_LAYOUT", UNTEXTURED],
  },
  SPLASHPACK_TEXTURE_DEPTH: {
    bytes: () => goldenWith(56, 0x85),
    path: "objects[0].texturePage",
    offset: 56,
    others: [UNTEXTURED],
  },
  SPLASHPACK_TPAGE_RESERVED_BITS: {
    bytes: () => goldenWith(57, 0x07),
    path: "objects[0].texturePage",
    offset: 56,
    others: [UNTEXTURED],
  },
  SPLASHPACK_PAGE_WITHOUT_ATLAS: { bytes: () => GOLDEN, path: "objects[0].texturePage", offset: 56 },
  SPLASHPACK_ATLAS_SIZE: { bytes: pack(at(320, 0, 256, 1)), path: "atlases[0]", offset: 64 },
  SPLASHPACK_ATLAS_PLACE: {
    bytes: pack(at(330, 0, 256, 256)),
    path: "atlases[0]",
    offset: 64,
    others: [UNTEXTURED],
  },
  SPLASHPACK_ATLAS_OVERLAP: {
    bytes: pack({ atlases: [{ at: [320, 0, 256, 256] }, { at: [512, 0, 256, 256] }] }),
    path: "atlases[1]",
    offset: 76,
  },
  SPLASHPACK_ATLAS_IN_FRAMEBUFFER: {
    bytes: pack({ ...at(256, 0, 256, 256), object: { texturePage: 0x0304 } }),
    path: "atlases[0].vramX",
    offset: 64 + 8,
  },
  SPLASHPACK_DEPTH_WIDTH_MISMATCH: { bytes: pack(at(320, 0, 128, 256)), path: "atlases[0].width", offset: 64 + 4 },
  SPLASHPACK_NO_PALETTE: {
    bytes: pack({ ...at(320, 0, 128, 256), object: { texturePage: 0x0285 } }),
    path: "atlases[0]",
    offset: 64,
  },
  SPLASHPACK_PAD_NOT_ZERO: {
    bytes: () => goldenWith(64 + 30, 1),
    path: "meshes[0].triangles[0]",
    offset: 64,
    others: [UNTEXTURED],
  },
  SPLASHPACK_COORDINATE_RANGE: {
    bytes: () => goldenWith(64 + 6, 1, 0x40),
    path: "meshes[0].triangles[0].positions",
    offset: 64,
    others: [UNTEXTURED],
  },
  SPLASHPACK_ROTATION_INVALID: {
    bytes: () => goldenWith(20, 0, 0),
    path: "objects[0].rotation",
    offset: 20,
    others: [UNTEXTURED],
  },
  SPLASHPACK_DEGENERATE_FACE: {
    bytes: () => goldenWith(64 + 6, 0),
    path: "meshes[0].triangles[0].positions",
    offset: 64,
    others: [UNTEXTURED],
  },
  SPLASHPACK_NORMAL_LENGTH: {
    bytes: () => goldenWith(64 + 22, 0, 0),
    path: "meshes[0].triangles",
    offset: 64,
    others: [UNTEXTURED],
  },
  SPLASHPACK_OVERBRIGHT: {
    bytes: () => goldenWith(64 + 32, 129),
    path: "meshes[0].triangles",
    offset: 64,
    others: [UNTEXTURED],
  },
  SPLASHPACK_TRIANGLE_BUDGET: {
    bytes: pack({ rows: new Array<object>(2001).fill({}) }),
    path: "header.objectCount",
    offset: 4,
  },
  SPLASHPACK_EMPTY_OBJECT: { bytes: pack({ rows: [], atlases: [] }), path: "objects[0].triangleCount", offset: 58 },
  SPLASHPACK_LUA_INDEX: {
    bytes: () => {
      const bytes = handmade("L7").bytes.slice();
      bytes.set([3, 0], 32 + 8 + 54);
      return bytes;
    },
    path: "objects[0].luaIndex",
    offset: 32 + 8 + 54,
    options: { format: "splashpack", dialect: "L7" },
    others: ["SPLASHPACK_LAYOUT_NOT_L1", ...HANDMADE_ODDITIES],
  },
};

export const PAIRS: IssuePairs = Object.fromEntries(
  Object.entries(CHANGES).map(([code, pair]) => [code, { options: L1, ...pair }]),
);
