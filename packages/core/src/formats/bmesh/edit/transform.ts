import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import { type Affine, keepsDirections, mapAll, mapDirections, normalMap, uniformScale } from "../../../scene/affine.ts";
import { invertAffine, type Matrix, multiplyMatrices } from "../../../scene/matrices.ts";
import { floatsOf } from "../../../scene/rounding.ts";
import type { BmeshBone, BmeshFile, BmeshHardpoint } from "../file.ts";
import { recomputeBmeshBounds } from "./bounds.ts";
import { matrixOf, scaleMatrix } from "./matrices.ts";
import { directionsOf, encodeVectors } from "./vectors.ts";

/** Places, directions, bones, hardpoints and the box of a bMesh through a map in its own axes. */
export function transformBmesh(file: BmeshFile, _dialect: string, map: Affine): Edited<BmeshFile> {
  const turns = !keepsDirections(map);
  const turned = (bytes: Uint8Array, by: Affine) =>
    turns ? encodeVectors(mapDirections(by, directionsOf(bytes)), bytes) : bytes;
  const rig = file.bones.length + file.hardpoints.length > 0 ? rigMap(map) : undefined;
  const moved: BmeshFile = {
    ...file,
    positions: floatsOf(mapAll(map, file.positions), file.positions, "positions"),
    normals: turned(file.normals, normalMap(map)),
    tangents: turned(file.tangents, map),
    ...(rig
      ? {
          bones: file.bones.map((bone, i) => ({ ...bone, ...boundBy(rig, bone, `bones[${i}]`) })),
          hardpoints: file.hardpoints.map((point, i) => movedPoint(rig, point, `hardpoints[${i}]`)),
        }
      : {}),
  };
  return { file: recomputeBmeshBounds(moved).file, notes: notesAbout(file) };
}

function notesAbout(file: BmeshFile): string[] {
  const { baseVariantDiffs, conformWeights, refMeshFileName, vertexLodPositions } = file;
  const tied = baseVariantDiffs.length + conformWeights.length + refMeshFileName.raw.length > 0;
  return [
    ...(tied ? ["The mesh refers to another one (refMeshFileName), which was not transformed."] : []),
    ...(vertexLodPositions.bytes.length > 0
      ? ["vertexLodPositions were left as they are: nobody knows what they are."]
      : []),
  ];
}

interface RigMap {
  matrix: Matrix;
  inverse: Matrix;
  scale: number;
}

/** @throws MeshglotError `EDIT_TRANSFORM` for a map that would bend the bones */
function rigMap(map: Affine): RigMap {
  const scale = uniformScale(map);
  const inverse = invertAffine(matrixOf(map));
  if (scale !== undefined && inverse) return { matrix: matrixOf(map), inverse, scale };
  throw new MeshglotError({
    code: "EDIT_TRANSFORM",
    detail: "a mesh with bones or hardpoints can only be scaled evenly",
    hint: "Give one factor for all axes.",
  });
}

/**
 * A bone or hardpoint in its new place. Its own scale stays: the engine's animations replace the matrices of bones and
 * know nothing of a factor in them.
 */
function boundBy(
  { matrix, inverse, scale }: RigMap,
  { bindMatrix, inverseBindMatrix }: BmeshBone | BmeshHardpoint,
  path: string,
): Pick<BmeshBone, "bindMatrix" | "inverseBindMatrix"> {
  const bind = multiplyMatrices(multiplyMatrices(matrix, bindMatrix), scaleMatrix(1 / scale));
  const back = multiplyMatrices(multiplyMatrices(scaleMatrix(scale), inverseBindMatrix), inverse);
  return {
    bindMatrix: floatsOf(bind, bindMatrix, `${path}.bindMatrix`),
    inverseBindMatrix: floatsOf(back, inverseBindMatrix, `${path}.inverseBindMatrix`),
  };
}

function movedPoint(rig: RigMap, point: BmeshHardpoint, path: string): BmeshHardpoint {
  const within = (matrix: Float32Array) => {
    const scaled = matrix.slice(); // seen from its bone a point keeps its turn; only the distance grows
    for (let i = 12; i < 15; i++) scaled[i] = (scaled[i] ?? 0) * rig.scale;
    return scaled;
  };
  const free = point.parent < 0;
  const outer = (matrix: Float32Array, name: string) =>
    boundBy(rig, { ...point, bindMatrix: matrix }, `${path}.${name}`).bindMatrix;
  return {
    ...point,
    ...boundBy(rig, point, path),
    normalizedBindMatrix: outer(point.normalizedBindMatrix, "normalizedBindMatrix"),
    hpToBoneMatrix: free ? outer(point.hpToBoneMatrix, "hpToBoneMatrix") : within(point.hpToBoneMatrix),
    normalizedHpToBoneMatrix: free
      ? outer(point.normalizedHpToBoneMatrix, "normalizedHpToBoneMatrix")
      : within(point.normalizedHpToBoneMatrix),
  };
}
