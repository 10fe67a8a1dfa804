import { type MeshbinFile, meshbin } from "@meshglot/core";
import type { BenchCase } from "../case.ts";

const VERTICES = 32_000;
const FACES = 560_000;

/** Far beyond what the engine takes, but what the format can hold: 14 MB. */
function make(): Uint8Array {
  const indices = (limit: number) => Int16Array.from({ length: 4 * FACES }, (_, i) => (i * 7) % limit);
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
    positions: Int32Array.from({ length: 3 * VERTICES }, (_, i) => (i * 31) % 4000),
    colors: new Uint8Array(3 * VERTICES).fill(128),
    positionIndices: indices(VERTICES),
    normals: Int16Array.from({ length: 3 * VERTICES }, (_, i) => (i * 13) % 4096),
    normalIndices: indices(VERTICES),
    uv0: Uint8Array.from({ length: 2 * VERTICES }, (_, i) => i % 256),
    uv0Indices: indices(VERTICES),
    boundsMin: new Int16Array(3),
    boundsMax: new Int16Array(3).fill(4000),
    sphereCenter: new Int16Array(3).fill(2000),
    sphereRadius: 3500,
    trailing: new Uint8Array(0),
  };
  return meshbin.write(file, "MESHBIN");
}

export const benchCase: BenchCase = { id: "meshbin", make, limits: { read: 12, map: 12, rewrite: 12 } };
