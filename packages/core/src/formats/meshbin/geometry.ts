import type { HeaderlessFile, MeshbinFile } from "./file.ts";

/** What conversion and checks need of any MESHBIN, with or without a header. Nothing is scaled or turned. */
export interface MeshbinGeometry {
  vertexCount: number;
  /** Number of faces that are stored. */
  faceCount: number;
  /** 3 per position. */
  positions: ArrayLike<number>;
  /** 3 per position; {@link NO_COLOR} where the file says "none". */
  colors: ArrayLike<number>;
  /** 4 per face each; see {@link isTriangle}. */
  positionIndices: Int16Array;
  normalIndices: Int16Array;
  uvIndices: Int16Array;
  /** 3 per normal. */
  normals: ArrayLike<number>;
  normalCount: number;
  /** 2 per UV, texels. */
  uvs: ArrayLike<number>;
  uvCount: number;
}

/** A channel of a vertex that has no colour of its own; the GPU's neutral 128 stands for it. */
export const NO_COLOR = -1;

/** Raw units of one metre. */
export const UNITS_PER_METRE = 128;

export function geometryOf(file: MeshbinFile | HeaderlessFile): MeshbinGeometry {
  return "version" in file ? geometryOfMeshbin(file) : geometryOfHeaderless(file);
}

function geometryOfMeshbin(file: MeshbinFile): MeshbinGeometry {
  return {
    vertexCount: file.vertexCount,
    faceCount: file.indicesCount,
    positions: file.positions,
    colors: file.version <= 2 ? withoutSentinels(file.colors) : file.colors,
    positionIndices: file.positionIndices,
    normalIndices: file.normalIndices,
    uvIndices: file.uv0Indices,
    normals: file.normals,
    normalCount: file.normalsCount,
    uvs: file.uv0,
    uvCount: file.uvCount,
  };
}

/**
 * The exporter of versions 1 and 2 packed colours as signed bytes and wrote (-1, -1, -1) for "none". Its real values
 * were 0 to 127, so FF FF FF can not be a colour there (code).
 */
function withoutSentinels(colors: Uint8Array): Int16Array {
  const result = Int16Array.from(colors);
  for (let i = 0; i + 2 < result.length; i += 3) {
    if (result[i] === 255 && result[i + 1] === 255 && result[i + 2] === 255) result.fill(NO_COLOR, i, i + 3);
  }
  return result;
}

function geometryOfHeaderless(file: HeaderlessFile): MeshbinGeometry {
  const positionStride = file.positions.length / Math.max(1, file.vertexCount);
  const normalStride = file.normals.length / Math.max(1, file.normalsCount);
  const uvStride = file.uv0.length / Math.max(1, file.uvCount);
  return {
    vertexCount: file.vertexCount,
    faceCount: file.indicesCount,
    positions: firstOf(file.positions, positionStride, 3),
    colors: file.colors,
    positionIndices: file.positionIndices,
    normalIndices: file.normalIndices,
    uvIndices: file.uv0Indices,
    normals: firstOf(file.normals, normalStride, 3),
    normalCount: file.normalsCount,
    uvs: firstOf(file.uv0, uvStride, 2),
    uvCount: file.uvCount,
  };
}

/** The first `keep` of every `stride` numbers. */
function firstOf(source: ArrayLike<number>, stride: number, keep: number): ArrayLike<number> {
  if (stride <= keep) return source;
  const count = Math.floor(source.length / stride);
  const result = new Int32Array(count * keep);
  for (let i = 0; i < count; i++) for (let k = 0; k < keep; k++) result[i * keep + k] = source[i * stride + k] ?? 0;
  return result;
}

/** A face with -1 in its second slot is a triangle in slots 1, 3 and 4; any other is a quad. */
export function isTriangle(geometry: MeshbinGeometry, face: number): boolean {
  return geometry.positionIndices[face * 4 + 1] === -1;
}

/** Corners of a triangle, as slots 0 to 3. */
export const TRIANGLE_SLOTS = [0, 2, 3] as const;
/** Corners of a quad in the order of its outline; slots 0 to 3 themselves go in Z order. */
export const QUAD_OUTLINE = [0, 1, 3, 2] as const;

export function cornerSlots(geometry: MeshbinGeometry, face: number): readonly number[] {
  return isTriangle(geometry, face) ? TRIANGLE_SLOTS : QUAD_OUTLINE;
}

/** Whether a face can be drawn: all its corners exist. */
export function isDrawable(geometry: MeshbinGeometry, face: number): boolean {
  return cornerSlots(geometry, face).every((slot) => {
    const index = geometry.positionIndices[face * 4 + slot] ?? -1;
    return index >= 0 && index < geometry.vertexCount;
  });
}

/** How the normals of a file are to be taken. */
export function normalKind(geometry: MeshbinGeometry): "none" | "truncated" | "scaled" {
  if (geometry.normalCount === 0) return "none";
  for (let i = 0; i < geometry.normals.length; i++) if (Math.abs(geometry.normals[i] ?? 0) > 1) return "scaled";
  return "truncated"; // the old exporter kept the integer part of a float (code)
}
