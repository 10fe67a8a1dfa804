import type { Document } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { loadArray } from "../../scene/rawData.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { normalsOf, positionsOf, streamOf } from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { tileOf } from "../../scene/uvTiles.ts";
import type { PlacedTexture } from "./buildAtlases.ts";
import type { TriangleL1 } from "./file.ts";
import { SPLASHPACK_SPACE } from "./space.ts";
import { outward } from "./storedNormals.ts";

/** Corners of a glTF triangle in the order of the file, which is clockwise. */
const CORNERS = [0, 2, 1] as const;
const NEUTRAL = 128;
/** 1 in the file's normals. */
const ONE = 4096;
/** The exporter of 2025 clamps beyond this; newer ones use the whole range. */
const CLAMPED_BEYOND = 16384;

/** How numbers become what the file holds. */
export interface TriangleOptions {
  /** Metres per unit. */
  metres: number;
  round: (value: number) => number;
  /** True: COLOR_0 is linear light and gets the display's curve. */
  srgb: boolean;
  /** The surface is a pack's own, which may have triangles without area. */
  keepDegenerate: boolean;
  /** Rows of the matrix that turns normals into the object's own axes; undefined: they are there already. */
  turn: ((x: number, y: number, z: number) => readonly [number, number, number]) | undefined;
}

/** Columns of the triangles of one surface, 44 bytes a row once put together. */
export type TriangleColumns = {
  [K in keyof TriangleL1]: TriangleL1[K] extends number ? Uint16Array : TriangleL1[K];
} & {
  count: number;
};

/**
 * The triangles of a surface as the file holds them: not indexed, clockwise, with the first corner's normal.
 *
 * @throws MeshglotError `SPLASHPACK_COORDINATE_RANGE`, `SPLASHPACK_UV_TILING`
 */
export function buildTriangles(
  document: Document,
  surface: SceneSurface,
  texture: PlacedTexture,
  options: TriangleOptions,
  ledger: LossLedger,
): TriangleColumns {
  const raw = quantizePositions(surface, options, ledger);
  const corners = fileCorners(surface.indices);
  const vertices = options.keepDegenerate ? corners : withArea(corners, raw);
  const count = vertices.length / 3;
  const dropped = corners.length / 3 - count;
  ledger.add("DEGENERATE_FACES_DROPPED", surface.path, dropped, "triangles without area were left out");
  const positions = Int16Array.from(
    { length: vertices.length * 3 },
    (_, i) => raw[(vertices[Math.floor(i / 3)] ?? 0) * 3 + (i % 3)] ?? 0,
  );
  return {
    count,
    positions,
    normal: normalColumn(surface, vertices, positions, options),
    uv0: uvColumn(surface, vertices, texture),
    uvPad: padColumn(document, surface, count),
    colors: colorColumn(surface, vertices, options, ledger),
  };
}

/** Vertices of the triangles in the order of the file, which is clockwise. */
function fileCorners(indices: Uint32Array): Uint32Array {
  return Uint32Array.from(indices, (_, i) => indices[i - (i % 3) + (CORNERS[i % 3] ?? 0)] ?? 0);
}

/** Without the triangles whose corners lie on a line of the grid. */
function withArea(vertices: Uint32Array, raw: Float64Array): Uint32Array {
  return vertices.filter((_, i) => {
    const corner = (k: number) => (vertices[i - (i % 3) + k] ?? 0) * 3;
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    const d = (p: number, axis: number) => (raw[p + axis] ?? 0) - (raw[a + axis] ?? 0);
    const cross = (u: number, v: number) => d(b, u) * d(c, v) - d(b, v) * d(c, u);
    return cross(1, 2) !== 0 || cross(2, 0) !== 0 || cross(0, 1) !== 0;
  });
}

function quantizePositions(
  surface: SceneSurface,
  { round, metres }: TriangleOptions,
  ledger: LossLedger,
): Float64Array {
  const raw = Float64Array.from(positionsOf(surface, SPLASHPACK_SPACE), (value) => round(value));
  let largest = 0;
  for (const value of raw) largest = Math.max(largest, Math.abs(value));
  if (largest > 32767) {
    const scale = metres * 4096 * (largest / 32767);
    throw sceneFault(
      "SPLASHPACK_COORDINATE_RANGE",
      `${surface.path}.POSITION`,
      `a coordinate of ${(largest * metres).toFixed(1)} m is beyond the ${(32767 * metres).toFixed(1)} m that scale ${(metres * 4096).toFixed(0)} reaches`,
      `Use --scale ${Math.ceil(scale)} or more; the program on the console needs the same number.`,
      { needed: largest, available: 32767 },
    );
  }
  const far = raw.filter((value) => Math.abs(value) > CLAMPED_BEYOND).length;
  ledger.add("COORDINATES_FAR_OUT", surface.path, far, "coordinates beyond what the exporter of 2025 would write");
  return raw;
}

/** The stored normal where the scene still shows what was made of it: the triangle's own. */
function normalColumn(
  surface: SceneSurface,
  vertices: Uint32Array,
  positions: Int16Array,
  { turn }: TriangleOptions,
): Int16Array {
  const count = vertices.length / 3;
  const raw = surface.primitive.getAttribute("_NORMAL_RAW")?.getArray();
  const shown = normalsOf(surface, SPLASHPACK_SPACE);
  const normals = new Int16Array(count * 3);
  for (let t = 0; t < count; t++) {
    const vertex = vertices[t * 3] ?? 0;
    const face = outward(positions, t);
    const length = Math.hypot(...face) || 1;
    const flat = face.map((value) => value / length);
    const n = [0, 1, 2].map((k) => shown?.[vertex * 3 + k] ?? flat[k] ?? 0);
    const isFlat = n.every((value, k) => Math.abs(value - (flat[k] ?? 0)) < 2e-3) || Math.hypot(...face) === 0;
    if (raw && isFlat) {
      for (let k = 0; k < 3; k++) normals[t * 3 + k] = raw[vertex * 4 + k] ?? 0;
      continue;
    }
    const [x = 0, y = 0, z = 0] = n;
    const turned = turn?.(x, y, z) ?? [x, y, z];
    for (let k = 0; k < 3; k++) normals[t * 3 + k] = Math.trunc((turned[k] ?? 0) * ONE);
  }
  return normals;
}

/** Texels of the page, V from the top as in glTF. */
function uvColumn(surface: SceneSurface, vertices: Uint32Array, texture: PlacedTexture): Uint8Array {
  const uvs = streamOf(surface, "TEXCOORD_0");
  const column = new Uint8Array(vertices.length * 2);
  let beyond = 0;
  let first = -1;
  for (let t = 0; t < vertices.length / 3; t++) {
    const corners = [0, 1, 2].map((k) => vertices[t * 3 + k] ?? 0);
    for (const axis of [0, 1] as const) {
      const values = corners.map((vertex) => uvs?.[vertex * 2 + axis] ?? 0);
      const tile = tileOf(values);
      if (tile === undefined) {
        beyond++;
        if (first < 0) first = t;
      }
      const size = axis === 0 ? texture.width : texture.height;
      const start = axis === 0 ? texture.x : texture.y;
      values.forEach((value, k) => {
        const texel = Math.floor((value - (tile ?? 0)) * size);
        column[(t * 3 + k) * 2 + axis] = Math.min(Math.max(texel, 0), size - 1) + start;
      });
    }
  }
  if (beyond === 0) return column;
  throw sceneFault(
    "SPLASHPACK_UV_TILING",
    `${surface.path}.TEXCOORD_0[${vertices[first * 3]}]`,
    `${beyond} triangles repeat the texture: their UVs reach over its border`,
    "Split these faces where the texture starts anew; the console's texture pages can not repeat.",
  );
}

function padColumn(document: Document, surface: SceneSurface, count: number): Uint16Array {
  const stored = loadArray(document, extrasOf(surface.primitive).uvPads, "u16");
  return stored?.length === count ? Uint16Array.from(stored) : new Uint16Array(count);
}

/** `_COLOR_RAW` where it still says what COLOR_0 says, else COLOR_0 (and the material's colour) times 128. */
function colorColumn(
  surface: SceneSurface,
  vertices: Uint32Array,
  { srgb }: TriangleOptions,
  ledger: LossLedger,
): Uint8Array {
  const { primitive, vertexCount } = surface;
  const stored = streamOf(surface, "COLOR_0");
  const stride = stored ? stored.length / vertexCount : 3;
  const raw = primitive.getAttribute("_COLOR_RAW")?.getArray();
  const factor = primitive.getMaterial()?.getBaseColorFactor() ?? [1, 1, 1, 1];
  const column = new Uint8Array(vertices.length * 4);
  let clamped = 0;
  vertices.forEach((vertex, corner) => {
    for (let k = 0; k < 3; k++) {
      const linear = (stored?.[vertex * stride + k] ?? 1) * (factor[k] ?? 1);
      const value = srgb ? displayed(linear) : linear;
      const old = raw?.[vertex * 4 + k];
      const same = old !== undefined && Math.abs(Math.min(old / NEUTRAL, 1) - value) < 1e-6;
      const wanted = same ? old : Math.round(value * NEUTRAL);
      if (wanted > 255) clamped++;
      column[corner * 4 + k] = Math.min(Math.max(wanted, 0), 255);
    }
    column[corner * 4 + 3] = raw?.[vertex * 4 + 3] ?? 0;
  });
  ledger.add("COLORS_CLAMPED", `${surface.path}.COLOR_0`, clamped, "colours beyond twice the texture's were clamped");
  return column;
}

function displayed(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}
