import type { Node } from "@gltf-transform/core";
import { type Matrix, multiplyMatrices } from "./matrices.ts";

/**
 * Places of nodes in the scene, each computed once: the library climbs to the root for every node anew, which takes a
 * chain of thousands of bones minutes. Good as long as no node is moved.
 */
export function worldMatrices(): (node: Node) => Matrix {
  const known = new Map<Node, Matrix>();
  return (node) => {
    const way: Node[] = [];
    let at: Node | null = node;
    for (; at && !known.has(at); at = at.getParentNode()) way.push(at);
    let world = at ? known.get(at) : undefined;
    for (const below of way.reverse()) {
      world = world ? multiplyMatrices(world, below.getMatrix()) : [...below.getMatrix()];
      known.set(below, world);
    }
    return world ?? node.getWorldMatrix();
  };
}
