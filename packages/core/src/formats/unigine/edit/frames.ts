import { type Affine, mapDirections, normalMap } from "../../../scene/affine.ts";
import { putPerpendicular } from "../../../scene/tangentFrames.ts";
import { decodeFrames, encodeFrames } from "../frames.ts";
import { MS10_TANGENT } from "../records.ts";

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
export function framesLike<T extends Int16Array | Uint8Array>(like: T, frames: FrameNumbers): T {
  const result = like.slice() as T; // slice() of a typed array is one of its own kind
  const { normals, signs } = frames;
  const tangents = perpendicularTangents(frames);
  if (result instanceof Int16Array) {
    result.set(encodeFrames(tangents, normals, signs));
    return result;
  }
  // ms10 keeps the sign apart, and its three numbers are those of the quaternion whose w is not negative.
  const quaternions = encodeFrames(
    tangents,
    normals,
    Int8Array.from(signs, () => 1),
  );
  const view = new DataView(result.buffer, result.byteOffset, result.byteLength);
  for (let i = 0, at = 0; i < signs.length; i++, at += MS10_TANGENT) {
    for (let k = 0; k < 3; k++) view.setInt16(at + 2 * k, quaternions[4 * i + k] ?? 0, true);
    const sign = signs[i] === 1 ? 1 : -1;
    if (Math.sign(view.getInt8(at + 6)) !== sign) view.setInt8(at + 6, 127 * sign);
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
function perpendicularTangents({ normals, tangents, signs }: FrameNumbers): Float32Array {
  const result = new Float32Array(3 * signs.length);
  const at = (array: ArrayLike<number>, i: number) => [array[i] ?? 0, array[i + 1] ?? 0, array[i + 2] ?? 0] as const;
  for (let i = 0; i < result.length; i += 3) putPerpendicular(result, i, at(normals, i), at(tangents, i));
  return result;
}
