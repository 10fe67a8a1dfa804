import { blockOf } from "../../layout/block.ts";
import { layOutUnigine } from "./blockPlaces.ts";
import type { BuiltSkeleton } from "./buildSkeleton.ts";
import type { BuiltArrays } from "./buildSurface.ts";
import type {
  CollisionTree,
  Ms14File,
  Ms15File,
  Sk10File,
  SkinnedGeometry,
  StaticGeometry,
  SurfaceArrays,
  UnigineBounds,
} from "./file.ts";
import { indexValues } from "./indices.ts";
import type { UnigineName } from "./names.ts";
import { estimateRamBytes } from "./ramEstimate.ts";
import { respell } from "./spellings.ts";
import { surfacesOf } from "./surfaces.ts";

/** A surface with all that a file says about it. */
export interface BuiltSurface {
  name: UnigineName;
  arrays: BuiltArrays;
  /** As many as the targets of the arrays. */
  targetNames: UnigineName[];
  bounds: UnigineBounds;
  lightmapUvChannel: number;
  lightmapResolution: number;
  /** Absent from sk10. */
  collision: CollisionTree | undefined;
  /** Whether the blocks are to lie in the file as they are. */
  stored: { geometry: boolean; tree: boolean };
}

/** What all identifiers that can be built have in common. */
export interface BuiltMesh {
  spatialTreeTriangles: number;
  bounds: UnigineBounds;
  surfaces: BuiltSurface[];
  /** Undefined: computed. */
  estimatedRamBytes: bigint | undefined;
  trailing: Uint8Array;
  /** Bytes of integers that were spelled in more of them than need be, by path. */
  spellings: ReadonlyMap<string, Uint8Array>;
}

/** A static mesh of SDK 2.21 and later; blocks encoded, offsets set. */
export function assembleMs15(mesh: BuiltMesh): Ms15File {
  const file: Ms15File = {
    ...headOf(mesh),
    surfaces: mesh.surfaces.map((surface) => ({
      ...surfaceHead(surface),
      ...lightmapOf(surface),
      vertexCount: (surface.arrays.targets[0]?.positions.length ?? 0) / 3,
    })),
    geometryBlocks: mesh.surfaces.map(({ arrays, stored }) => {
      const [target] = arrays.targets.map(targetOf);
      const geometry: StaticGeometry = { ...(target ?? targetOf(NO_TARGET)), ...arraysOf(arrays) };
      return blockOf(geometry, stored.geometry);
    }),
    treeBlocks: treeBlocks(mesh),
  };
  return layOutUnigine(completed(file, mesh), "ms15");
}

/** A mesh of SDK 2.20. */
export function assembleMs14(mesh: BuiltMesh, { joints, bind }: BuiltSkeleton): Ms14File {
  const file: Ms14File = {
    ...headOf(mesh),
    jointCount: joints.length,
    joints,
    bind,
    surfaces: mesh.surfaces.map((surface) => ({
      ...surfaceHead(surface),
      ...lightmapOf(surface),
      ...targetHeads(surface),
    })),
    geometryBlocks: skinnedBlocks(mesh),
    treeBlocks: treeBlocks(mesh),
  };
  return layOutUnigine(completed(file, mesh), "ms14");
}

/** A skinned mesh since SDK 2.21. */
export function assembleSk10(
  mesh: BuiltMesh,
  { joints, bind, rest }: BuiltSkeleton,
  reference: { guid: UnigineName; path: UnigineName },
): Sk10File {
  const file: Sk10File = {
    ...headOf(mesh),
    jointCount: joints.length,
    joints,
    bindCount: joints.length,
    bind,
    restCount: joints.length,
    rest,
    skeletonGuid: reference.guid,
    skeletonPath: reference.path,
    surfaces: mesh.surfaces.map((surface) => ({ ...surfaceHead(surface), ...targetHeads(surface) })),
    geometryBlocks: skinnedBlocks(mesh),
  };
  return layOutUnigine(completed(file, mesh), "sk10");
}

function headOf({ spatialTreeTriangles, bounds, surfaces, trailing }: BuiltMesh) {
  return {
    spatialTreeTriangles,
    bounds,
    surfaceCount: surfaces.length,
    estimatedRamBytes: 0n,
    offsets: surfaces.map(() => 0n),
    trailing,
  };
}

function surfaceHead({ name, arrays, bounds }: BuiltSurface) {
  return {
    name,
    cIndexCount: indexValues(arrays.cIndices).length,
    tIndexCount: indexValues(arrays.tIndices).length,
    bounds,
  };
}

function lightmapOf({ lightmapUvChannel, lightmapResolution }: BuiltSurface) {
  return { lightmapUvChannel, lightmapResolution };
}

function targetHeads({ targetNames, arrays }: BuiltSurface) {
  const targets = arrays.targets.map(({ positions }, i) => ({
    name: targetNames[i] ?? { raw: Uint8Array.of(0) },
    vertexCount: positions.length / 3,
  }));
  return { targetCount: targets.length, targets };
}

const NO_TARGET = { positions: new Float32Array(0), tangents: new Int16Array(0) };

function targetOf({ positions, tangents }: BuiltArrays["targets"][number]) {
  return { positions, tangentCount: tangents.length / 4, tangents };
}

function arraysOf({ uv0, uv1, colors, cIndices, tIndices }: BuiltArrays): SurfaceArrays {
  return {
    uv0Count: uv0.length / 2,
    uv0,
    uv1Count: uv1.length / 2,
    uv1,
    colorCount: colors.length / 4,
    colors,
    cIndices,
    tIndices,
  };
}

function skinnedBlocks({ surfaces }: BuiltMesh) {
  return surfaces.map(({ arrays, stored }) => {
    const geometry: SkinnedGeometry = {
      targets: arrays.targets.map(targetOf),
      weightCount: arrays.weights.counts.length,
      weights: arrays.weights,
      ...arraysOf(arrays),
    };
    return blockOf(geometry, stored.geometry);
  });
}

function treeBlocks({ surfaces }: BuiltMesh) {
  return surfaces.flatMap(({ collision, stored }) => (collision ? [blockOf(collision, stored.tree)] : []));
}

function completed<F extends Ms15File | Ms14File | Sk10File>(file: F, { estimatedRamBytes, spellings }: BuiltMesh): F {
  for (const [path, bytes] of spellings) respell(file, path, bytes);
  return { ...file, estimatedRamBytes: estimatedRamBytes ?? estimateRamBytes(surfacesOf(file)) };
}
