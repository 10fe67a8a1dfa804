import { MS10_TANGENT } from "./records.ts";

/** Tangent frames of a surface in the file's axes. */
export interface Frames {
  /** 3 per t-vertex, unit length. */
  normals: Float32Array;
  tangents: Float32Array;
  /** Per t-vertex: sign of w, that is of the binormal along +v; -1 where it can not be told, as in most files. */
  signs: Int8Array;
  /** Quaternions without direction; their frames are the axes. */
  degenerate: number;
}

const UNIT = 32767;

/**
 * Tangent frames from quaternions (code, verified): the tangent is the first column of the rotation, the normal the
 * third. Quaternions are normalised first, because degenerate UVs give shorter ones.
 *
 * @param tangents 4 per t-vertex in 1/32767, or 7 bytes per t-vertex in ms10
 */
export function decodeFrames(tangents: Int16Array | Uint8Array): Frames {
  return tangents instanceof Int16Array ? decodeQuaternions(tangents) : decodeSevenBytes(tangents);
}

function decodeQuaternions(source: Int16Array): Frames {
  const count = Math.floor(source.length / 4);
  const frames = emptyFrames(count);
  for (let i = 0; i < count; i++) {
    const w = source[4 * i + 3] ?? 0;
    frames.signs[i] = w > 0 ? 1 : -1;
    setFrame(frames, i, source[4 * i] ?? 0, source[4 * i + 1] ?? 0, source[4 * i + 2] ?? 0, w);
  }
  return frames;
}

/** ms10: three shorts of a unit quaternion whose w is not negative, and the sign of the binormal (checked on one file). */
function decodeSevenBytes(source: Uint8Array): Frames {
  const count = Math.floor(source.length / MS10_TANGENT);
  const frames = emptyFrames(count);
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  for (let i = 0, at = 0; i < count; i++, at += MS10_TANGENT) {
    const [x, y, z] = [view.getInt16(at, true), view.getInt16(at + 2, true), view.getInt16(at + 4, true)];
    frames.signs[i] = view.getInt8(at + 6) > 0 ? 1 : -1;
    setFrame(frames, i, x, y, z, Math.sqrt(Math.max(0, UNIT * UNIT - x * x - y * y - z * z)));
  }
  return frames;
}

function emptyFrames(count: number): Frames {
  return {
    normals: new Float32Array(3 * count),
    tangents: new Float32Array(3 * count),
    signs: new Int8Array(count),
    degenerate: 0,
  };
}

function setFrame(frames: Frames, i: number, x: number, y: number, z: number, w: number): void {
  const square = x * x + y * y + z * z + w * w;
  if (square === 0) frames.degenerate++;
  const s = square === 0 ? 0 : 2 / square;
  const at = 3 * i;
  frames.tangents[at] = 1 - s * (y * y + z * z);
  frames.tangents[at + 1] = s * (x * y + w * z);
  frames.tangents[at + 2] = s * (x * z - w * y);
  frames.normals[at] = s * (x * z + w * y);
  frames.normals[at + 1] = s * (y * z - w * x);
  frames.normals[at + 2] = 1 - s * (x * x + y * y);
}

type Vector = readonly [number, number, number];

/** The smallest |w| that the engine writes, so that its sign survives. */
const LEAST_W = 0.001;

/**
 * A tangent frame as the quaternion that the engine would store (code, verified).
 *
 * @param tangent in the file's axes, of unit length and perpendicular to the normal
 * @param sign 1 if the binormal along +v is normal x tangent, else -1; -1 is what unmirrored textures have
 * @returns x, y, z, w in 1/32767
 * @example encodeFrame([1, 0, 0], [0, 0, 1], -1) // [0, 0, 0, -32767]
 */
export function encodeFrame(tangent: Vector, normal: Vector, sign: 1 | -1): [number, number, number, number] {
  const target = new Int16Array(4);
  putFrame(target, 0, tangent, 0, normal, 0, sign);
  const [x = 0, y = 0, z = 0, w = 0] = target;
  return [x, y, z, w];
}

/**
 * Frames of many t-vertices as {@link encodeFrame} gives them.
 * @param tangents 3 per t-vertex, of unit length and perpendicular to the normals
 * @param normals 3 per t-vertex
 * @returns 4 per t-vertex
 */
export function encodeFrames(
  tangents: ArrayLike<number>,
  normals: ArrayLike<number>,
  signs: ArrayLike<number>,
): Int16Array {
  const frames = new Int16Array(4 * signs.length);
  for (let i = 0; i < signs.length; i++) {
    putFrame(frames, 4 * i, tangents, 3 * i, normals, 3 * i, (signs[i] ?? -1) > 0 ? 1 : -1);
  }
  return frames;
}

function putFrame(
  target: Int16Array,
  at: number,
  tangents: ArrayLike<number>,
  tangentAt: number,
  normals: ArrayLike<number>,
  normalAt: number,
  sign: 1 | -1,
): void {
  const [tx, ty, tz] = [tangents[tangentAt] ?? 1, tangents[tangentAt + 1] ?? 0, tangents[tangentAt + 2] ?? 0];
  const [nx, ny, nz] = [normals[normalAt] ?? 0, normals[normalAt + 1] ?? 0, normals[normalAt + 2] ?? 1];
  const [bx, by, bz] = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx];
  // Columns t, b, n; the first of the largest of the four squares keeps the division safe.
  const squares = [1 + tx - by - nz, 1 - tx + by - nz, 1 - tx - by + nz, 1 + tx + by + nz] as const;
  const largest = Math.max(...squares);
  let [x, y, z, w]: [number, number, number, number] = [bz - ny, nx - tz, ty - bx, squares[3]];
  if (squares[0] === largest) [x, y, z, w] = [squares[0], ty + bx, tz + nx, bz - ny];
  else if (squares[1] === largest) [x, y, z, w] = [ty + bx, squares[1], bz + ny, nx - tz];
  else if (squares[2] === largest) [x, y, z, w] = [tz + nx, bz + ny, squares[2], ty - bx];
  const turn = (w < 0 ? -1 : 1) / Math.hypot(x, y, z, w);
  const short = (value: number) => Math.trunc(Math.max(-1, Math.min(1, value)) * sign * UNIT);
  target[at] = short(x * turn);
  target[at + 1] = short(y * turn);
  target[at + 2] = short(z * turn);
  target[at + 3] = short(Math.max(w * turn, LEAST_W));
}
