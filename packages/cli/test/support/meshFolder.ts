import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type MeshbinFile, type MshFile, meshbin, msh } from "@meshglot/core";
import { seededRandom } from "../../../core/test/support/random.ts";

export interface FolderPlan {
  count: number;
  seed?: number;
  /** Bytes; sizes between them are spread evenly over their magnitudes. */
  smallest?: number;
  largest?: number;
  /** Share of the files that can not be read. */
  damaged?: number;
}

/** What was written, and how many files have to fail with which code, known from how they were damaged. */
export interface PlannedFolder {
  files: number;
  bytes: number;
  faults: Record<string, number>;
}

const FOLDERS = 23;

/**
 * Fills a folder with meshes of many sizes, some of them damaged: cut off in the middle of an array, or with a
 * beginning that is no format's.
 */
export function makeMeshFolder(
  folder: string,
  { count, seed = 1, smallest = 4096, largest = 2 ** 21, damaged = 0.05 }: FolderPlan,
): PlannedFolder {
  const random = seededRandom(seed);
  const planned: PlannedFolder = { files: count, bytes: 0, faults: {} };
  const damagedEvery = damaged > 0 ? Math.round(1 / damaged) : Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const size = smallest * (largest / smallest) ** random();
    const kind = i % 3 === 2 ? "meshbin" : "msh";
    let bytes = kind === "msh" ? mshOf(size, random) : meshbinOf(size, random);
    if (i % damagedEvery === damagedEvery - 1) {
      const cut = random() < 0.5;
      const code = cut ? `${kind.toUpperCase()}_TRUNCATED` : "UNKNOWN_FORMAT";
      planned.faults[code] = (planned.faults[code] ?? 0) + 1;
      if (cut) bytes = bytes.slice(0, bytes.length / 2);
      else bytes.fill(0x2a, 0, 64);
    }
    const path = join(folder, `group ${i % FOLDERS}`, `mesh_${i}.${kind}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    planned.bytes += bytes.length;
  }
  return planned;
}

/** About `size` bytes: 32 per vertex and 6 per face, as many of both. */
function mshOf(size: number, random: () => number): Uint8Array {
  const vertices = Math.min(60_000, Math.ceil(size / 38));
  const file: MshFile = {
    version: 2000,
    meshType: 0,
    vertexMask: 0x121,
    boundsMin: new Float32Array(3),
    boundsMax: new Float32Array(3).fill(64),
    sphereRadius: 55.4,
    subMeshCount: 1,
    subMeshes: [{ minIndex: 0, vertexCount: vertices, indexStart: 0, faceCount: vertices }],
    vertexCount: vertices,
    positions: Float32Array.from({ length: 3 * vertices }, () => random() * 64),
    normals: Float32Array.from({ length: 3 * vertices }, (_, i) => (i % 3 === 1 ? 1 : 0)),
    uv0: Float32Array.from({ length: 2 * vertices }, random),
    faceCount: vertices,
    indices: Uint16Array.from({ length: 3 * vertices }, (_, i) => (i + Math.floor(i / 3)) % vertices),
    trailing: new Uint8Array(0),
  };
  return msh.write(file, "MSH");
}

/** About `size` bytes: 23 per vertex and 24 per quad, as many of both. */
function meshbinOf(size: number, random: () => number): Uint8Array {
  const vertices = Math.min(32_000, Math.ceil(size / 47));
  const indices = () => Int16Array.from({ length: 4 * vertices }, (_, i) => (i + Math.floor(i / 4)) % vertices);
  const file: MeshbinFile = {
    version: 3,
    type: 1,
    vertexCount: vertices,
    indicesCount: vertices,
    facesCount: vertices,
    normalsCount: vertices,
    uvCount: vertices,
    hasSkeleton: 0,
    numBones: 0,
    positions: Int32Array.from({ length: 3 * vertices }, () => Math.floor(random() * 4000)),
    colors: new Uint8Array(3 * vertices).fill(128),
    positionIndices: indices(),
    normals: Int16Array.from({ length: 3 * vertices }, (_, i) => (i % 3 === 1 ? 4096 : 0)),
    normalIndices: indices(),
    uv0: Uint8Array.from({ length: 2 * vertices }, () => Math.floor(random() * 256)),
    uv0Indices: indices(),
    boundsMin: new Int16Array(3),
    boundsMax: new Int16Array(3).fill(4000),
    sphereCenter: new Int16Array(3).fill(2000),
    sphereRadius: 3500,
    trailing: new Uint8Array(0),
  };
  return meshbin.write(file, "MESHBIN");
}
