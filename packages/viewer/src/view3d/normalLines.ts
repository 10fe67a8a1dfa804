import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Matrix3, type Mesh, Vector3 } from "three";
import { placeOf } from "./highlight.ts";

/** Lines for this many vertices at most; of larger meshes every n-th one. */
const MOST = 20_000;

/** A short line along each vertex normal, in metres, in the rest pose's direction. */
export function normalLines(meshes: readonly Mesh[], length: number): LineSegments {
  const lines: number[] = [];
  const [from, normal] = [new Vector3(), new Vector3()];
  const total = meshes.reduce((sum, mesh) => sum + (mesh.geometry.getAttribute("position")?.count ?? 0), 0);
  const step = Math.max(1, Math.ceil(total / MOST));
  const done = new Set<unknown>();
  for (const mesh of meshes) {
    const normals = mesh.geometry.getAttribute("normal");
    // Primitives that share their vertices are asked once.
    if (!mesh.visible || !normals || done.has(normals)) continue;
    done.add(normals);
    const turn = new Matrix3().getNormalMatrix(mesh.matrixWorld);
    for (let vertex = 0; vertex < normals.count; vertex += step) {
      placeOf(mesh, vertex, from);
      normal.fromBufferAttribute(normals, vertex).applyMatrix3(turn).normalize().multiplyScalar(length);
      lines.push(from.x, from.y, from.z, from.x + normal.x, from.y + normal.y, from.z + normal.z);
    }
  }
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(Float32Array.from(lines), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: 0x63c7ff }));
}
