import { MeshglotError } from "../../bytes/fault.ts";
import type { SourceRows } from "../../scene/sources.ts";
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
  /** Where each face lies. */
  source: SourceRows;
  /** Faces left out because their vertices do not exist. */
  dropped: number;
  /** Faces that the sub-mesh claims beyond the index array. */
  cut: number;
}

/** What {@link partsOf} must know of a file. */
export type MshFaces = Pick<MshFile, "indices" | "faceCount" | "subMeshes" | "vertexCount">;

/** A part per sub-mesh, and one for the faces that no sub-mesh draws. */
export function partsOf(file: MshFaces): MshPart[] {
  refuseOverlap(file);
  const part = (
    label: string,
    subMesh: number | undefined,
    source: ArrayLike<number>,
    claimed: number,
    first: number,
    faces?: readonly number[],
  ): MshPart => {
    const { indices, dropped, numbers } = dropOutOfRange(source, file.vertexCount);
    return {
      label,
      subMesh,
      corners: flipTriangles(indices),
      source: faceSource(
        file,
        first,
        faces && numbers ? Array.from(numbers, (i) => faces[i] ?? -1) : (numbers ?? faces),
      ),
      dropped,
      cut: claimed - source.length / 3,
    };
  };
  const parts = file.subMeshes.map(({ faceCount, indexStart }, i) =>
    part(`Sub${i + 1}`, i, subMeshIndices(file, i), faceCount, Math.max(0, indexStart)),
  );
  const outside = facesOutsideSubMeshes(file);
  if (outside.length > 0) {
    const indices = outside.flatMap((face) => [...file.indices.subarray(3 * face, 3 * face + 3)]);
    parts.push(part("unassigned", undefined, indices, outside.length, 0, outside));
  }
  return parts;
}

/** Faces that sub-meshes may claim beyond four times those that there are: what that takes in memory is little. */
const CLAIMED_ANYWAY = 2 ** 18;

/**
 * Sub-meshes divide the faces, so that two claim the same ones is damage; thousands that all claim every face would
 * take gigabytes.
 */
function refuseOverlap(file: MshFaces): void {
  const claimed = file.subMeshes.reduce((sum, _, i) => sum + subMeshIndices(file, i).length / 3, 0);
  const most = 4 * file.faceCount + CLAIMED_ANYWAY;
  if (claimed <= most) return;
  throw new MeshglotError({
    code: "LIMIT_MEMORY",
    path: "subMeshes",
    detail: `the sub-meshes claim ${claimed} faces, and there are ${file.faceCount}`,
    needed: claimed,
    available: most,
    hint: "The table of sub-meshes is damaged; without it the file can not be converted.",
  });
}

/** Three indices per face from index `first` on, which need not be the first one of a face. */
function faceSource({ indices }: MshFaces, first: number, rows: ArrayLike<number> | undefined): SourceRows {
  const width = indices.BYTES_PER_ELEMENT;
  return { rows, arrays: [{ path: "indices", start: width * first, step: 3 * width }] };
}
