import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import { normalize } from "../../../scene/normals.ts";
import { notesOnTangents, tangentFrames } from "../../../scene/tangentFrames.ts";
import { dropOutOfRange } from "../../../scene/triangles.ts";
import type { MshFile } from "../file.ts";

/**
 * Tangents from normals and texture coordinates, and binormals along +v; which way the game's own point is open. In a
 * lightmap mesh uv1 is the base texture's (code).
 *
 * @throws MeshglotError `EDIT_UNSUPPORTED` for a mesh that lacks the blocks
 */
export function recomputeMshTangents(file: MshFile): Edited<MshFile> {
  const { positions, normals, tangents, binormals, indices, vertexCount } = file;
  const uvs = file.meshType === 2 && file.uv1 ? file.uv1 : file.uv0;
  const lacking = Object.entries({ tangents, positions, normals, uvs }).find(([, block]) => !block)?.[0];
  if (!positions || !normals || !tangents || !uvs) {
    throw new MeshglotError({ code: "EDIT_UNSUPPORTED", detail: `the mesh has no ${lacking}`, path: "vertexMask" });
  }
  const unit = normalize(normals).vectors;
  const frames = tangentFrames(positions, unit, uvs, dropOutOfRange(indices, vertexCount).indices);
  const kept = (made: Float32Array, stored: Float32Array) =>
    made.map((value, i) => (frames.arbitrary[Math.floor(i / 3)] === 1 ? (stored[i] ?? 0) : value));
  return {
    file: {
      ...file,
      tangents: kept(frames.tangents, tangents),
      ...(binormals ? { binormals: kept(binormalsOf(unit, frames), binormals) } : {}),
    },
    notes: notesOnTangents(frames.arbitrary.reduce((sum, one) => sum + one, 0)),
  };
}

/** cross(normal, tangent), turned where the texture is mirrored. */
function binormalsOf(
  n: Float32Array,
  { tangents: t, signs }: { tangents: Float32Array; signs: Int8Array },
): Float32Array {
  const binormals = new Float32Array(n.length);
  for (let vertex = 0, i = 0; i + 2 < n.length; vertex++, i += 3) {
    const at = (array: Float32Array, axis: number) => array[i + (axis % 3)] ?? 0;
    for (let axis = 0; axis < 3; axis++) {
      const cross = at(n, axis + 1) * at(t, axis + 2) - at(n, axis + 2) * at(t, axis + 1);
      binormals[i + axis] = cross * (signs[vertex] ?? 1);
    }
  }
  return binormals;
}
