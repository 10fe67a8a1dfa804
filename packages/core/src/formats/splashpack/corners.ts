import type { Accessor, Document } from "@gltf-transform/core";
import { accessor } from "../../scene/document.ts";
import { normalize } from "../../scene/normals.ts";
import type { SplashpackObject } from "./file.ts";
import { type NormalFrame, outward, turnNormal } from "./storedNormals.ts";
import type { SplashpackTriangles } from "./triangles.ts";

/** What the options say about geometry. */
export interface GeometryOptions {
  /** Metres per unit of the file. */
  factor: number;
  normals: "flat" | "stored";
  /** Used for stored normals. */
  frame: NormalFrame;
  colorSpace: "linear" | "srgb";
}

/** Elements that changed, summed up over all primitives of a file. */
export interface GeometryCounts {
  triangles: number;
  clampedCorners: number;
  withoutNormal: number;
}

/** Corners in the order that is counter-clockwise in glTF. */
export const CORNERS = [0, 2, 1] as const;
/** Modulation 0..255 as COLOR_0: 128 leaves the texel as it is, and glTF has nothing brighter. */
const MODULATION = {
  linear: Float32Array.from({ length: 256 }, (_, byte) => Math.min(byte / 128, 1)),
  srgb: Float32Array.from({ length: 256 }, (_, byte) => {
    const c = Math.min(byte / 128, 1);
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }),
};

/** Vertices as glTF wants them, three per triangle, beside what its own attributes can not hold. */
export interface Corners {
  /** Metres. */
  positions: Float32Array;
  /** In glTF's axes, of any length. */
  normals: Float32Array;
  /** 4 per vertex: the three numbers of the file and 0. */
  normalsRaw: Int16Array;
  uvs: Float32Array;
  colors: Float32Array;
  /** 4 per vertex, as in the file. */
  colorsRaw: Uint8Array;
}

/** Room for so many vertices. */
export function newCorners(vertices: number): Corners {
  return {
    positions: new Float32Array(3 * vertices),
    normals: new Float32Array(3 * vertices),
    normalsRaw: new Int16Array(4 * vertices),
    uvs: new Float32Array(2 * vertices),
    colors: new Float32Array(3 * vertices),
    colorsRaw: new Uint8Array(4 * vertices),
  };
}

/** Puts the triangles named by `rows` into the vertices from `start` on. */
export function putCorners(
  { positions, normals, normalsRaw, uvs, colors, colorsRaw }: Corners,
  start: number,
  triangles: SplashpackTriangles,
  rows: ArrayLike<number>,
  object: SplashpackObject,
  options: GeometryOptions,
  counts: GeometryCounts,
): void {
  const n = rows.length;
  const modulation = MODULATION[options.colorSpace];
  const { factor } = options;
  counts.triangles += n;
  for (let i = 0; i < n; i++) {
    const t = rows[i] ?? 0;
    const raw = [triangles.normals[3 * t] ?? 0, triangles.normals[3 * t + 1] ?? 0, triangles.normals[3 * t + 2] ?? 0];
    const [nx, ny, nz] = normalOf(triangles, t, object, options);
    CORNERS.forEach((corner, k) => {
      const vertex = start + 3 * i + k;
      const from = 9 * t + 3 * corner;
      positions[3 * vertex] = (triangles.positions[from] ?? 0) * factor;
      positions[3 * vertex + 1] = -(triangles.positions[from + 1] ?? 0) * factor + 0; // + 0 turns -0 into 0
      positions[3 * vertex + 2] = -(triangles.positions[from + 2] ?? 0) * factor + 0;
      normals.set([nx, 0 - ny, 0 - nz], 3 * vertex);
      normalsRaw.set(raw, 4 * vertex);
      const uv = 6 * t + 2 * corner;
      uvs[2 * vertex] = ((triangles.uvs[uv] ?? 0) + 0.5) / 256;
      uvs[2 * vertex + 1] = ((triangles.uvs[uv + 1] ?? 0) + 0.5) / 256;
      const color = 12 * t + 4 * corner;
      let bright = false;
      for (let c = 0; c < 4; c++) {
        const byte = triangles.colors[color + c] ?? 0;
        colorsRaw[4 * vertex + c] = byte;
        if (c === 3) continue;
        colors[3 * vertex + c] = modulation[byte] ?? 0;
        if (byte > 128) bright = true;
      }
      if (bright) counts.clampedCorners++;
    });
  }
}

/** The first `used` vertices as attributes of a primitive. */
export function attributesOf(
  document: Document,
  corners: Corners,
  used: number,
  counts: GeometryCounts,
): Record<string, Accessor> {
  const unit = normalize(corners.normals.subarray(0, 3 * used));
  counts.withoutNormal += unit.replaced / 3;
  return {
    POSITION: accessor(document, "positions", "VEC3", corners.positions.subarray(0, 3 * used)),
    NORMAL: accessor(document, "normals", "VEC3", unit.vectors),
    TEXCOORD_0: accessor(document, "uv0", "VEC2", corners.uvs.subarray(0, 2 * used)),
    COLOR_0: accessor(document, "colors", "VEC3", corners.colors.subarray(0, 3 * used)),
    _COLOR_RAW: accessor(document, "colors as in the file", "VEC4", corners.colorsRaw.subarray(0, 4 * used)),
    _NORMAL_RAW: accessor(document, "normals as in the file", "VEC4", corners.normalsRaw.subarray(0, 4 * used)),
  };
}

/** A normal in the file's axes: that of the triangle; the stored one if that is asked for, or has to stand in. */
function normalOf(
  triangles: SplashpackTriangles,
  t: number,
  { rotation }: SplashpackObject,
  { normals, frame }: GeometryOptions,
): readonly [number, number, number] {
  const stored = (k: number) => triangles.normals[3 * t + k] ?? 0;
  const face = outward(triangles.positions, t);
  const hasArea = face.some((value) => value !== 0);
  if (normals === "flat" && hasArea) return face;
  const turned = turnNormal(frame, rotation, stored(0), stored(1), stored(2));
  return turned.some((value) => value !== 0) ? turned : face;
}
