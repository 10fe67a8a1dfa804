import { AxesHelper, Group, type Object3D } from "three";
import type { Model } from "../protocol.ts";

/** Small axes at control points and hardpoints. */
export class PointMarks {
  readonly group = new Group();
  readonly #marks: { mark: AxesHelper; node: Object3D }[] = [];

  /** @param size length of an axis in metres */
  constructor(model: Model, nodes: readonly Object3D[], size: number) {
    model.nodes.forEach(({ kind }, i) => {
      const node = nodes[i];
      if (kind !== "point" || !node) return;
      const mark = new AxesHelper(size);
      for (const material of [mark.material].flat()) material.depthTest = false;
      mark.renderOrder = 9;
      this.#marks.push({ mark, node });
      this.group.add(mark);
    });
    this.update();
  }

  /** Follows the points; their turn counts, their scale does not. */
  update(): void {
    for (const { mark, node } of this.#marks) {
      node.getWorldPosition(mark.position);
      node.getWorldQuaternion(mark.quaternion);
    }
  }

  dispose(): void {
    for (const { mark } of this.#marks) mark.dispose();
  }
}
