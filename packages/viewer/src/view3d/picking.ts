import {
  type Camera,
  Mesh,
  type Object3D,
  type PerspectiveCamera,
  Points,
  Raycaster,
  SkinnedMesh,
  type Vector2,
  Vector3,
} from "three";
import { acceleratedRaycast, computeBoundsTree, disposeBoundsTree } from "three-mesh-bvh";
import type { ModelElement } from "../store/selection.ts";
import { placeOf } from "./highlight.ts";
import type { ModelScene } from "./modelScene.ts";

/** What the pointer is on. */
export interface Pick {
  element: ModelElement;
  /** Metres. */
  point: Vector3;
}

/** Pixels around a vertex or a point that still mean it. */
const NEAR = 9;
/** Meshes with fewer triangles are searched one by one faster than a tree for them is made. */
const TREE_FROM = 4000;

/** Finds what lies under a place of the screen. */
export class Picker {
  readonly #ray = new Raycaster();
  readonly #trees = new Set<Mesh>();

  /**
   * @param pointer from -1 to 1 in both directions
   * @param size of the screen in pixels
   * @param points nodes that can be picked by their dots, the nearest to the viewer first if several are close
   */
  pick(
    scene: ModelScene,
    camera: PerspectiveCamera,
    pointer: Vector2,
    size: Vector2,
    points: readonly number[],
    wantVertex: boolean,
  ): Pick | undefined {
    const node = nearestNode(scene.nodes, points, camera, pointer, size);
    if (node) return node;
    this.#ray.setFromCamera(pointer, camera);
    const meshes = scene.meshes.filter((mesh) => mesh.visible);
    for (const mesh of meshes) this.#prepare(mesh);
    const hit = this.#ray.intersectObjects(meshes, false)[0];
    if (!hit || !(hit.object instanceof Mesh) || hit.faceIndex === null || hit.faceIndex === undefined)
      return this.#dot(meshes, scene, camera, size);
    const primitive = scene.meshes.indexOf(hit.object);
    const triangle = hit.faceIndex;
    const vertex = wantVertex ? nearestCorner(hit.object, triangle, camera, pointer, size) : undefined;
    const element: ModelElement =
      vertex === undefined
        ? { kind: "triangle", primitive, index: triangle }
        : { kind: "vertex", primitive, index: vertex };
    return { element, point: hit.point };
  }

  /** The vertex whose dot the ray meets, of meshes that have no triangles. */
  #dot(meshes: readonly Mesh[], scene: ModelScene, camera: PerspectiveCamera, size: Vector2): Pick | undefined {
    for (const mesh of meshes) {
      const dots = mesh.children.find((child) => child instanceof Points);
      if (!dots) continue;
      // How near is near: some pixels, as far away as the mesh is, in the mesh's own units.
      const { matrixWorld, geometry } = mesh;
      const center = geometry.boundingBox?.getCenter(projected).applyMatrix4(matrixWorld) ?? projected;
      const pixel = (2 * center.distanceTo(camera.position) * Math.tan((camera.fov * Math.PI) / 360)) / size.y;
      this.#ray.params.Points.threshold = (NEAR / 2) * (pixel / matrixWorld.getMaxScaleOnAxis());
      const hit = this.#ray.intersectObject(dots)[0];
      if (hit?.index === undefined) continue;
      const element: ModelElement = { kind: "vertex", primitive: scene.meshes.indexOf(mesh), index: hit.index };
      return { element, point: placeOf(mesh, hit.index, new Vector3()) };
    }
    return undefined;
  }

  /** A tree for large meshes that no bone moves, made when the first ray asks. */
  #prepare(mesh: Mesh): void {
    const triangles = (mesh.geometry.index?.count ?? 0) / 3;
    if (mesh instanceof SkinnedMesh || mesh.morphTargetInfluences || triangles < TREE_FROM || this.#trees.has(mesh))
      return;
    // Rebinding: the library's functions take the geometry and the mesh as `this`. "indirect" leaves the index as it is.
    computeBoundsTree.call(mesh.geometry, { indirect: true });
    mesh.raycast = acceleratedRaycast;
    this.#trees.add(mesh);
  }

  dispose(): void {
    for (const mesh of this.#trees) disposeBoundsTree.call(mesh.geometry);
    this.#trees.clear();
  }
}

const projected = new Vector3();

function pixelsFrom(world: Vector3, camera: Camera, pointer: Vector2, size: Vector2): number {
  projected.copy(world).project(camera);
  if (projected.z > 1) return Infinity;
  return Math.hypot(((projected.x - pointer.x) * size.x) / 2, ((projected.y - pointer.y) * size.y) / 2);
}

function nearestNode(
  nodes: readonly Object3D[],
  numbers: readonly number[],
  camera: Camera,
  pointer: Vector2,
  size: Vector2,
): Pick | undefined {
  let best: Pick | undefined;
  let nearest = NEAR;
  for (const number of numbers) {
    const point = nodes[number]?.getWorldPosition(new Vector3());
    const distance = point ? pixelsFrom(point, camera, pointer, size) : Infinity;
    if (!point || distance >= nearest) continue;
    nearest = distance;
    best = { element: { kind: "node", node: number }, point };
  }
  return best;
}

function nearestCorner(
  mesh: Mesh,
  triangle: number,
  camera: Camera,
  pointer: Vector2,
  size: Vector2,
): number | undefined {
  const index = mesh.geometry.index;
  let best: number | undefined;
  let nearest = Infinity;
  for (let k = 0; index && k < 3; k++) {
    const vertex = index.getX(3 * triangle + k);
    const distance = pixelsFrom(placeOf(mesh, vertex, new Vector3()), camera, pointer, size);
    if (distance >= nearest) continue;
    nearest = distance;
    best = vertex;
  }
  return best;
}
