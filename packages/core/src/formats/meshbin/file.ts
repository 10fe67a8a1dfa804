import type { Faithful } from "../../layout/node.ts";

/** One bone; its transform is relative to its parent. */
export interface MeshbinBone {
  /** Index of an earlier bone, -1 for a root. */
  parent: number;
  /** Three numbers, 128 = 1 m. */
  localPosition: Int32Array;
  /** w, x, y, z; 4096 = 1. */
  localRotation: Int16Array;
}

/** A MESHBIN of versions 0 to 3 as it lies in the file: fixed-point integers, the file's own axes (y down). */
export interface MeshbinFile extends Faithful {
  version: number;
  /** Read and thrown away by the engine; tools write 1. */
  type: number;
  vertexCount: number;
  /** Number of faces that are stored: entries of each of the three index arrays. */
  indicesCount: number;
  /** Number of faces that the renderer draws; should equal `indicesCount`. */
  facesCount: number;
  normalsCount: number;
  uvCount: number;
  /** From version 2 on; any value but 0 means yes. */
  hasSkeleton?: number;
  numBones?: number;
  /** 3 per position, 128 = 1 m. */
  positions: Int32Array;
  /** r, g, b per position; 128 leaves the texture as it is. */
  colors: Uint8Array;
  /** 4 per face: a quad in Z order, or a triangle in slots 1, 3, 4 with -1 in slot 2. */
  positionIndices: Int16Array;
  /** 3 per normal; 4096 = 1 in newer files, -1..1 in older ones. */
  normals: Int16Array;
  /** 4 per face, parallel to `positionIndices`; all -1 where the face has none. */
  normalIndices: Int16Array;
  /** 2 per UV: texels, v counted from the bottom. */
  uv0: Uint8Array;
  uv0Indices: Int16Array;
  /** 3 numbers, 128 = 1 m. Also the collision box, which authors may set by hand. */
  boundsMin: Int16Array;
  boundsMax: Int16Array;
  /** From version 3 on. */
  sphereCenter?: Int16Array;
  sphereRadius?: number;
  bones?: MeshbinBone[];
  /** Bone of each position. */
  vertexBone?: Uint8Array;
  trailing: Uint8Array;
}

/**
 * A file from before September 2025, without a header. Four layouts (H0 to H3) differ in the width of positions,
 * normals and UVs and in the tail; all of them hold quads only.
 */
export interface HeaderlessFile extends Faithful {
  vertexCount: number;
  indicesCount: number;
  facesCount: number;
  /** H0: 4 per position (x, y, z, 0); else 3. The unit is open; 128 = 1 m is assumed. */
  positions: Int16Array | Int32Array;
  /** 3 per position, -1 = none. */
  colors: Int16Array;
  positionIndices: Int16Array;
  normalsCount: number;
  /** H0: 4 per normal, 128 = 1; else 3, -1..1. */
  normals: Int16Array;
  normalIndices: Int16Array;
  uvCount: number;
  /** H0: 4 per UV; H1: 2 of 16 bits; H2 and H3: 2 bytes. */
  uv0: Int16Array | Uint8Array;
  uv0Indices: Int16Array;
  /** H0 to H2: four zero bytes. */
  tail?: Uint8Array;
  /** H3: the box, min then max. */
  bounds?: Int16Array;
  trailing: Uint8Array;
}
