import { MeshglotError } from "../../bytes/fault.ts";
import {
  type Affine,
  compose,
  inFileSpace,
  rotation,
  scaling,
  translation,
  UNCHANGED,
  type Vector3,
} from "../../scene/affine.ts";
import type { Edit } from "./edit.ts";

/** A step of a transform. */
export type TransformStep =
  | { translate: Vector3 }
  /** Around an axis through the origin, in degrees; counter-clockwise in a right-handed space. */
  | { rotate: { axis: Vector3; degrees: number } }
  /** All factors above 0: a mirror would turn the faces inside out. */
  | { scale: number | Vector3 };

/**
 * Moves, turns or scales a mesh: every place and direction in the file, and what follows from them.
 *
 * @param steps one after the other
 * @param space `file` for the file's own axes and units, `metres` for glTF's axes (y up, z front) and metres
 * @throws MeshglotError `EDIT_TRANSFORM` for numbers that are no transform
 * @example await editMesh(bytes, [transform([{ rotate: { axis: [0, 1, 0], degrees: 90 } }, { scale: 2 }])])
 */
export function transform(steps: readonly TransformStep[], space: "file" | "metres" = "file"): Edit {
  const map = steps.map(affineOf).reduce(compose, UNCHANGED);
  return ({ editing, mesh }) =>
    editing.transform(mesh.file, mesh.dialect, space === "file" ? map : inFileSpace(map, mesh.format.space));
}

function affineOf(step: TransformStep): Affine {
  if ("translate" in step) return translation(finite(step.translate));
  if ("rotate" in step) {
    const { axis, degrees } = step.rotate;
    if (Math.hypot(...finite(axis)) === 0 || !Number.isFinite(degrees))
      throw noTransform("a rotation needs an axis and an angle");
    return rotation(axis, degrees);
  }
  const { scale } = step;
  const factors: Vector3 = typeof scale === "number" ? [scale, scale, scale] : scale;
  if (finite(factors).some((factor) => factor <= 0))
    throw noTransform(`the factors ${factors.join(", ")} are not all above 0`);
  return scaling(factors);
}

function finite(vector: Vector3): Vector3 {
  if (vector.every(Number.isFinite)) return vector;
  throw noTransform(`${vector.join(", ")} are not three numbers`);
}

function noTransform(detail: string): MeshglotError {
  return new MeshglotError({ code: "EDIT_TRANSFORM", detail });
}
