import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import { normalize } from "../../../scene/normals.ts";
import { notesOnTangents, tangentFrames } from "../../../scene/tangentFrames.ts";
import { dropOutOfRange } from "../../../scene/triangles.ts";
import type { BmeshFile } from "../file.ts";
import { interpret } from "../model.ts";
import { directionsOf, encodeVectors } from "./vectors.ts";

/** The flag of a tangent whose bitangent is mirrored (documented). */
const MIRRORED = 255;

/**
 * Tangents from the normals and the UVs of the normal map, which are uv1 where there are some. The flag is set where
 * the texture is mirrored; which bitangent the game takes for the plain one is a guess, as in the conversion.
 *
 * @throws MeshglotError `EDIT_UNSUPPORTED` for a mesh that lacks normals or UVs
 */
export function recomputeBmeshTangents(file: BmeshFile): Edited<BmeshFile> {
  const { faces, vertexCount } = interpret(file);
  const uvs = [file.uv1, file.uv0].find((array) => array.length === 2 * vertexCount && vertexCount > 0);
  if (!uvs || file.normals.length !== 4 * vertexCount) {
    const lacking = uvs ? "normals" : "texture coordinates";
    throw new MeshglotError({
      code: "EDIT_UNSUPPORTED",
      detail: `the mesh has no ${lacking} for its vertices`,
      path: uvs ? "normals" : "uv0",
    });
  }
  const normals = normalize(directionsOf(file.normals)).vectors;
  const { indices } = dropOutOfRange(faces.triangles, vertexCount);
  const { tangents, signs, arbitrary } = tangentFrames(file.positions, normals, uvs, indices);
  const stored = file.tangents.length === 4 * vertexCount ? file.tangents : undefined;
  const bytes = encodeVectors(tangents, stored ?? new Uint8Array(4 * vertexCount));
  let kept = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (stored && arbitrary[vertex] === 1) {
      bytes.set(stored.subarray(4 * vertex, 4 * vertex + 4), 4 * vertex);
      kept++;
    } else {
      // v grows downward in textures, so a plain bitangent points against it.
      bytes[4 * vertex + 3] = (signs[vertex] ?? -1) > 0 ? MIRRORED : 0;
    }
  }
  return { file: { ...file, tangents: bytes }, notes: notesOnTangents(kept) };
}
