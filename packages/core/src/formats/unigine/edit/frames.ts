import { type Affine, mapDirections, normalMap } from "../../../scene/affine.ts";
import { decodeFrames, encodeFrame } from "../frames.ts";
import { MS10_TANGENT } from "../records.ts";

type Vector = [number, number, number];

/**
 * Tangent frames through a map. The handedness stays: a map of ours never mirrors.
 *
 * @param source as in the file, of any identifier
 * @returns an array of the same kind
 */
export function mapFrames<T extends Int16Array | Uint8Array>(source: T, map: Affine): T {
  const { normals, tangents, signs } = decodeFrames(source);
  const turnedNormals = mapDirections(normalMap(map), normals);
  const turnedTangents = mapDirections(map, tangents);
  const result = source.slice() as T; // slice() of a typed array is one of its own kind
  const view = new DataView(result.buffer, result.byteOffset, result.byteLength);
  const stride = source instanceof Int16Array ? 8 : MS10_TANGENT;
  for (let i = 0; i < signs.length; i++) {
    const at = (array: Float64Array): Vector => [array[3 * i] ?? 0, array[3 * i + 1] ?? 0, array[3 * i + 2] ?? 0];
    const normal = at(turnedNormals);
    const mirrored = signs[i] === 1 ? 1 : -1;
    const packed = source instanceof Int16Array;
    // ms10 keeps the sign apart, and the three numbers are those of the quaternion whose w is not negative.
    const frame = encodeFrame(perpendicular(at(turnedTangents), normal), normal, packed ? mirrored : 1);
    frame.slice(0, packed ? 4 : 3).forEach((value, k) => {
      view.setInt16(stride * i + 2 * k, value, true);
    });
  }
  return result;
}

/** An uneven scale leaves tangents that are not quite at right angles to their normals. */
function perpendicular(tangent: Vector, normal: Vector): Vector {
  const along = tangent.reduce((sum, part, axis) => sum + part * (normal[axis] ?? 0), 0);
  const rest = tangent.map((part, axis) => part - along * (normal[axis] ?? 0));
  const length = Math.hypot(...rest) || 1;
  return rest.map((part) => part / length) as Vector; // three numbers became three
}
