import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import { normalsFromFaces } from "../../../scene/normals.ts";
import type { HeaderlessFile, MeshbinFile } from "../file.ts";
import { geometryOf, isDrawable, isTriangle, type MeshbinGeometry } from "../geometry.ts";
import { triangleWinding } from "../winding.ts";

/** One in a normal of newer exporters. */
const ONE = 4096;

/**
 * A normal for each position from the faces around it, weighted by area; every corner takes the normal of its position.
 * @throws MeshglotError `EDIT_UNSUPPORTED` for the layouts without a header, whose normals are of another kind
 */
export function recomputeMeshbinNormals(file: MeshbinFile | HeaderlessFile): Edited<MeshbinFile | HeaderlessFile> {
  if (!("version" in file)) {
    throw new MeshglotError({
      code: "EDIT_UNSUPPORTED",
      detail: "layouts without a header keep no usable normals",
      path: "normals",
    });
  }
  const geometry = geometryOf(file);
  const vectors = normalsFromFaces(file.positions, outwardTriangles(geometry));
  const normals = Int16Array.from(vectors, (value) => Math.round(value * ONE));
  return {
    file: { ...file, normalsCount: file.vertexCount, normals, normalIndices: file.positionIndices.slice() },
    notes: [],
  };
}

/** Three positions per triangle, counter-clockwise seen from outside; quads as their two halves. */
function outwardTriangles(geometry: MeshbinGeometry): Uint32Array {
  const clockwise = triangleWinding(geometry).triangles === "cw";
  const corners: number[] = [];
  for (let face = 0; face < geometry.faceCount; face++) {
    if (!isDrawable(geometry, face)) continue;
    const [a = 0, b = 0, c = 0, d = 0] = geometry.positionIndices.subarray(4 * face, 4 * face + 4);
    // Quads are clockwise and in Z order: (a, b, c) and (c, b, d), each turned round here.
    if (!isTriangle(geometry, face)) corners.push(a, c, b, c, d, b);
    else if (clockwise) corners.push(a, d, c);
    else corners.push(a, c, d);
  }
  return Uint32Array.from(corners);
}
