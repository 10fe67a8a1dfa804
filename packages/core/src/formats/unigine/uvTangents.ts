import { weld } from "../../scene/weld.ts";

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

/** What a group of corners with one position, normal, UV and handedness sums up: dP/du and dP/dv. */
const SUMS = 6;

/**
 * Tangents from the way in which a texture lies on the triangles: dP/du and dP/dv, each of unit length, weighted by the
 * angle at the corner and summed over the corners that share position, normal and UV. Corners whose textures are mirrored
 * against each other are kept apart. Where there is no texture, or it has no extent, any tangent will do.
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
  const sums = new Float64Array(2 * SUMS * count);
  const hands = uvs ? addTriangles(positions, uvs, indices, groups, sums) : new Int8Array(indices.length / 3);
  const split = splitByHand(indices, groups, hands, count);
  const { origin, slots } = split;
  const directions = new Float32Array(3 * origin.length);
  const signs = new Int8Array(origin.length);
  origin.forEach((vertex, i) => {
    const at = SUMS * (slots[i] ?? 0);
    const normal = normals.subarray(3 * vertex, 3 * vertex + 3);
    signs[i] = setTangent(directions, 3 * i, normal, sums.subarray(at, at + SUMS));
  });
  return { origin, indices: split.indices, directions, signs };
}

/** @returns per triangle, the sign of its area on the texture: which of the two slots of its groups it was added to */
function addTriangles(
  positions: Float32Array,
  uvs: Float32Array,
  indices: Uint32Array,
  groups: Uint32Array,
  sums: Float64Array,
): Int8Array {
  const hands = new Int8Array(indices.length / 3);
  const angles = new Float64Array(3);
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [indices[k] ?? 0, indices[k + 1] ?? 0, indices[k + 2] ?? 0];
    const [bu, bv] = [difference(uvs, 2, b, a, 0), difference(uvs, 2, b, a, 1)];
    const [cu, cv] = [difference(uvs, 2, c, a, 0), difference(uvs, 2, c, a, 1)];
    const hand = Math.sign(bu * cv - cu * bv);
    hands[k / 3] = hand;
    if (hand === 0) continue;
    const px = difference(positions, 3, b, a, 0);
    const py = difference(positions, 3, b, a, 1);
    const pz = difference(positions, 3, b, a, 2);
    const qx = difference(positions, 3, c, a, 0);
    const qy = difference(positions, 3, c, a, 1);
    const qz = difference(positions, 3, c, a, 2);
    setAngles(angles, px, py, pz, qx, qy, qz);
    const [ux, uy, uz] = [hand * (px * cv - qx * bv), hand * (py * cv - qy * bv), hand * (pz * cv - qz * bv)];
    const [vx, vy, vz] = [hand * (qx * bu - px * cu), hand * (qy * bu - py * cu), hand * (qz * bu - pz * cu)];
    const [lengthU, lengthV] = [Math.hypot(ux, uy, uz) || 1, Math.hypot(vx, vy, vz) || 1];
    for (let corner = 0; corner < 3; corner++) {
      const at = SUMS * slotOf(groups[indices[k + corner] ?? 0] ?? 0, hand);
      const angle = angles[corner] ?? 0;
      addScaled(sums, at, ux, uy, uz, angle / lengthU);
      addScaled(sums, at + 3, vx, vy, vz, angle / lengthV);
    }
  }
  return hands;
}

/** One component of the way from vertex `a` to vertex `b`. */
function difference(array: Float32Array, stride: number, b: number, a: number, axis: number): number {
  return (array[stride * b + axis] ?? 0) - (array[stride * a + axis] ?? 0);
}

function addScaled(sums: Float64Array, at: number, x: number, y: number, z: number, factor: number): void {
  sums[at] = (sums[at] ?? 0) + x * factor;
  sums[at + 1] = (sums[at + 1] ?? 0) + y * factor;
  sums[at + 2] = (sums[at + 2] ?? 0) + z * factor;
}

/** Each group has two places for sums: one for triangles as they are usually textured, one for mirrored ones. */
function slotOf(group: number, hand: number): number {
  return 2 * group + (hand > 0 ? 1 : 0);
}

/** Angles at the three corners of a triangle, from the sides that leave its first corner. */
function setAngles(angles: Float64Array, px: number, py: number, pz: number, qx: number, qy: number, qz: number): void {
  // The sides that leave any corner span the same area.
  const area = Math.hypot(py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx);
  const dot = px * qx + py * qy + pz * qz;
  const first = Math.atan2(area, dot);
  const second = Math.atan2(area, px * px + py * py + pz * pz - dot);
  angles[0] = first;
  angles[1] = second;
  angles[2] = Math.max(0, Math.PI - first - second);
}

/** Makes two vertices of one whose corners have textures of both hands. Triangles without texture join either. */
function splitByHand(indices: Uint32Array, groups: Uint32Array, hands: Int8Array, count: number) {
  const used = new Uint8Array(2 * count);
  hands.forEach((hand, triangle) => {
    if (hand === 0) return;
    for (let k = 3 * triangle; k < 3 * triangle + 3; k++) used[slotOf(groups[indices[k] ?? 0] ?? 0, hand)] = 1;
  });
  const vertices = new Int32Array(2 * count).fill(-1);
  const origin = new Uint32Array(Math.min(indices.length, 2 * count));
  const slots = new Uint32Array(origin.length);
  let made = 0;
  const split = indices.map((vertex, k) => {
    const group = groups[vertex] ?? 0;
    const hand = hands[Math.floor(k / 3)] ?? 0;
    const mirrored = hand > 0 || (hand === 0 && used[slotOf(group, -1)] === 0 && used[slotOf(group, 1)] === 1);
    const key = 2 * vertex + (mirrored ? 1 : 0);
    if (vertices[key] === -1) {
      vertices[key] = made;
      origin[made] = vertex;
      slots[made++] = 2 * group + (mirrored ? 1 : 0);
    }
    return vertices[key] ?? 0;
  });
  return { origin: origin.slice(0, made), slots, indices: split };
}

/** Puts the part of dP/du that is perpendicular to the normal. @returns the sign of the binormal along dP/dv */
function setTangent(target: Float32Array, at: number, normal: Float32Array, sums: Float64Array): 1 | -1 {
  const [ux = 0, uy = 0, uz = 0, vx = 0, vy = 0, vz = 0] = sums;
  const usable = putPerpendicular(target, at, normal, ux, uy, uz);
  if (!usable) return -1;
  const [nx = 0, ny = 0, nz = 0] = normal;
  const [tx = 0, ty = 0, tz = 0] = target.subarray(at, at + 3);
  return (ny * tz - nz * ty) * vx + (nz * tx - nx * tz) * vy + (nx * ty - ny * tx) * vz > 0 ? 1 : -1;
}

/** Directions closer to the normal than this say nothing about the tangent. */
const PARALLEL = 1e-6;

/**
 * Puts the part of a direction that is perpendicular to a normal, of unit length.
 * @returns false if the direction has no such part; then any perpendicular direction is put
 */
export function putPerpendicular(
  target: Float32Array,
  at: number,
  normal: ArrayLike<number>,
  x: number,
  y: number,
  z: number,
): boolean {
  const [nx, ny, nz] = [normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 1];
  const dot = x * nx + y * ny + z * nz;
  const [px, py, pz] = [x - dot * nx, y - dot * ny, z - dot * nz];
  const length = Math.hypot(px, py, pz);
  if (!(length > PARALLEL * Math.hypot(x, y, z))) {
    const [ox, oy, oz] = Math.abs(nx) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    putPerpendicular(target, at, normal, ox, oy, oz);
    return false;
  }
  target[at] = px / length;
  target[at + 1] = py / length;
  target[at + 2] = pz / length;
  return true;
}
