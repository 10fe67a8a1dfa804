import { mapVectors, type Space } from "../../scene/space.ts";
import type { Frames } from "./frames.ts";

/**
 * TANGENT of glTF from frames of the file. glTF's bitangent points to the top of the texture, the engine's along +v, so
 * the sign turns round (inferred).
 *
 * @returns 4 per frame
 */
export function gltfTangents(frames: Frames, space: Space): Float32Array {
  const directions = mapVectors(frames.tangents, space);
  const tangents = new Float32Array(4 * frames.signs.length);
  for (let i = 0; i < frames.signs.length; i++) {
    for (let axis = 0; axis < 3; axis++) tangents[4 * i + axis] = directions[3 * i + axis] ?? 0;
    tangents[4 * i + 3] = (frames.signs[i] ?? -1) > 0 ? -1 : 1;
  }
  return tangents;
}

/** What a morph target of glTF adds to normals or tangents, 3 per frame. */
export function frameChanges(from: Float32Array, to: Float32Array, space: Space): Float32Array {
  const change = to.map((value, i) => value - (from[i] ?? 0));
  return mapVectors(change, space);
}
