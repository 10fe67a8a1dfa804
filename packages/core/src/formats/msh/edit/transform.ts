import type { Edited } from "../../../editing.ts";
import { type Affine, mapAll, mapDirections, normalMap } from "../../../scene/affine.ts";
import { floatsOf } from "../../../scene/rounding.ts";
import type { MshFile } from "../file.ts";
import { recomputeMshBounds } from "./bounds.ts";

/** Places, directions, control points and the box of an MSH through a map in its own axes. */
export function transformMsh(file: MshFile, _dialect: string, map: Affine): Edited<MshFile> {
  const points = (name: string, block: Float32Array | undefined) =>
    block && { [name]: floatsOf(mapAll(map, block), block, name) };
  const directions = (name: string, block: Float32Array | undefined, by: Affine) =>
    block && { [name]: floatsOf(mapDirections(by, block), block, name) };
  const moved: MshFile = {
    ...file,
    ...points("positions", file.positions),
    ...points("billboardCenters", file.billboardCenters),
    ...directions("normals", file.normals, normalMap(map)),
    ...directions("tangents", file.tangents, map),
    ...directions("binormals", file.binormals, map),
    ...(file.controlPoints
      ? {
          controlPoints: file.controlPoints.map((point, i) => ({
            ...point,
            position: floatsOf(mapAll(map, point.position), point.position, `controlPoints[${i}].position`),
          })),
        }
      : {}),
  };
  const notes = file.boneNames
    ? ["The skeleton lies in a .skl file and was not transformed: its bones stay where they are."]
    : [];
  const hasPlaces = file.positions !== undefined && file.positions.length > 0;
  return { file: hasPlaces ? recomputeMshBounds(moved).file : moved, notes };
}
