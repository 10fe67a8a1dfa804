import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import {
  type Affine,
  mapAll,
  mapDirections,
  mapPoint,
  multiplyQuaternions,
  normalMap,
  quaternionOf,
  uniformScale,
} from "../../../scene/affine.ts";
import { integersOf } from "../../../scene/rounding.ts";
import { boundsOf } from "../buildBounds.ts";
import type { HeaderlessFile, MeshbinBone, MeshbinFile } from "../file.ts";

/** What the GTE can hold; beyond it geometry wraps (code). */
const COORDINATE_LIMIT = 32767;

/**
 * Places, directions, bones, box and sphere of a MESHBIN through a map in its own axes, rounded to 1/128 metre. The box
 * is the one around the old box, not around the positions: the game collides with it, and authors set it by hand.
 */
export function transformMeshbin(
  file: MeshbinFile | HeaderlessFile,
  _dialect: string,
  map: Affine,
): Edited<MeshbinFile | HeaderlessFile> {
  const notes = ["Coordinates were rounded to 1/128 metre."];
  return "version" in file ? { file: withHeader(file, map), notes } : { file: headerless(file, map), notes };
}

function withHeader(file: MeshbinFile, map: Affine): MeshbinFile {
  const [boundsMin, boundsMax] = mapBox(map, file.boundsMin, file.boundsMax);
  const moved: MeshbinFile = {
    ...file,
    positions: integersOf(mapAll(map, file.positions), file.positions, "positions", COORDINATE_LIMIT),
    normals: integersOf(mapDirections(normalMap(map), file.normals), file.normals, "normals"),
    boundsMin: integersOf(boundsMin, file.boundsMin, "boundsMin"),
    boundsMax: integersOf(boundsMax, file.boundsMax, "boundsMax"),
    ...(file.bones ? { bones: movedBones(file.bones, map) } : {}),
  };
  if (!file.sphereCenter || file.sphereRadius === undefined) return moved;
  const scale = uniformScale(map);
  if (scale === undefined) {
    const { sphereCenter, sphereRadius } = boundsOf(moved.positions);
    return { ...moved, sphereCenter, sphereRadius };
  }
  return {
    ...moved,
    sphereCenter: integersOf(mapAll(map, file.sphereCenter), file.sphereCenter, "sphereCenter"),
    sphereRadius: Math.round(file.sphereRadius * scale),
  };
}

function headerless(file: HeaderlessFile, map: Affine): HeaderlessFile {
  const stride = (length: number, count: number) => (length === 4 * count && count > 0 ? 4 : 3); // H0 has a fourth number
  const positions = mapAll(map, file.positions, stride(file.positions.length, file.vertexCount));
  const normals = mapDirections(normalMap(map), file.normals, stride(file.normals.length, file.normalsCount));
  const box = file.bounds && mapBox(map, file.bounds.subarray(0, 3), file.bounds.subarray(3)).flat();
  return {
    ...file,
    positions: integersOf<Int16Array | Int32Array>(positions, file.positions, "positions", COORDINATE_LIMIT),
    normals: integersOf(normals, file.normals, "normals"),
    ...(box && file.bounds ? { bounds: integersOf(box, file.bounds, "bounds") } : {}),
  };
}

/** The box around a box that was mapped. */
function mapBox(map: Affine, min: ArrayLike<number>, max: ArrayLike<number>): [number[], number[]] {
  const side = (corner: number, axis: number) => ((corner >> axis) & 1 ? max[axis] : min[axis]) ?? 0;
  const corners = Array.from({ length: 8 }, (_, corner) =>
    mapPoint(map, [side(corner, 0), side(corner, 1), side(corner, 2)]),
  );
  const over = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => pick(...corners.map((c) => c[axis] ?? 0)));
  return [over(Math.min), over(Math.max)];
}

/** Roots go through the map; the others keep their turn, and their distance grows with the mesh. */
function movedBones(bones: readonly MeshbinBone[], map: Affine): MeshbinBone[] {
  const scale = uniformScale(map);
  if (scale === undefined) {
    throw new MeshglotError({
      code: "EDIT_TRANSFORM",
      detail: "a mesh with bones can only be scaled evenly",
      hint: "Give one factor for all axes.",
    });
  }
  const turn = quaternionOf(map, scale);
  return bones.map((bone, i) => {
    const path = `bones[${i}]`;
    const root = bone.parent < 0;
    const place = root ? mapAll(map, bone.localPosition) : Array.from(bone.localPosition, (value) => value * scale);
    const localPosition = integersOf(place, bone.localPosition, `${path}.localPosition`);
    return root
      ? { ...bone, localPosition, localRotation: turned(turn, bone.localRotation, path) }
      : { ...bone, localPosition };
  });
}

/** w comes first in the file. */
function turned(turn: ArrayLike<number>, [w = 0, x = 0, y = 0, z = 0]: Int16Array, path: string): Int16Array {
  const [qx, qy, qz, qw] = multiplyQuaternions(turn, [x, y, z, w]);
  return integersOf([qw, qx, qy, qz], new Int16Array(0), `${path}.localRotation`);
}
