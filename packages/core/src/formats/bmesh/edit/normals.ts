import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import { normalsFromFaces } from "../../../scene/normals.ts";
import { dropOutOfRange, flipTriangles } from "../../../scene/triangles.ts";
import type { BmeshFile } from "../file.ts";
import { interpret } from "../model.ts";
import { encodeVectors } from "./vectors.ts";

/**
 * Normals from the faces, weighted by area, on the side that the winding of the file makes the outer one. An empty
 * array of normals is filled: a reader in use refuses meshes without (code).
 *
 * @throws MeshglotError `EDIT_UNSUPPORTED` for a mesh without faces
 */
export function recomputeBmeshNormals(file: BmeshFile): Edited<BmeshFile> {
  const { faces, winding, vertexCount, faceCount } = interpret(file);
  if (faceCount === 0)
    throw new MeshglotError({ code: "EDIT_UNSUPPORTED", detail: "the mesh has no faces", path: "faces" });
  const { indices } = dropOutOfRange(faces.triangles, vertexCount);
  const vectors = normalsFromFaces(file.positions, winding.winding === "cw" ? flipTriangles(indices) : indices);
  const before = file.normals.length === 4 * vertexCount ? file.normals : new Uint8Array(4 * vertexCount);
  return { file: { ...file, normals: encodeVectors(vectors, before) }, notes: [] };
}
