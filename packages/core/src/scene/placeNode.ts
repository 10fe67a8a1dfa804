import { MathUtils, type Node } from "@gltf-transform/core";
import { IDENTITY, type Matrix, matrixDistance, matrixSize } from "./matrices.ts";

/** How far a matrix may be from translation, rotation and scale put together again. */
const CLEAN = 1e-5;

/**
 * Gives a node the place that a matrix says. glTF-Transform keeps translation, rotation and scale only, so a matrix with
 * shear can not be had exactly.
 *
 * @param local relative to the parent, with the bottom row 0, 0, 0, 1
 * @returns the matrix that the node really has, and whether it is the one that was asked for
 */
export function placeNode(node: Node, local: Matrix): { matrix: number[]; clean: boolean } {
  const t: [number, number, number] = [0, 0, 0];
  const r: [number, number, number, number] = [0, 0, 0, 1];
  const s: [number, number, number] = [1, 1, 1];
  // The same sixteen numbers; the library's types want a tuple.
  MathUtils.decompose([...local] as Parameters<typeof MathUtils.decompose>[0], t, r, s);
  const length = Math.hypot(...r);
  const usable = [...t, ...s, 1 / length].every(Number.isFinite);
  if (!usable) return { matrix: [...IDENTITY], clean: false };
  const unit = r.map((value) => value / length) as typeof r;
  node.setTranslation(t).setRotation(unit).setScale(s);
  const matrix = [...node.getMatrix()];
  return { matrix, clean: matrixDistance(matrix, local) <= CLEAN * matrixSize(local) };
}
