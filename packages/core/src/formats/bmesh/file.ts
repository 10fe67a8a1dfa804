import type { Faithful } from "../../layout/node.ts";
import type { RawText } from "../../layout/text.ts";

/** Positions of coarser meshes, which version 32 no longer has. Nobody knows the size of one, so they stay bytes. */
export interface BmeshLodPositions {
  count: number;
  bytes: Uint8Array;
}

/**
 * A bone. Its matrices are four rows of four with the translation in the last row, for row vectors; in memory that is
 * the order in which glTF keeps a matrix.
 */
export interface BmeshBone {
  /** All 64 bytes: text up to the first zero, then whatever the tool left there. */
  name: Uint8Array;
  /** Number of the bone above; any negative number makes a root. */
  parent: number;
  /** 16 numbers, in model space (not relative to the parent). */
  bindMatrix: Float32Array;
  /** 16 numbers: the inverse of `bindMatrix`. */
  inverseBindMatrix: Float32Array;
  /** 1 if a vertex uses the bone. */
  hasSkinnedVertices: number;
  /** 3 bytes. */
  pad: Uint8Array;
}

/** An attach point. Matrices as in {@link BmeshBone}. */
export interface BmeshHardpoint {
  name: Uint8Array;
  /** Number of a bone; negative if it hangs on none. */
  parent: number;
  bindMatrix: Float32Array;
  inverseBindMatrix: Float32Array;
  /** `bindMatrix` times the inverse bind matrix of the parent: the place relative to the bone. */
  hpToBoneMatrix: Float32Array;
  /** As `bindMatrix` without its scale. */
  normalizedBindMatrix: Float32Array;
  normalizedHpToBoneMatrix: Float32Array;
}

/** The faces of one material: what Direct3D wants to know for one draw call. */
export interface BmeshSection {
  name: RawText;
  /** First face. */
  faceStart: number;
  /** Number of faces; an old description says it is the face behind the last. */
  faceCount: number;
  /** Lowest and highest vertex that the faces use. */
  vertexMin: number;
  vertexMax: number;
}

/** A Firefall mesh as it lies in the file: metres, z up, in the file's own order. */
export interface BmeshFile extends Faithful {
  /** Always 32. */
  version: number;
  /** No longer used by the game. */
  meshUsage: number;
  /** Three numbers. */
  boundsMin: Float32Array;
  boundsMax: Float32Array;
  /** Which tool's tangents these are: 0 Melody, 1 Turtle. */
  tangentType: number;
  tangentSplit: number;
  /** 3 per vertex, metres. */
  positions: Float32Array;
  vertexLodPositions: BmeshLodPositions;
  /** 4 bytes per vertex: x, y, z as 2 * b / 255 - 1, and one that is not used. */
  normals: Uint8Array;
  /** 2 per vertex. */
  uv0: Float32Array;
  /** 2 per vertex; of the normal map, by its name in a reader. */
  uv1: Float32Array;
  /** 4 bytes per vertex: x, y, z as in normals, and 255 where the bitangent is mirrored. */
  tangents: Uint8Array;
  /** 4 bytes per vertex: r, g, b, a, or b, g, r, a. */
  colors: Uint8Array;
  /** What the faces point into. */
  faceIndices: Uint32Array;
  /** 3 per face: places in `faceIndices`. */
  faces: Uint32Array;
  bones: BmeshBone[];
  /** 2 per link: first weight and number of weights of a vertex, or a weight and a vertex. */
  links: Uint32Array;
  /** 2 bytes per weight: influence (255 = 1), bone. */
  boneWeights: Uint8Array;
  hardpoints: BmeshHardpoint[];
  /** The mesh that this one is a variant of, or conforms to. */
  refMeshFileName: RawText;
  refMeshFileTime: bigint;
  /** 0 a mesh, 1 a variant of the reference mesh, 2 a mesh that conforms to it. */
  meshType: number;
  /** 3 per entry: face, and two barycentric weights as half floats. */
  baseVariantDiffs: Uint16Array;
  /** 6 per entry: three pairs of index and weight, the weights as half floats. */
  conformWeights: Uint16Array;
  materialSections: BmeshSection[];
  /** Bytes after the end. */
  trailing: Uint8Array;
}

/** The one version whose layout is known. */
export const BMESH_VERSION = 32;

/** Size of a name of bones and hardpoints. */
export const NAME_SIZE = 64;

export const BMESH_TYPES = ["none", "base variant", "conform mesh"] as const;

/** A mesh without anything, 111 bytes as a file: a start for those who build one. */
export function emptyBmesh(): BmeshFile {
  return {
    version: BMESH_VERSION,
    meshUsage: 0,
    boundsMin: new Float32Array(3),
    boundsMax: new Float32Array(3),
    tangentType: 0,
    tangentSplit: 0,
    positions: new Float32Array(0),
    vertexLodPositions: { count: 0, bytes: new Uint8Array(0) },
    normals: new Uint8Array(0),
    uv0: new Float32Array(0),
    uv1: new Float32Array(0),
    tangents: new Uint8Array(0),
    colors: new Uint8Array(0),
    faceIndices: new Uint32Array(0),
    faces: new Uint32Array(0),
    bones: [],
    links: new Uint32Array(0),
    boneWeights: new Uint8Array(0),
    hardpoints: [],
    refMeshFileName: { raw: new Uint8Array(0) },
    refMeshFileTime: 0n,
    meshType: 0,
    baseVariantDiffs: new Uint16Array(0),
    conformWeights: new Uint16Array(0),
    materialSections: [],
    trailing: new Uint8Array(0),
  };
}
