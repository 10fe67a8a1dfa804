import { dropOutOfRange, flipTriangles } from "../../scene/triangles.ts";
import type { MshFile } from "./file.ts";
import { facesOutsideSubMeshes, subMeshIndices } from "./subMeshes.ts";

/** Faces that become one primitive. */
export interface MshPart {
  label: string;
  /** Number of the sub-mesh; undefined for the faces that none draws. */
  subMesh: number | undefined;
  /** 3 vertices per face, counter-clockwise in glTF's axes. */
  corners: Uint32Array;
  /** Faces left out because their vertices do not exist. */
  dropped: number;
  /** Faces that the sub-mesh claims beyond the index array. */
  cut: number;
}

/** What {@link partsOf} must know of a file. */
export type MshFaces = Pick<MshFile, "indices" | "faceCount" | "subMeshes" | "vertexCount">;

/** A part per sub-mesh, and one for the faces that no sub-mesh draws. */
export function partsOf(file: MshFaces): MshPart[] {
  const part = (label: string, subMesh: number | undefined, source: ArrayLike<number>, claimed: number): MshPart => {
    const { indices, dropped } = dropOutOfRange(source, file.vertexCount);
    return { label, subMesh, corners: flipTriangles(indices), dropped, cut: claimed - source.length / 3 };
  };
  const parts = file.subMeshes.map(({ faceCount }, i) => part(`Sub${i + 1}`, i, subMeshIndices(file, i), faceCount));
  const outside = facesOutsideSubMeshes(file);
  if (outside.length > 0) {
    const indices = outside.flatMap((face) => [...file.indices.subarray(3 * face, 3 * face + 3)]);
    parts.push(part("unassigned", undefined, indices, outside.length));
  }
  return parts;
}
