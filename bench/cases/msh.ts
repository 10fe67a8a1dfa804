import { type MshFile, msh } from "@meshglot/core";
import type { BenchCase } from "../case.ts";

const VERTICES = 170_000;
const FACES = 160_000;

/** A skinned mesh with every usual block: 14 MB. */
function make(): Uint8Array {
  const random = (length: number) => Float32Array.from({ length }, (_, i) => ((i * 2654435761) % 4096) / 64);
  const file: MshFile = {
    version: 2000,
    meshType: 1,
    vertexMask: 0x139,
    boundsMin: new Float32Array(3),
    boundsMax: new Float32Array(3).fill(64),
    sphereRadius: 55.4,
    subMeshCount: 1,
    subMeshes: [{ minIndex: 0, vertexCount: VERTICES, indexStart: 0, faceCount: FACES }],
    vertexCount: VERTICES,
    positions: random(3 * VERTICES),
    normals: Float32Array.from({ length: 3 * VERTICES }, (_, i) => (i % 3 === 2 ? 1 : 0)),
    uv0: random(2 * VERTICES),
    boneNames: Array.from({ length: 60 }, (_, i) => ({ raw: new TextEncoder().encode(`Bip01 Bone${i}`) })),
    vertexWeights: new Float32Array(8 * VERTICES).map((_, i) => (i % 8 === 0 ? 1 : 0)),
    faceCount: FACES,
    indices: Uint16Array.from({ length: 3 * FACES }, (_, i) => (i * 7) % 65536),
    trailing: new Uint8Array(0),
  };
  return msh.write(file, "MSH");
}

export const benchCase: BenchCase = { id: "msh", make, limits: { read: 3, map: 3, rewrite: 6 } };
