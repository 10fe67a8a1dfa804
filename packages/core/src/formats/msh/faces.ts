import { flipTriangles } from "../../scene/triangles.ts";
import type { MshSubMesh } from "./file.ts";

/**
 * Index array and sub-mesh records of parts that follow one another: the four numbers of a draw call, exact.
 * @param parts 3 vertices per face, counter-clockwise in glTF's axes; numbers as in the file
 */
export function facesFromParts(parts: readonly Uint32Array[]): { indices: Uint32Array; subMeshes: MshSubMesh[] } {
  const indices = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let indexStart = 0;
  const subMeshes = parts.map((corners): MshSubMesh => {
    const own = flipTriangles(corners);
    indices.set(own, indexStart);
    const start = indexStart;
    indexStart += own.length;
    const [minIndex, vertexCount] = rangeOf(own);
    return { minIndex, vertexCount, indexStart: start, faceCount: own.length / 3 };
  });
  return { indices, subMeshes };
}

/** The four numbers of every record, one record after the other. */
export function packRecords(subMeshes: readonly MshSubMesh[]): Int32Array {
  return Int32Array.from(subMeshes.flatMap((s) => [s.minIndex, s.vertexCount, s.indexStart, s.faceCount]));
}

/** The records of {@link packRecords}. */
export function unpackRecords(numbers: Int32Array): MshSubMesh[] {
  const at = (i: number) => numbers[i] ?? 0;
  return Array.from({ length: Math.floor(numbers.length / 4) }, (_, i) => ({
    minIndex: at(4 * i),
    vertexCount: at(4 * i + 1),
    indexStart: at(4 * i + 2),
    faceCount: at(4 * i + 3),
  }));
}

function rangeOf(indices: Uint32Array): [first: number, size: number] {
  let min = Infinity;
  let max = -1;
  for (const index of indices) {
    if (index < min) min = index;
    if (index > max) max = index;
  }
  return max < 0 ? [0, 0] : [min, max - min + 1];
}
