import { type MeshbinFile, meshbin } from "@meshglot/core";
import type { BenchCase } from "../case.ts";

/** Positions of a flat grid, as many as 16-bit indices reach. */
const SIDE = 179;
const VERTICES = SIDE * SIDE;
const FACES = 560_000;

/** Far beyond what the engine takes, but what the format can hold: 14 MB. */
function make(): Uint8Array {
  // Z order: the four corners of a cell, row by row.
  const cell = (face: number) => (face % (SIDE - 1)) + SIDE * (Math.floor(face / (SIDE - 1)) % (SIDE - 1));
  const corners = [0, 1, SIDE, SIDE + 1];
  const indices = () => Int16Array.from({ length: 4 * FACES }, (_, i) => cell(i >> 2) + (corners[i & 3] ?? 0));
  const file: MeshbinFile = {
    version: 3,
    type: 1,
    vertexCount: VERTICES,
    indicesCount: FACES,
    facesCount: FACES,
    normalsCount: VERTICES,
    uvCount: VERTICES,
    hasSkeleton: 0,
    numBones: 0,
    positions: Int32Array.from({ length: 3 * VERTICES }, (_, i) => {
      const vertex = Math.floor(i / 3);
      return 20 * ([vertex % SIDE, Math.floor(vertex / SIDE), 0][i % 3] ?? 0);
    }),
    colors: new Uint8Array(3 * VERTICES).fill(128),
    positionIndices: indices(),
    normals: Int16Array.from({ length: 3 * VERTICES }, (_, i) => (i * 13) % 4096),
    normalIndices: indices(),
    uv0: Uint8Array.from({ length: 2 * VERTICES }, (_, i) => i % 256),
    uv0Indices: indices(),
    boundsMin: new Int16Array(3),
    boundsMax: Int16Array.of(20 * (SIDE - 1), 20 * (SIDE - 1), 0),
    sphereCenter: Int16Array.of(10 * (SIDE - 1), 10 * (SIDE - 1), 0),
    sphereRadius: 2518,
    trailing: new Uint8Array(0),
  };
  return meshbin.write(file, "MESHBIN");
}

export const benchCase: BenchCase = { id: "meshbin", make, limits: { read: 12, map: 12, rewrite: 12 } };
