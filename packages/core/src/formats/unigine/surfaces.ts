import type { Block } from "../../layout/block.ts";
import type { CollisionTree, UnigineBounds, UnigineFile, UnigineIndices, UnigineJoint } from "./file.ts";
import type { UnigineName } from "./names.ts";
import { MS10_TANGENT } from "./records.ts";
import type { WeightTable } from "./weights.ts";

/** Positions and tangent frames of a surface or of one of its morph targets. */
export interface TargetView {
  path: string;
  name: UnigineName | undefined;
  positions: Float32Array;
  tangents: Int16Array | Uint8Array;
  tangentCount: number;
}

/** A surface in one form for all identifiers: what its header and its geometry say together. */
export interface SurfaceView {
  /** Path of the header. */
  path: string;
  /** Path of the arrays. */
  geometryPath: string;
  treePath: string;
  name: UnigineName | undefined;
  bounds: UnigineBounds | undefined;
  lightmapUvChannel: number | undefined;
  lightmapResolution: number | undefined;
  /** The first one is the surface itself. */
  targets: TargetView[];
  weights: WeightTable;
  uv0: Float32Array;
  uv1: Float32Array;
  colors: Uint8Array;
  cIndices: UnigineIndices;
  tIndices: UnigineIndices;
  /** Number of positions. */
  vertexCount: number;
  /** Number of tangents; without tangents, entries of the longest of the other arrays (open). */
  tVertexCount: number;
  tree: CollisionTree | undefined;
  blocks: { path: string; block: Block<unknown> }[];
}

/** The fields that any header of a surface may have. A damaged file has them up to the fault only. */
interface AnySurface {
  name?: UnigineName;
  bounds?: UnigineBounds;
  lightmapUvChannel?: number;
  lightmapResolution?: number;
  targets?: { name?: UnigineName }[];
  targetNames?: UnigineName[];
}

interface AnyTarget {
  positions?: Float32Array;
  tangents?: Int16Array | Uint8Array;
}

interface AnyGeometry extends AnyTarget {
  targets?: AnyTarget[];
  weights?: WeightTable;
  uv0?: Float32Array;
  uv1?: Float32Array;
  colors?: Uint8Array;
  cIndices?: UnigineIndices;
  tIndices?: UnigineIndices;
}

interface AnyFile {
  bounds?: UnigineBounds;
  surfaces?: AnySurface[];
  geometryBlocks?: Block<AnyGeometry>[];
  treeBlocks?: Block<CollisionTree>[];
  geometry?: AnyGeometry[];
  joints?: UnigineJoint[];
  bind?: Float32Array;
  rest?: Float32Array;
}

const NO_FLOATS = new Float32Array(0);
const NO_BYTES = new Uint8Array(0);
const NO_TANGENTS = new Int16Array(0);
const NO_WEIGHTS: WeightTable = { counts: NO_BYTES, joints: NO_TANGENTS, weights: new Uint16Array(0) };

/** The surfaces of a file, whole or read up to a fault. */
export function surfacesOf(file: UnigineFile): SurfaceView[] {
  const any: AnyFile = file;
  return (any.surfaces ?? []).map((header, i) => {
    const geometryBlock = any.geometryBlocks?.[i];
    const treeBlock = any.treeBlocks?.[i];
    const inline = any.geometry?.[i];
    const geometry = geometryBlock?.value ?? inline ?? {};
    const geometryPath = any.geometry ? `geometry[${i}]` : `geometryBlocks[${i}].payload`;
    const targets = targetsOf(header, geometry, geometryPath);
    const [uv0, uv1, colors] = [geometry.uv0 ?? NO_FLOATS, geometry.uv1 ?? NO_FLOATS, geometry.colors ?? NO_BYTES];
    const tangentCount = targets[0]?.tangentCount ?? 0;
    return {
      path: `surfaces[${i}]`,
      geometryPath,
      treePath: `treeBlocks[${i}].payload`,
      name: header.name,
      bounds: header.bounds,
      lightmapUvChannel: header.lightmapUvChannel,
      lightmapResolution: header.lightmapResolution,
      targets,
      weights: geometry.weights ?? NO_WEIGHTS,
      uv0,
      uv1,
      colors,
      cIndices: geometry.cIndices ?? NO_BYTES,
      tIndices: geometry.tIndices ?? NO_BYTES,
      vertexCount: (targets[0]?.positions.length ?? 0) / 3,
      tVertexCount: tangentCount > 0 ? tangentCount : Math.max(uv0.length / 2, uv1.length / 2, colors.length / 4),
      tree: treeBlock?.value,
      blocks: [
        ...(geometryBlock ? [{ path: `geometryBlocks[${i}]`, block: geometryBlock }] : []),
        ...(treeBlock ? [{ path: `treeBlocks[${i}]`, block: treeBlock }] : []),
      ],
    };
  });
}

function targetsOf(header: AnySurface, geometry: AnyGeometry, path: string): TargetView[] {
  const single = geometry.targets === undefined;
  const sources = geometry.targets ?? (geometry.positions ? [geometry] : []);
  return sources.map(({ positions = NO_FLOATS, tangents = NO_TANGENTS }, i) => ({
    path: single ? path : `${path}.targets[${i}]`,
    name: header.targets?.[i]?.name ?? header.targetNames?.[i],
    positions,
    tangents,
    // Those that were read: the count of a damaged file may be any number.
    tangentCount: Math.floor(tangents.length / (tangents instanceof Uint8Array ? MS10_TANGENT : 4)),
  }));
}

/** Joints and their poses; none in ms15. */
export interface SkeletonView {
  joints: UnigineJoint[];
  /** 10 per joint. */
  bind: Float32Array;
  /** Only in sk10. */
  rest: Float32Array | undefined;
}

export function skeletonOf(file: UnigineFile): SkeletonView {
  const { joints = [], bind = NO_FLOATS, rest }: AnyFile = file;
  return { joints, bind, rest };
}
