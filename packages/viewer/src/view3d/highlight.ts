import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  Vector3,
} from "three";
import type { ModelElement } from "../store/selection.ts";

const COLOR = 0xffb02e;

/** Draws the selected triangles and vertices over the model, where they are in its present pose. */
export class Highlight {
  readonly group = new Group();
  readonly #fill = new MeshBasicMaterial({
    color: COLOR,
    transparent: true,
    opacity: 0.75,
    side: DoubleSide,
    // In front of the surface that it lies on.
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -2,
  });
  readonly #line = new LineBasicMaterial({ color: COLOR, depthTest: false, transparent: true });
  readonly #dot = new PointsMaterial({
    color: COLOR,
    size: 9,
    sizeAttenuation: false,
    depthTest: false,
    transparent: true,
  });

  constructor() {
    this.group.renderOrder = 10;
  }

  show(meshes: readonly Mesh[], elements: readonly ModelElement[]): void {
    this.clear();
    const corners: number[] = [];
    const points: number[] = [];
    const at = new Vector3();
    for (const element of elements) {
      if (element.kind === "node" || element.kind === "surface") continue;
      const mesh = meshes[element.primitive];
      const index = mesh?.geometry.index;
      if (!mesh || !index) continue;
      if (element.kind === "vertex") points.push(...placeOf(mesh, element.index, at));
      else for (let k = 0; k < 3; k++) corners.push(...placeOf(mesh, index.getX(3 * element.index + k), at));
    }
    if (corners.length > 0) {
      const geometry = geometryOf(corners);
      this.group.add(new Mesh(geometry, this.#fill), new LineSegments(outlineOf(corners), this.#line));
    }
    if (points.length > 0) this.group.add(new Points(geometryOf(points), this.#dot));
  }

  clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      if (child instanceof Mesh || child instanceof LineSegments || child instanceof Points) child.geometry.dispose();
    }
  }

  dispose(): void {
    this.clear();
    for (const material of [this.#fill, this.#line, this.#dot]) material.dispose();
  }
}

/** Where a vertex is in the world, bones and morphs included. */
export function placeOf(mesh: Mesh, vertex: number, out: Vector3): Vector3 {
  return mesh.localToWorld(mesh.getVertexPosition(vertex, out));
}

function geometryOf(numbers: readonly number[]): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(Float32Array.from(numbers), 3));
}

function outlineOf(corners: readonly number[]): BufferGeometry {
  const lines: number[] = [];
  for (let t = 0; t < corners.length; t += 9) {
    const corner = (k: number) => corners.slice(t + 3 * k, t + 3 * k + 3);
    lines.push(...corner(0), ...corner(1), ...corner(1), ...corner(2), ...corner(2), ...corner(0));
  }
  return geometryOf(lines);
}
