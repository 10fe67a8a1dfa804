import { MathUtils } from "@gltf-transform/core";
import { type Matrix, matrixOf, type Placement } from "./matrices.ts";

/** Position, rotation and scale of a matrix; what is left of shear is lost. No rotation where it has none. */
export function placementOf(matrix: Matrix): Placement {
  const position: Placement["position"] = [0, 0, 0];
  const rotation: Placement["rotation"] = [0, 0, 0, 1];
  const scale: Placement["scale"] = [1, 1, 1];
  // The same sixteen numbers; the library's types want a tuple.
  MathUtils.decompose([...matrix] as Parameters<typeof MathUtils.decompose>[0], position, rotation, scale);
  const length = Math.hypot(...rotation);
  if (!(length > 0 && Number.isFinite(length))) return { position, rotation: [0, 0, 0, 1], scale };
  return { position, rotation: rotation.map((value) => value / length) as Placement["rotation"], scale };
}

/** A matrix without its scale: what a format without one can hold. */
export function withoutScale(matrix: Matrix): Matrix {
  return matrixOf({ ...placementOf(matrix), scale: [1, 1, 1] });
}
