import { invertAffine, type Matrix, multiplyMatrices } from "./matrices.ts";
import { placementOf, withoutScale } from "./rigid.ts";
import { inverseOf, mapQuaternions, mapVectors, type Space } from "./space.ts";

/** A place and a rotation in a file's axes and unit. */
export interface FilePlacement {
  /** Three numbers. */
  position: Float32Array;
  /** x, y, z, w. */
  rotation: Float32Array;
}

/** A matrix of the scene (metres, glTF's axes) in a file's axes and unit; its scale is left out. */
export function toFileSpace(matrix: Matrix, space: Space): FilePlacement {
  const { position, rotation } = placementOf(matrix);
  const back = inverseOf(space);
  return { position: mapVectors(position, back, 1 / space.metres), rotation: mapQuaternions(rotation, back) };
}

/** A place relative to another, both in the scene; scales are left out of both. */
export function relativeTo(parent: Matrix | undefined, own: Matrix): Matrix {
  const inverse = parent && invertAffine(withoutScale(parent));
  return inverse ? multiplyMatrices(inverse, withoutScale(own)) : withoutScale(own);
}

/** How far a bone's scale may be from that of its skeleton and still be taken for the same. */
const SAME_SCALE = 1e-3;

/** How many places have another scale than the first one: that, a format without scales can not hold. */
export function countScaled(places: readonly Matrix[]): number {
  const [first] = places;
  if (!first) return 0;
  const [due] = placementOf(first).scale;
  return places.filter((place) => placementOf(place).scale.some((value) => Math.abs(value - due) > SAME_SCALE * due))
    .length;
}
