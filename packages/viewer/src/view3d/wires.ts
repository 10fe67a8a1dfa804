import { BufferAttribute, BufferGeometry, type Material, type Mesh, MeshBasicMaterial, SkinnedMesh } from "three";
import type { ModelPrimitive } from "../protocol.ts";

/** Edges of the faces over their surface. Quads that became two triangles are drawn without their diagonal. */
export function wiresOver(mesh: Mesh, primitive: ModelPrimitive, material: Material): Mesh {
  const geometry = new BufferGeometry();
  for (const [name, attribute] of Object.entries(mesh.geometry.attributes)) geometry.setAttribute(name, attribute);
  geometry.morphAttributes = mesh.geometry.morphAttributes;
  geometry.morphTargetsRelative = mesh.geometry.morphTargetsRelative;
  geometry.setIndex(new BufferAttribute(edges(primitive), 1));
  const wires = mesh instanceof SkinnedMesh ? new SkinnedMesh(geometry, material) : mesh.clone(false);
  wires.geometry = geometry;
  wires.material = material;
  if (wires instanceof SkinnedMesh && mesh instanceof SkinnedMesh) {
    wires.bind(mesh.skeleton, mesh.bindMatrix);
  }
  if (mesh.morphTargetInfluences) wires.morphTargetInfluences = mesh.morphTargetInfluences;
  wires.frustumCulled = false;
  wires.raycast = () => undefined;
  return wires;
}

export function wireMaterial(color: number, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, wireframe: true, transparent: true, opacity, depthWrite: false });
}

/** Every edge once, as a triangle without area: that is drawn as a line, and can be bent by bones as lines can not. */
function edges({ indices, positions, triangles }: ModelPrimitive): Uint32Array {
  const faces = triangles[0]?.rows;
  const list: number[] = [];
  const vertexCount = positions.length / 3;
  const seen = new Map<number, number>();
  for (let i = 0; i < indices.length; i++) {
    const triangle = Math.floor(i / 3);
    const a = indices[i] ?? 0;
    const b = indices[3 * triangle + ((i + 1) % 3)] ?? 0;
    const key = Math.min(a, b) * vertexCount + Math.max(a, b);
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, faces ? (faces[triangle] ?? triangle) : triangle);
      list.push(a, b, b);
    } else if (faces && other === faces[triangle]) {
      remove(list, a, b);
    }
  }
  return Uint32Array.from(list);
}

/** Takes back an edge that turned out to lie inside a face; it was added a moment ago, with the face's other triangle. */
function remove(list: number[], a: number, b: number): void {
  for (let at = list.length - 3; at >= 0 && at >= list.length - 18; at -= 3) {
    const [p, q] = [list[at], list[at + 1]];
    if ((p === a && q === b) || (p === b && q === a)) {
      list.splice(at, 3);
      return;
    }
  }
}
