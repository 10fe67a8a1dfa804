import { sameBits } from "../../scene/takeOriginals.ts";
import { facesFromParts } from "./faces.ts";
import type { MshFile } from "./file.ts";
import type { MshKept } from "./kept.ts";
import { partsOf } from "./parts.ts";

/** The part of a file that says which triangles there are. */
export type MshFaceFields = Pick<MshFile, "subMeshCount" | "subMeshes" | "faceCount" | "indices">;

/**
 * Index array and records: the original's, if they still make the triangles of the scene, else those of the parts one
 * after the other.
 *
 * @param parts triangles in glTF's sense of rotation, in the numbering of the file
 */
export function faceFieldsOf(
  parts: readonly Uint32Array[],
  vertexCount: number,
  kept: MshKept | undefined,
): MshFaceFields {
  const original = kept && originalFaces(parts, vertexCount, kept);
  if (original) return original;
  const { indices, subMeshes } = facesFromParts(parts);
  return {
    subMeshCount: subMeshes.length,
    subMeshes,
    faceCount: indices.length / 3,
    indices: kept?.wide ? indices : Uint16Array.from(indices),
  };
}

function originalFaces(parts: readonly Uint32Array[], vertexCount: number, kept: MshKept): MshFaceFields | undefined {
  const indices = kept.block("indices");
  if (!indices || indices.length % 3 !== 0) return undefined;
  const { subMeshes } = kept;
  const fields = { subMeshCount: subMeshes.length, subMeshes, faceCount: indices.length / 3, indices };
  const drawn = partsOf({ ...fields, vertexCount }).filter(({ corners }) => corners.length > 0);
  const same =
    drawn.length === parts.length && drawn.every(({ corners }, i) => sameBits(corners, parts[i] ?? corners.slice(1)));
  return same ? fields : undefined;
}
