import type { Document, Node, Primitive } from "@gltf-transform/core";
import { accessor } from "../packages/core/src/scene/document.ts";
import { multiplyMatrices } from "../packages/core/src/scene/matrices.ts";
import { curveOf } from "../packages/core/src/scene/sampling.ts";

/**
 * Puts a document into the pose that one of its animations has at a time: nodes are moved, and skinned vertices are
 * where their joints take them, so that a program which knows no skins shows the pose.
 *
 * @param clip name of the animation
 */
export function pose(document: Document, clip: string, seconds: number): void {
  const animation = document
    .getRoot()
    .listAnimations()
    .find((found) => found.getName() === clip);
  if (!animation) throw new Error(`there is no animation "${clip}"`);
  for (const channel of animation.listChannels()) {
    const [node, path] = [channel.getTargetNode(), channel.getTargetPath()];
    if (!node || !path || path === "weights") continue;
    const value = curveOf(channel.getSampler(), path)?.at(seconds) ?? [];
    const [x = 0, y = 0, z = 0, w = 1] = value;
    if (path === "rotation") node.setRotation([x, y, z, w]);
    else if (path === "translation") node.setTranslation([x, y, z]);
    else node.setScale([x, y, z]);
  }
  for (const node of document.getRoot().listNodes()) if (node.getSkin()) bake(document, node);
}

/** Moves the vertices of a skinned node to where they are in the scene, in the space of the node. */
function bake(document: Document, node: Node): void {
  const skin = node.getSkin();
  const inverse = skin?.getInverseBindMatrices();
  const matrices = (skin?.listJoints() ?? []).map((joint, i) => {
    const bind = inverse?.getElement(i, []) ?? [];
    return multiplyMatrices(joint.getWorldMatrix(), bind);
  });
  node.setSkin(null);
  const holder = document.getRoot().listScenes()[0];
  holder?.addChild(node); // the matrices lead to the scene, so nothing may come on top
  node.setTranslation([0, 0, 0]).setRotation([0, 0, 0, 1]).setScale([1, 1, 1]);
  for (const primitive of node.getMesh()?.listPrimitives() ?? []) bakePrimitive(document, primitive, matrices);
}

function bakePrimitive(document: Document, primitive: Primitive, matrices: readonly (readonly number[])[]): void {
  const element = (name: string, i: number) => primitive.getAttribute(name)?.getElement(i, []) ?? [];
  const count = primitive.getAttribute("POSITION")?.getCount() ?? 0;
  const moved = new Float32Array(3 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const [x = 0, y = 0, z = 0] = element("POSITION", vertex);
    const [joints, weights] = [element("JOINTS_0", vertex), element("WEIGHTS_0", vertex)];
    joints.forEach((joint, slot) => {
      const m = matrices[joint] ?? [];
      const weight = weights[slot] ?? 0;
      for (let row = 0; row < 3; row++) {
        const place = (m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + (m[row + 12] ?? 0);
        moved[3 * vertex + row] = (moved[3 * vertex + row] ?? 0) + weight * place;
      }
    });
  }
  primitive.setAttribute("POSITION", accessor(document, "posed positions", "VEC3", moved));
}
