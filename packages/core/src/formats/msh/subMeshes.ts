import type { MshFile } from "./file.ts";

/** The part of the index array that a sub-mesh draws, cut where it would reach beyond the array. */
export function subMeshIndices(
  file: Pick<MshFile, "indices" | "subMeshes">,
  subMesh: number,
): Uint16Array | Uint32Array {
  const { indexStart = 0, faceCount = 0 } = file.subMeshes[subMesh] ?? {};
  const start = Math.max(0, indexStart);
  const faces = Math.max(0, Math.min(faceCount, Math.floor((file.indices.length - start) / 3)));
  return file.indices.subarray(start, start + 3 * faces);
}

/** Numbers of the faces that no sub-mesh draws. */
export function facesOutsideSubMeshes(file: Pick<MshFile, "faceCount" | "subMeshes">): number[] {
  const drawn = new Uint8Array(file.faceCount);
  file.subMeshes.forEach(({ indexStart, faceCount }) => {
    if (faceCount <= 0) return;
    drawn.fill(1, Math.max(0, Math.floor(indexStart / 3)), Math.max(0, Math.ceil(indexStart / 3) + faceCount));
  });
  const outside: number[] = [];
  drawn.forEach((yes, face) => {
    if (!yes) outside.push(face);
  });
  return outside;
}

/** Number of the faces that no sub-mesh draws, by the ranges alone. */
export function countFacesOutside({ subMeshes, faceCount }: MshFile): number {
  const ranges = subMeshes
    .filter((subMesh) => subMesh.faceCount > 0)
    .map(({ indexStart, faceCount: count }) => ({
      start: Math.max(0, Math.floor(indexStart / 3)),
      end: Math.min(faceCount, Math.max(0, Math.ceil(indexStart / 3) + count)),
    }))
    .sort((a, b) => a.start - b.start);
  let outside = 0;
  let end = 0;
  for (const range of ranges) {
    outside += Math.max(0, Math.min(range.start, faceCount) - end);
    end = Math.max(end, range.end);
  }
  return outside + Math.max(0, faceCount - end);
}
