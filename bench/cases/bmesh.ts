import { type BmeshBone, type BmeshFile, bmesh, emptyBmesh } from "@meshglot/core";
import type { BenchCase } from "../case.ts";

const VERTICES = 210_000;
const FACES = 190_000;
const BONES = 60;

function bone(i: number): BmeshBone {
  const matrix = Float32Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? 1 : 0));
  const name = new Uint8Array(64);
  name.set(new TextEncoder().encode(`bone_${i}`));
  const matrices = { bindMatrix: matrix, inverseBindMatrix: matrix };
  return { name, parent: i - 1, ...matrices, hasSkinnedVertices: 1, pad: new Uint8Array(3) };
}

/** A skinned mesh with every array per vertex: 14 MB. Nothing in it is aligned, as in every bMesh. */
function make(): Uint8Array {
  const floats = (length: number) => Float32Array.from({ length }, (_, i) => ((i * 2654435761) % 4096) / 64);
  const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i % 4 === 3 ? 0 : i * 37));
  const file: BmeshFile = {
    ...emptyBmesh(),
    boundsMax: new Float32Array(3).fill(64),
    positions: floats(3 * VERTICES),
    normals: bytes(4 * VERTICES),
    uv0: floats(2 * VERTICES),
    uv1: floats(2 * VERTICES),
    tangents: bytes(4 * VERTICES),
    colors: bytes(4 * VERTICES),
    faceIndices: Uint32Array.from({ length: VERTICES }, (_, i) => i),
    faces: Uint32Array.from({ length: 3 * FACES }, (_, i) => (i * 7) % VERTICES),
    bones: Array.from({ length: BONES }, (_, i) => bone(i)),
    links: Uint32Array.from({ length: 2 * VERTICES }, (_, i) => (i % 2 === 0 ? i : 2)),
    // Two influences each, 127 and 128 of 255, so that every bone has vertices.
    boneWeights: Uint8Array.from({ length: 4 * VERTICES }, (_, i) =>
      i % 2 === 0 ? 127 + ((i >> 1) % 2) : (i >> 1) % BONES,
    ),
    materialSections: [
      {
        name: { raw: new TextEncoder().encode("skin") },
        faceStart: 0,
        faceCount: FACES,
        vertexMin: 0,
        vertexMax: VERTICES - 1,
      },
    ],
  };
  return bmesh.write(file, "bMesh");
}

export const benchCase: BenchCase = { id: "bmesh", make, limits: { read: 3, map: 3, rewrite: 6 } };
