import { type Affine, mapDirections, normalMap } from "../../../scene/affine.ts";
import { decodeFrames, encodeFrame } from "../frames.ts";
import { MS10_TANGENT } from "../records.ts";

type Vector = [number, number, number];

/** Tangent frames as numbers: 3 per t-vertex each, unit length, and the side of the binormal along +v. */
export interface FrameNumbers {
  normals: ArrayLike<number>;
  tangents: ArrayLike<number>;
  signs: ArrayLike<number>;
}

/**
 * Frames as an array of the kind that an identifier has: quaternions, or in ms10 three of their numbers and the sign.
 *
 * @param like the array that they take the place of
 */
export function framesLike<T extends Int16Array | Uint8Array>(like: T, { normals, tangents, signs }: FrameNumbers): T {
  const result = like.slice() as T; // slice() of a typed array is one of its own kind
  const view = new DataView(result.buffer, result.byteOffset, result.byteLength);
  const packed = like instanceof Int16Array;
  const stride = packed ? 8 : MS10_TANGENT;
  for (let i = 0; i < signs.length; i++) {
    const at = (array: ArrayLike<number>): Vector => [array[3 * i] ?? 0, array[3 * i + 1] ?? 0, array[3 * i + 2] ?? 0];
    const normal = at(normals);
    const sign = signs[i] === 1 ? 1 : -1;
    // ms10 keeps the sign apart, and the three numbers are those of the quaternion whose w is not negative.
    const frame = encodeFrame(perpendicular(at(tangents), normal), normal, packed ? sign : 1);
    frame.slice(0, packed ? 4 : 3).forEach((value, k) => {
      view.setInt16(stride * i + 2 * k, value, true);
    });
    if (!packed && Math.sign(view.getInt8(stride * i + 6)) !== sign) view.setInt8(stride * i + 6, 127 * sign);
  }
  return result;
}

/**
 * Tangent frames through a map. The handedness stays: a map of ours never mirrors.
 *
 * @param source as in the file, of any identifier
 * @returns an array of the same kind
 */
export function mapFrames<T extends Int16Array | Uint8Array>(source: T, map: Affine): T {
  const { normals, tangents, signs } = decodeFrames(source);
  const turned = { normals: mapDirections(normalMap(map), normals), tangents: mapDirections(map, tangents), signs };
  return framesLike(source, turned);
}

/** An uneven scale leaves tangents that are not quite at right angles to their normals. */
function perpendicular(tangent: Vector, normal: Vector): Vector {
  const along = tangent.reduce((sum, part, axis) => sum + part * (normal[axis] ?? 0), 0);
  const rest = tangent.map((part, axis) => part - along * (normal[axis] ?? 0));
  const length = Math.hypot(...rest) || 1;
  return rest.map((part) => part / length) as Vector; // three numbers became three
}
