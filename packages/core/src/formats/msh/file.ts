import type { Faithful } from "../../layout/node.ts";
import type { RawText } from "../../layout/text.ts";

/** Range of one draw call; the client gives these four numbers to Direct3D as they are. */
export interface MshSubMesh {
  /** Lowest vertex that the faces use. */
  minIndex: number;
  /** Size of the range of vertices that the faces use. */
  vertexCount: number;
  /** First index, counted in indices, not in faces (verified). */
  indexStart: number;
  faceCount: number;
}

/** An attach point, in version 2002. */
export interface MshControlPoint {
  /** `type_index`: the client splits at the first underscore. */
  typeIndex: RawText;
  linkedBone: RawText;
  extraInfo: RawText;
  /** Three numbers in centimetres, in mesh space (not in the space of the bone). */
  position: Float32Array;
}

/** A Lost Saga mesh as it lies in the file: raw units (centimetres), the file's own axes and order. */
export interface MshFile extends Faithful {
  version: number;
  /** 0 static, 1 skinned, 2 lightmap, 3 billboard, 4 normal billboard, 5 animate effect, 6 static with colours. */
  meshType: number;
  /** Which vertex blocks follow; see {@link MSH_MASK}. */
  vertexMask: number;
  /** Three numbers, cm. */
  boundsMin: Float32Array;
  boundsMax: Float32Array;
  /** cm; half the diagonal of the box in every retail file. */
  sphereRadius: number;
  subMeshCount: number;
  subMeshes: MshSubMesh[];
  vertexCount: number;
  /** 3 per vertex, cm. */
  positions?: Float32Array;
  /** 3 per vertex. */
  normals?: Float32Array;
  tangents?: Float32Array;
  binormals?: Float32Array;
  /** 4 bytes per vertex in the order B, G, R, A (a D3DCOLOR). */
  colors?: Uint8Array;
  /** 2 per vertex, origin top-left. */
  uv0?: Float32Array;
  uv1?: Float32Array;
  /** What the bone numbers of the weights index; bytes in the code page of the client. */
  boneNames?: RawText[];
  /** 8 per vertex: four weights, then four bone numbers stored as floats. */
  vertexWeights?: Float32Array;
  /** 3 per vertex, cm. */
  billboardCenters?: Float32Array;
  faceCount: number;
  /** 3 per face. 32-bit ones are known from a remark only (open). */
  indices: Uint16Array | Uint32Array;
  controlPointCount?: number;
  controlPoints?: MshControlPoint[];
  /** Bytes after the end, which the client ignores. */
  trailing: Uint8Array;
}

/** Bits of `vertexMask`. Those without data in the file are there for the client's vertex declaration only. */
export const MSH_MASK = {
  positions: 0x0001,
  billboardCenters: 0x0002,
  positionW: 0x0004,
  weights: 0x0008,
  boneIndices: 0x0010,
  normals: 0x0020,
  colors: 0x0040,
  colors1: 0x0080,
  uv0: 0x0100,
  uv1: 0x0200,
  uv2: 0x0400,
  uv3: 0x0800,
  tangents: 0x1000,
  binormals: 0x2000,
} as const;

export const MSH_TYPES = [
  "static",
  "skinned",
  "lightmap",
  "billboard",
  "normal billboard",
  "animate effect",
  "static with vertex colours",
] as const;

/** What 16-bit indices reach; index 65535 is legal in Direct3D lists. */
export const MAX_VERTICES = 65536;

/** Faces per file that the community found to load safely. */
export const FACES_SAFE = 20_000;
