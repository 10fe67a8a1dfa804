import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from "three";
import type { SpatialTree } from "../protocol.ts";

/** Corners of a box that its twelve edges join; a bit per axis. */
const EDGES = [0, 1, 1, 3, 3, 2, 2, 0, 4, 5, 5, 7, 7, 6, 6, 4, 0, 4, 1, 5, 2, 6, 3, 7] as const;

/** The boxes of one level of all trees of a file. */
export function treeBoxes(trees: readonly SpatialTree[], depth: number): LineSegments {
  const lines: number[] = [];
  for (const { boxes, depths } of trees) {
    depths.forEach((own, node) => {
      if (own !== depth) return;
      for (const corner of EDGES) {
        for (let axis = 0; axis < 3; axis++) lines.push(boxes[6 * node + axis + (corner & (1 << axis) ? 3 : 0)] ?? 0);
      }
    });
  }
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(Float32Array.from(lines), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: 0xb58cff, transparent: true, opacity: 0.7 }));
}

/** How many levels the deepest tree has. */
export function treeLevels(trees: readonly SpatialTree[]): number {
  return trees.reduce((levels, { depths }) => depths.reduce((most, depth) => Math.max(most, depth + 1), levels), 0);
}
