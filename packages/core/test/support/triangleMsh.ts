import type { MshFile } from "../../src/index.ts";

/** The smallest whole mesh: one triangle, one sub-mesh, positions alone, and what a test changes of it. */
export function triangleMsh(changes: Partial<MshFile> = {}): MshFile {
  return {
    version: 2000,
    meshType: 0,
    vertexMask: 0x1,
    boundsMin: new Float32Array(3),
    boundsMax: new Float32Array(3).fill(1),
    sphereRadius: 1,
    subMeshCount: 1,
    subMeshes: [{ minIndex: 0, vertexCount: 3, indexStart: 0, faceCount: 1 }],
    vertexCount: 3,
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    faceCount: 1,
    indices: Uint16Array.of(0, 1, 2),
    trailing: new Uint8Array(0),
    ...changes,
  };
}
