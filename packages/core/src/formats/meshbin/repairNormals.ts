import type { Repaired } from "../../issues/repair.ts";
import { normalsFromFaces } from "../../scene/normals.ts";
import type { MeshbinFile } from "./file.ts";
import { geometryOf, isDrawable } from "./geometry.ts";
import { splitVertices } from "./vertices.ts";
import { triangleWinding } from "./winding.ts";

/** Of a normal as the newer exporter writes it (code). */
const ONE = 4096;

/**
 * Normals computed from the faces, weighted by area, in place of those that an old exporter cut off to -1, 0 and 1. Each
 * position that a face uses gets one, and the normal indices follow the position indices.
 */
export function repairNormals(file: MeshbinFile): Repaired<MeshbinFile> | undefined {
  const geometry = geometryOf(file);
  const { indices, position } = splitVertices(geometry, triangleWinding(geometry).triangles);
  if (indices.length === 0) return undefined;
  // glTF's axes are the file's turned round x, so what is counter-clockwise there is so here.
  const smooth = normalsFromFaces(
    file.positions,
    indices.map((vertex) => position[vertex] ?? 0),
  );
  const numberOf = new Map<number, number>();
  const normals: number[] = [];
  const normalIndices = new Int16Array(file.positionIndices.length).fill(-1);
  for (let face = 0; face < geometry.faceCount; face++) {
    if (!isDrawable(geometry, face)) continue;
    for (let slot = 4 * face; slot < 4 * face + 4; slot++) {
      const used = file.positionIndices[slot] ?? -1;
      if (used < 0) continue; // the mark of a triangle
      let number = numberOf.get(used);
      if (number === undefined) {
        number = numberOf.size;
        numberOf.set(used, number);
        for (let axis = 0; axis < 3; axis++) normals.push(Math.round((smooth[3 * used + axis] ?? 0) * ONE));
      }
      normalIndices[slot] = number;
    }
  }
  const message = `${file.normalsCount} truncated normals become ${numberOf.size} from the faces`;
  return {
    file: { ...file, normalsCount: numberOf.size, normals: Int16Array.from(normals), normalIndices },
    fields: [
      { path: "normals", message },
      { path: "normalIndices", message: "as positionIndices" },
    ],
  };
}
