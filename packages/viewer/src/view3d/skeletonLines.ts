import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
  Points,
  PointsMaterial,
  Vector3,
} from "three";
import type { Model } from "../protocol.ts";

/** Bones as lines from each joint to its parent, and dots at the joints, over everything else. */
export class SkeletonLines {
  readonly group = new Group();
  readonly #pairs: [Object3D, Object3D][] = [];
  readonly #joints: Object3D[] = [];
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #dots: Points<BufferGeometry, PointsMaterial>;

  constructor(model: Model, nodes: readonly Object3D[]) {
    model.nodes.forEach(({ kind, parent }, i) => {
      const node = nodes[i];
      if (kind !== "joint" || !node) return;
      this.#joints.push(node);
      const above = nodes[parent];
      if (above && model.nodes[parent]?.kind === "joint") this.#pairs.push([above, node]);
    });
    const over = { depthTest: false, transparent: true };
    this.#lines = new LineSegments(buffer(2 * this.#pairs.length), new LineBasicMaterial({ color: 0x41d6c3, ...over }));
    this.#dots = new Points(
      buffer(this.#joints.length),
      new PointsMaterial({ color: 0xd5fff8, size: 5, sizeAttenuation: false, ...over }),
    );
    this.group.add(this.#lines, this.#dots);
    this.group.renderOrder = 8;
    this.group.traverse((object) => {
      object.frustumCulled = false;
    });
    this.update();
  }

  /** Follows the bones to where they are now. */
  update(): void {
    write(this.#lines.geometry, this.#pairs.flat());
    write(this.#dots.geometry, this.#joints);
  }

  dispose(): void {
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
    this.#dots.geometry.dispose();
    this.#dots.material.dispose();
  }
}

function buffer(points: number): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(3 * points), 3));
}

function write(geometry: BufferGeometry, objects: readonly Object3D[]): void {
  const attribute = geometry.getAttribute("position");
  const at = new Vector3();
  objects.forEach((object, i) => {
    object.getWorldPosition(at);
    attribute.setXYZ(i, at.x, at.y, at.z);
  });
  attribute.needsUpdate = true;
}
