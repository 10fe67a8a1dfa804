import { tangentFrames } from "../../scene/tangentFrames.ts";
import { gather, weld } from "../../scene/weld.ts";

/** Tangents of a surface whose vertices were told apart where a texture is mirrored. */
export interface UvTangents {
  /** Per vertex, the one that it was. */
  origin: Uint32Array;
  /** 3 per triangle, in the order in which they were given. */
  indices: Uint32Array;
  /** 3 per vertex, of unit length and perpendicular to the normal. */
  directions: Float32Array;
  /** Per vertex, on which side of the normal the binormal along +v lies; -1 for usual, unmirrored textures. */
  signs: Int8Array;
}

/**
 * Tangents from the way in which a texture lies on the triangles, summed over the corners that share position, normal
 * and UV. Corners whose textures are mirrored against each other are kept apart. Where there is no texture, or it has no
 * extent, any tangent will do.
 *
 * Triangles count by their area on the texture. Angles at the corners instead come as close to the engine's own tangents
 * (mean cosine 0.9004 instead of 0.9006 on 23 real files, of which some were mirrored after their tangents were made).
 *
 * @param positions 3 per vertex
 * @param normals 3 per vertex, of unit length, in the same axes
 * @param uvs 2 per vertex, v downward as in glTF and UNIGINE; none for a surface without texture
 * @param indices 3 per triangle, counter-clockwise
 * @example tangentsFromUvs(positions, normals, uvs, indices).signs // -1 throughout if nothing is mirrored
 */
export function tangentsFromUvs(
  positions: Float32Array,
  normals: Float32Array,
  uvs: Float32Array | undefined,
  indices: Uint32Array,
): UvTangents {
  const count = positions.length / 3;
  const streams = [positions, normals].map((array) => ({ array, stride: 3 }));
  const { remap: groups } = weld(count, uvs ? [...streams, { array: uvs, stride: 2 }] : streams, indices);
  const hands = uvs ? handsOf(uvs, indices) : new Int8Array(indices.length / 3);
  const { slots, samples } = slotsOf(indices, groups, hands, count);
  const frames = tangentFrames(
    gather(positions, 3, samples),
    gather(normals, 3, samples),
    uvs ? gather(uvs, 2, samples) : new Float32Array(2 * samples.length),
    slots,
  );
  // What one vertex of the scene is in two slots becomes two vertices.
  const { remap, first } = weld(indices.length, [
    { array: indices, stride: 1 },
    { array: slots, stride: 1 },
  ]);
  const vertexSlots = gather(slots, 1, first);
  return {
    origin: gather(indices, 1, first),
    indices: remap,
    directions: gather(frames.tangents, 3, vertexSlots),
    signs: Int8Array.from(vertexSlots, (slot) => (frames.arbitrary[slot] === 1 ? -1 : (frames.signs[slot] ?? -1))),
  };
}

/** Per triangle, the sign of its area on the texture: 1 if it is mirrored, -1 if not, 0 if it has no area. */
function handsOf(uvs: Float32Array, indices: Uint32Array): Int8Array {
  const hands = new Int8Array(indices.length / 3);
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [2 * (indices[k] ?? 0), 2 * (indices[k + 1] ?? 0), 2 * (indices[k + 2] ?? 0)];
    const [u, v] = [uvs[a] ?? 0, uvs[a + 1] ?? 0];
    const area = ((uvs[b] ?? 0) - u) * ((uvs[c + 1] ?? 0) - v) - ((uvs[c] ?? 0) - u) * ((uvs[b + 1] ?? 0) - v);
    hands[k / 3] = Math.sign(area);
  }
  return hands;
}

/**
 * Two slots for each group of vertices that agree in everything, one for usual triangles and one for mirrored ones;
 * triangles without area on the texture join either.
 *
 * @returns per corner, its slot; per slot, a vertex that belongs to it
 */
function slotsOf(indices: Uint32Array, groups: Uint32Array, hands: Int8Array, count: number) {
  const key = (group: number, mirrored: boolean) => 2 * group + (mirrored ? 1 : 0);
  const isUsed = new Uint8Array(2 * count);
  indices.forEach((vertex, k) => {
    const hand = hands[Math.floor(k / 3)] ?? 0;
    if (hand !== 0) isUsed[key(groups[vertex] ?? 0, hand > 0)] = 1;
  });
  const numbers = new Int32Array(2 * count).fill(-1);
  const samples = new Uint32Array(Math.min(indices.length, 2 * count));
  let made = 0;
  const slots = indices.map((vertex, k) => {
    const group = groups[vertex] ?? 0;
    const hand = hands[Math.floor(k / 3)] ?? 0;
    const joins = isUsed[key(group, false)] === 0 && isUsed[key(group, true)] === 1;
    const own = key(group, hand > 0 || (hand === 0 && joins));
    if (numbers[own] === -1) {
      numbers[own] = made;
      samples[made++] = vertex;
    }
    return numbers[own] ?? 0;
  });
  return { slots, samples: samples.slice(0, made) };
}
