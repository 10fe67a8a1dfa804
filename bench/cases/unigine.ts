import {
  blockOf,
  collisionTreeOf,
  detect,
  layOutUnigine,
  type Ms14File,
  nameOf,
  openMesh,
  type UnigineBounds,
  unigine,
} from "@meshglot/core";
import { decodeLz4 } from "../../packages/core/src/bytes/lz4.ts";
import type { BenchCase, BenchResult } from "../case.ts";
import { compare } from "../compare.ts";

const SURFACES = 5;
/** Vertices per side of the grid that each surface is. */
const SIDE = 165;
const VERTICES = SIDE * SIDE;

function bounds(): UnigineBounds {
  const corner = (value: number) => new Float32Array(3).fill(value);
  return { min: corner(-1), max: corner(SIDE), center: corner(SIDE / 2), radius: SIDE };
}

/** A skinned surface with everything, its numbers as unlike each other as those of a real one. */
function surface(seed: number) {
  const noise = (i: number) => ((Math.imul(i + 1, 2654435761) ^ Math.imul(seed, 40503)) >>> 8) / 2 ** 24;
  const positions = new Float32Array(3 * VERTICES);
  const indices: number[] = [];
  for (let row = 0, i = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++, i++) {
      positions.set([column + noise(i) / 2, row + noise(i + 7) / 2, 3 * noise(i + 13)], 3 * i);
      if (row + 1 < SIDE && column + 1 < SIDE) indices.push(i, i + 1, i + SIDE, i + 1, i + SIDE + 1, i + SIDE);
    }
  }
  const corners = Uint16Array.from(indices);
  const tree = collisionTreeOf(positions, corners);
  if (!tree) throw new Error("an index is out of range");
  const geometry = {
    targets: [
      {
        positions,
        tangentCount: VERTICES,
        tangents: Int16Array.from({ length: 4 * VERTICES }, (_, i) => 60_000 * noise(i) - 30_000),
      },
    ],
    weightCount: VERTICES,
    weights: {
      counts: new Uint8Array(VERTICES).fill(2),
      joints: Int16Array.from({ length: 2 * VERTICES }, (_, i) => i % 2),
      weights: Uint16Array.from({ length: 2 * VERTICES }, (_, i) =>
        Math.abs((i % 2) * 65_535 - Math.floor(noise(i >> 1) * 65_535)),
      ),
    },
    uv0Count: VERTICES,
    uv0: Float32Array.from({ length: 2 * VERTICES }, (_, i) => noise(i)),
    uv1Count: 0,
    uv1: new Float32Array(0),
    colorCount: VERTICES,
    colors: Uint8Array.from({ length: 4 * VERTICES }, (_, i) => (i % 4 === 3 ? 255 : 255 * noise(i))),
    cIndices: corners,
    tIndices: corners,
  };
  return { geometry, tree };
}

/** Five skinned surfaces with edges and trees, compressed: 14 MB. */
function make(): Uint8Array {
  const surfaces = Array.from({ length: SURFACES }, (_, i) => surface(i));
  const file: Ms14File = {
    spatialTreeTriangles: 4,
    bounds: bounds(),
    jointCount: 2,
    joints: [
      { name: nameOf("root"), parent: -1 },
      { name: nameOf("tip"), parent: 0 },
    ],
    surfaceCount: SURFACES,
    surfaces: surfaces.map(({ geometry }, i) => ({
      name: nameOf(`surface_${i}`),
      lightmapUvChannel: 0,
      lightmapResolution: 0,
      cIndexCount: geometry.cIndices.length,
      tIndexCount: geometry.tIndices.length,
      bounds: bounds(),
      targetCount: 1,
      targets: [{ name: nameOf(""), vertexCount: VERTICES }],
    })),
    estimatedRamBytes: 0n,
    bind: Float32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1),
    geometryBlocks: surfaces.map(({ geometry }) => blockOf(geometry)),
    treeBlocks: surfaces.map(({ tree }) => blockOf(tree)),
    offsets: surfaces.map(() => 0n),
    trailing: new Uint8Array(0),
  };
  return unigine.write(layOutUnigine(file, "ms14"), "ms14");
}

export const benchCase: BenchCase = { id: "unigine", make, limits: {} };

/** Most of reading is decoding, so reading is measured against decoding the same blocks. */
export async function run(): Promise<BenchResult[]> {
  const bytes = make();
  const file = openMesh(bytes).file as Ms14File; // made above
  const blocks = [...file.geometryBlocks, ...file.treeBlocks];
  const decode = () => blocks.map(({ payload, uncompressedSize }) => payload && decodeLz4(payload, uncompressedSize));
  const { format } = detect(bytes);
  return [
    await compare("unigine read / LZ4 alone", () => openMesh(bytes), decode, 1.3),
    await compare("unigine map / LZ4 alone", () => openMesh(bytes, { trace: true }), decode, 1.3),
    await compare(
      "unigine rewrite / copy",
      () => format.write(file, "ms14"),
      () => bytes.slice(),
      3,
    ),
  ];
}
