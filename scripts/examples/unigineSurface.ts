import { collisionTreeOf, encodeFrame, type UnigineBounds } from "@meshglot/core";
import { type Shape, trianglesOf } from "./shapes.ts";

/** A surface in the file's axes: positions welded, everything else per t-vertex. */
export interface Surface {
  name: string;
  positions: Float32Array;
  tangents: Int16Array;
  uv0: Float32Array;
  uv1: Float32Array;
  colors: Uint8Array;
  cIndices: Uint8Array | Uint16Array;
  tIndices: Uint8Array | Uint16Array;
}

type Vector = [number, number, number];

/** glTF (x, y, z) is the file's (-x, z, y): right-handed both, z up in the file. */
const toFile = (x: number, y: number, z: number): Vector => [-x + 0, z, y];

/** A shape as a surface. */
export function surfaceOf(name: string, shape: Shape, extra: { coloured?: boolean; lightmap?: boolean } = {}): Surface {
  const known = new Map<string, number>();
  const positions: number[] = [];
  const positionOf: number[] = [];
  for (let v = 0; v * 3 < shape.positions.length; v++) {
    const place = at3(shape.positions, v).map((value) => Math.round(value * 4096) / 4096); // what floats hold exactly
    const key = place.join();
    if (!known.has(key)) {
      known.set(key, positions.length / 3);
      positions.push(...place);
    }
    positionOf.push(known.get(key) ?? 0);
  }
  const corners = trianglesOf(shape);
  const indices = (values: number[], limit: number) =>
    limit < 256 ? Uint8Array.from(values) : Uint16Array.from(values);
  const tVertices = shape.positions.length / 3;
  return {
    name,
    positions: Float32Array.from(positions),
    tangents: tangentsOf(shape, corners),
    uv0: Float32Array.from(shape.uvs),
    uv1: Float32Array.from(extra.lightmap ? shape.uvs.map((value) => value / 2 + 0.25) : []),
    colors: Uint8Array.from(
      extra.coloured ? Array.from({ length: tVertices }, (_, v) => colourOf(shape, v)).flat() : [],
    ),
    cIndices: indices(
      corners.map((corner) => positionOf[corner] ?? 0),
      positions.length / 3,
    ),
    tIndices: indices(corners, tVertices),
  };
}

function at3(values: readonly number[], v: number): Vector {
  return toFile(values[3 * v] ?? 0, values[3 * v + 1] ?? 0, values[3 * v + 2] ?? 0);
}

function colourOf(shape: Shape, v: number): number[] {
  const height = Math.min(1, Math.max(0, shape.positions[3 * v + 1] ?? 0));
  return [Math.round(255 * height), 120, Math.round(255 * (1 - height)), 255];
}

/** Frames from the normals and the direction in which u grows, with the handedness of the texture in the sign of w. */
function tangentsOf(shape: Shape, corners: readonly number[]): Int16Array {
  const along = { u: new Float64Array(shape.positions.length), v: new Float64Array(shape.positions.length) };
  for (let k = 0; k + 2 < corners.length; k += 3) {
    const [a = 0, b = 0, c = 0] = corners.slice(k, k + 3);
    const [p, q] = [
      minus(at3(shape.positions, b), at3(shape.positions, a)),
      minus(at3(shape.positions, c), at3(shape.positions, a)),
    ];
    const uv = (vertex: number, axis: 0 | 1) => (shape.uvs[2 * vertex + axis] ?? 0) - (shape.uvs[2 * a + axis] ?? 0);
    const area = Math.sign(uv(b, 0) * uv(c, 1) - uv(c, 0) * uv(b, 1));
    for (const vertex of [a, b, c]) {
      for (const axis of [0, 1, 2] as const) {
        const [du, dv] = [p[axis] * uv(c, 1) - q[axis] * uv(b, 1), q[axis] * uv(b, 0) - p[axis] * uv(c, 0)];
        along.u[3 * vertex + axis] = (along.u[3 * vertex + axis] ?? 0) + area * du;
        along.v[3 * vertex + axis] = (along.v[3 * vertex + axis] ?? 0) + area * dv;
      }
    }
  }
  const tangents = new Int16Array((shape.positions.length / 3) * 4);
  for (let i = 0; 3 * i < shape.positions.length; i++) {
    const normal = unit(at3(shape.normals, i));
    const u = flattened([along.u[3 * i] ?? 0, along.u[3 * i + 1] ?? 0, along.u[3 * i + 2] ?? 0], normal);
    const side = cross(normal, u);
    const v = [along.v[3 * i] ?? 0, along.v[3 * i + 1] ?? 0, along.v[3 * i + 2] ?? 0] as const;
    const hand = side[0] * v[0] + side[1] * v[1] + side[2] * v[2];
    tangents.set(encodeFrame(u, normal, hand > 0 ? 1 : -1), 4 * i);
  }
  return tangents;
}

/** The part of a vector that is perpendicular to the normal, of length 1; any such vector where there is none. */
function flattened(vector: Vector, normal: Vector): Vector {
  const dot = vector[0] * normal[0] + vector[1] * normal[1] + vector[2] * normal[2];
  const flat = minus(vector, [dot * normal[0], dot * normal[1], dot * normal[2]]);
  if (Math.hypot(...flat) > 1e-9) return unit(flat);
  return unit(cross(normal, Math.abs(normal[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]));
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 0, 1];
}

/** Box, and the sphere around its centre, as the engine computes them for one surface. */
export function boundsOf(positions: ArrayLike<number>): UnigineBounds {
  const min = new Float32Array(3).fill(Number.POSITIVE_INFINITY);
  const max = new Float32Array(3).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3] ?? 0, positions[i] ?? 0);
    max[i % 3] = Math.max(max[i % 3] ?? 0, positions[i] ?? 0);
  }
  const center = min.map((low, axis) => (low + (max[axis] ?? 0)) / 2);
  let radius = 0;
  for (let i = 0; i < positions.length; i += 3) {
    radius = Math.max(radius, Math.hypot(...[0, 1, 2].map((axis) => (positions[i + axis] ?? 0) - (center[axis] ?? 0))));
  }
  return { min, max, center, radius: Math.fround(radius) };
}

/** Edges and tree of a surface; empty ones if it is not to collide. */
export function treeOf({ positions, cIndices }: Surface, collides = true) {
  const tree = collisionTreeOf(collides ? positions : new Float32Array(0), collides ? cIndices : new Uint8Array(0));
  if (!tree) throw new Error("an index is out of range");
  return tree;
}
