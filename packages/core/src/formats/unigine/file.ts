import type { Block } from "../../layout/block.ts";
import type { Faithful } from "../../layout/node.ts";
import type { CompactInts, TreeNodes } from "./compactRuns.ts";
import type { UnigineName } from "./names.ts";
import type { WeightTable } from "./weights.ts";

/** A box and a sphere, in metres. The sphere's centre need not be the box's. */
export interface UnigineBounds extends Faithful {
  /** 3 each. */
  min: Float32Array;
  max: Float32Array;
  center: Float32Array;
  radius: number;
}

export interface UnigineJoint extends Faithful {
  name: UnigineName;
  /** Number of the parent, -1 for a root. It may come later in the list (verified). */
  parent: number;
}

/** A morph target as the header of its surface names it; the first one is the mesh itself. */
export interface UnigineTargetHeader extends Faithful {
  name: UnigineName;
  vertexCount: number;
}

/** Header of a surface, ms15. */
export interface Ms15Surface extends Faithful {
  name: UnigineName;
  lightmapUvChannel: number;
  /** n means 32 << n texels. */
  lightmapResolution: number;
  cIndexCount: number;
  tIndexCount: number;
  bounds: UnigineBounds;
  vertexCount: number;
}

/** Header of a surface, sk10. */
export interface Sk10Surface extends Faithful {
  name: UnigineName;
  cIndexCount: number;
  tIndexCount: number;
  bounds: UnigineBounds;
  targetCount: number;
  targets: UnigineTargetHeader[];
}

/** Header of a surface, ms14. */
export interface Ms14Surface extends Sk10Surface {
  lightmapUvChannel: number;
  lightmapResolution: number;
}

/** Header of a surface, ms10 and ms11. Its counts lie beside its arrays. */
export interface Ms11Surface extends Faithful {
  name: UnigineName;
  bounds: UnigineBounds;
  targetCount: number;
  targetNames: UnigineName[];
}

/** Header of a surface, ms12 and ms13. */
export interface Ms13Surface extends Ms11Surface {
  lightmapUvChannel: number;
  lightmapResolution: number;
}

/** Indices as wide as the file holds them; compact integers where only those fit (documented, never seen). */
export type UnigineIndices = Uint8Array | Uint16Array | Int32Array | CompactInts;

/** What all surfaces have beside their positions: arrays per t-vertex, and the two index arrays. */
export interface SurfaceArrays extends Faithful {
  uv0Count: number;
  /** 2 per t-vertex, origin top-left. */
  uv0: Float32Array;
  uv1Count: number;
  uv1: Float32Array;
  colorCount: number;
  /** 4 per t-vertex: R, G, B, A (order inferred). */
  colors: Uint8Array;
  /** Into positions and weights. */
  cIndices: UnigineIndices;
  /** Into tangents, UVs and colours. */
  tIndices: UnigineIndices;
}

/** Decoded geometry block of a surface, ms15. */
export interface StaticGeometry extends SurfaceArrays {
  /** 3 per vertex, metres. */
  positions: Float32Array;
  tangentCount: number;
  /** 4 per t-vertex: a quaternion in 1/32767. */
  tangents: Int16Array;
}

/** Positions and tangent frames of a morph target; absolute, not differences. */
export interface SkinnedTarget extends Faithful {
  positions: Float32Array;
  tangentCount: number;
  tangents: Int16Array;
}

/** Decoded geometry block of a surface, ms14 and sk10. */
export interface SkinnedGeometry extends SurfaceArrays {
  targets: SkinnedTarget[];
  weightCount: number;
  /** One entry per position, or none. */
  weights: WeightTable;
}

/** Positions and tangent frames of a morph target, ms10 to ms13. */
export interface InlineTarget extends Faithful {
  vertexCount: number;
  positions: Float32Array;
  tangentCount: number;
  /** 4 per t-vertex; in ms10 the bytes as they are, 7 per t-vertex: i16 x3 and the sign of the binormal as i8. */
  tangents: Int16Array | Uint8Array;
}

/** Arrays of a surface, ms10 to ms13. */
export interface InlineGeometry extends SurfaceArrays {
  targets: InlineTarget[];
  weightCount: number;
  weights: WeightTable;
  cIndexCount: number;
  tIndexCount: number;
}

/** Decoded edge and tree block of a surface: what the engine collides with. */
export interface CollisionTree extends Faithful {
  edgeCount: number;
  /** One byte per triangle; bit 0 is the edge (v1, v2), bit 1 (v2, v0), bit 2 (v0, v1). */
  edges: Uint8Array;
  treeIndexCount: number;
  /** Three times a triangle's number, in the order of the leaves. */
  treeIndices: CompactInts;
  nodeCount: number;
  nodes: TreeNodes;
  /** 6 per node: min, max. */
  boxes: Float32Array;
  splitDistances: Float32Array;
}

/** `.mesh` of SDK 2.21 and 2.22. */
export interface Ms15File extends Faithful {
  spatialTreeTriangles: number;
  bounds: UnigineBounds;
  surfaceCount: number;
  surfaces: Ms15Surface[];
  estimatedRamBytes: bigint;
  geometryBlocks: Block<StaticGeometry>[];
  treeBlocks: Block<CollisionTree>[];
  /** Places of the geometry blocks in the file. */
  offsets: bigint[];
  trailing: Uint8Array;
}

/** `.mesh` of SDK 2.20. */
export interface Ms14File extends Faithful {
  spatialTreeTriangles: number;
  bounds: UnigineBounds;
  jointCount: number;
  joints: UnigineJoint[];
  surfaceCount: number;
  surfaces: Ms14Surface[];
  estimatedRamBytes: bigint;
  /** 10 per joint, relative to the parent: position, quaternion (x, y, z, w), scale. */
  bind: Float32Array;
  geometryBlocks: Block<SkinnedGeometry>[];
  treeBlocks: Block<CollisionTree>[];
  offsets: bigint[];
  trailing: Uint8Array;
}

/** `.mesh_skinned` since SDK 2.21. */
export interface Sk10File extends Faithful {
  spatialTreeTriangles: number;
  bounds: UnigineBounds;
  jointCount: number;
  joints: UnigineJoint[];
  bindCount: number;
  /** 10 per joint. */
  bind: Float32Array;
  restCount: number;
  rest: Float32Array;
  skeletonGuid: UnigineName;
  skeletonPath: UnigineName;
  surfaceCount: number;
  surfaces: Sk10Surface[];
  estimatedRamBytes: bigint;
  geometryBlocks: Block<SkinnedGeometry>[];
  offsets: bigint[];
  trailing: Uint8Array;
}

/** `.mesh` of SDK 2.5 to 2.19: nothing compressed, no tree. */
export interface Ms13File extends Faithful {
  bounds: UnigineBounds;
  jointCount: number;
  joints: UnigineJoint[];
  surfaceCount: number;
  surfaces: Ms13Surface[];
  bind: Float32Array;
  geometry: InlineGeometry[];
  trailing: Uint8Array;
}

export interface Ms12File extends Ms13File {
  animationCount: number;
  animationNames: UnigineName[];
}

/** Also ms10, whose tangents are other bytes. */
export interface Ms11File extends Omit<Ms12File, "surfaces"> {
  surfaces: Ms11Surface[];
}

export type UnigineFile = Ms15File | Ms14File | Sk10File | Ms13File | Ms12File | Ms11File;

export const UNIGINE_IDS = ["ms15", "sk10", "ms14", "ms13", "ms12", "ms11", "ms10"] as const;

/** The identifier in the first four bytes, which is the dialect. */
export type UnigineId = (typeof UNIGINE_IDS)[number];
