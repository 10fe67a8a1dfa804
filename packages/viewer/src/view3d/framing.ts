import { Box3, type Mesh, type PerspectiveCamera, SkinnedMesh, Vector3 } from "three";

/** The box of what is drawn, in metres. Bones pull vertices away from their stored places, so skinned ones are asked one by one. */
export function boxOf(meshes: readonly Mesh[]): Box3 {
  const box = new Box3();
  for (const mesh of meshes) {
    if (!mesh.visible) continue;
    if (mesh instanceof SkinnedMesh) {
      mesh.computeBoundingBox();
      if (mesh.boundingBox) box.union(mesh.boundingBox.clone().applyMatrix4(mesh.matrixWorld));
    } else {
      if (!mesh.geometry.boundingBox) mesh.geometry.computeBoundingBox();
      if (mesh.geometry.boundingBox) box.union(mesh.geometry.boundingBox.clone().applyMatrix4(mesh.matrixWorld));
    }
  }
  return box;
}

/** How much larger the frame is than what it shows. */
const MARGIN = 1.12;

/** Moves a camera along its own direction until the box just fits into the frame, whatever its size. */
export function frame(camera: PerspectiveCamera, target: Vector3, box: Box3): void {
  if (box.isEmpty()) return;
  const forward = target.clone().sub(camera.position);
  if (forward.lengthSq() === 0) forward.copy(START_DIRECTION).negate();
  forward.normalize();
  const right = forward.clone().cross(camera.up).normalize();
  const up = right.clone().cross(forward);
  const vertical = Math.tan((camera.fov * Math.PI) / 360);
  const horizontal = vertical * camera.aspect;
  const center = box.getCenter(new Vector3());
  const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-5);
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const at = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).sub(center);
    const depth = at.dot(forward);
    const across = Math.max(Math.abs(at.dot(right)) / horizontal, Math.abs(at.dot(up)) / vertical);
    distance = Math.max(distance, across * MARGIN - depth);
  }
  distance = Math.max(distance, radius * 0.2);
  target.copy(center);
  camera.position.copy(center).addScaledVector(forward, -distance);
  camera.near = Math.max(distance / 500, (distance - radius) / 50);
  camera.far = distance + radius * 60;
  camera.updateProjectionMatrix();
}

/** A round number of metres for the squares of a grid that suits a model of this size. */
export function gridStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(size, 1e-6) / 4));
  const lead = size / 4 / power;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

/** From where a model is seen at first: from the front, a little from the right and from above. */
export const START_DIRECTION = new Vector3(0.62, 0.42, 1);
