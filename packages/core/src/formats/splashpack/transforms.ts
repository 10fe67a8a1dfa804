import { MeshglotError } from "../../bytes/fault.ts";
import type { ConvertOptions } from "../../format.ts";
import { rotationQuaternion } from "../../scene/affine.ts";
import { wordOption } from "../../scene/options.ts";
import type { SplashpackObject } from "./file.ts";

/** Fixed-point one. */
const ONE = 4096;
/** How far rows may be from unit length and from right angles; real files are within 0.0005. */
const TOLERANCE = 0.02;

/**
 * Axes of `position` and `rotation`: Unity's in the first days (left-handed, y up), the file's own since the exporter
 * of 26 March 2025 (code).
 */
export type TransformFrame = "unity" | "file";

/** @throws MeshglotError `SPLASHPACK_TRANSFORM_FRAME` for L2, whose files are of both kinds */
export function transformFrame(dialect: string, options: ConvertOptions): TransformFrame {
  const option = wordOption(options, "transformFrame", ["unity", "file"]);
  if (option) return option;
  if (dialect === "L1") return "unity";
  if (dialect !== "L2") return "file";
  throw new MeshglotError({
    code: "SPLASHPACK_TRANSFORM_FRAME",
    detail: "layout L2 has transforms in Unity's axes or in the file's, and nothing tells which",
    path: "objects",
    hint: "Add transformFrame=unity for exporters before 26 March 2025, transformFrame=file for later ones.",
  });
}

/** What a node needs to stand where the object stands. */
export interface NodeTransform {
  translation: [number, number, number];
  rotation: [number, number, number, number];
  /** False if the rotation of the file is none, and was left out. */
  exact: boolean;
}

/** Position and rotation of an object in glTF's axes and metres. */
export function nodeTransform(object: SplashpackObject, frame: TransformFrame, scale: number): NodeTransform {
  const [x = 0, y = 0, z = 0] = object.position;
  // Unity's place was never divided by the scale; the later ones were (code).
  const factor = frame === "unity" ? 1 / ONE : scale / ONE;
  const signs = frame === "unity" ? ([1, 1, -1] as const) : ([1, -1, -1] as const);
  const translation: [number, number, number] = [
    x * factor,
    signs[1] * y * factor + 0, // + 0 turns -0 into 0
    signs[2] * z * factor + 0,
  ];
  const valid = isRotation(object.rotation);
  const matrix = Array.from({ length: 9 }, (_, i) => {
    const cell = (object.rotation[i] ?? 0) / ONE;
    return cell * (signs[Math.floor(i / 3)] ?? 1) * (signs[i % 3] ?? 1);
  });
  return { translation, rotation: valid ? rotationQuaternion(matrix) : [0, 0, 0, 1], exact: valid };
}

/** True if the rows are unit vectors at right angles and do not mirror. */
export function isRotation(rotation: ArrayLike<number>): boolean {
  const at = (i: number) => (rotation[i] ?? 0) / ONE;
  const dot = (a: number, b: number) => at(a) * at(b) + at(a + 1) * at(b + 1) + at(a + 2) * at(b + 2);
  const isUnit = (row: number) => Math.abs(Math.sqrt(dot(row, row)) - 1) < TOLERANCE;
  const areSquare = (a: number, b: number) => Math.abs(dot(a, b)) < TOLERANCE;
  return isUnit(0) && isUnit(3) && isUnit(6) && areSquare(0, 3) && areSquare(3, 6) && areSquare(0, 6) && det(at) > 0;
}

function det(at: (i: number) => number): number {
  return (
    at(0) * (at(4) * at(8) - at(5) * at(7)) -
    at(1) * (at(3) * at(8) - at(5) * at(6)) +
    at(2) * (at(3) * at(7) - at(4) * at(6))
  );
}

/** True if the object is somewhere else than at the origin, unturned. */
export function hasTransform({ position, rotation }: SplashpackObject): boolean {
  return position.some((value) => value !== 0) || rotation.some((value, i) => value !== (i % 4 === 0 ? ONE : 0));
}

/**
 * Whether objects are put where their position and rotation say. By default the engine of the layout's days decides:
 * in L1 it ignores them, because the vertices are in the world already; since L3 it applies them (code), and only then
 * do the navigation meshes of the real L5b to L8 files lie on the floors of their rooms (verified). In L2 nothing tells.
 */
export function appliesTransforms(dialect: string, options: ConvertOptions): boolean {
  const { applyTransforms } = options;
  return applyTransforms === undefined ? dialect !== "L1" && dialect !== "L2" : applyTransforms === true;
}
