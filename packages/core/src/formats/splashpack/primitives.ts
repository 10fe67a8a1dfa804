import type { Document, Material, Primitive } from "@gltf-transform/core";
import { accessor, addExtras, setAttributes } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { normalize } from "../../scene/normals.ts";
import { storeArray } from "../../scene/rawData.ts";
import type { PrimitiveSource } from "../../scene/sources.ts";
import { indexArrayFor } from "../../scene/triangles.ts";
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
const CORNERS = [0, 2, 1] as const;
/** Modulation 0..255 as COLOR_0: 128 leaves the texel as it is, and glTF has nothing brighter. */
const MODULATION = {
  linear: Float32Array.from({ length: 256 }, (_, byte) => Math.min(byte / 128, 1)),
  srgb: Float32Array.from({ length: 256 }, (_, byte) => {
    const c = Math.min(byte / 128, 1);
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }),
};

/**
 * The triangles named by `rows` as a primitive: three vertices per triangle in the order of the file, so that the way
 * back is exact. What glTF's own attributes can not hold lies beside them as it is in the file.
 */
export function addPrimitive(
  document: Document,
  triangles: SplashpackTriangles,
  rows: ArrayLike<number>,
  object: SplashpackObject,
  material: Material,
  options: GeometryOptions,
  counts: GeometryCounts,
): Primitive {
  const n = rows.length;
  const positions = new Float32Array(9 * n);
  const normals = new Float32Array(9 * n);
  const normalsRaw = new Int16Array(12 * n);
  const uvs = new Float32Array(6 * n);
  const colors = new Float32Array(9 * n);
  const colorsRaw = new Uint8Array(12 * n);
  const modulation = MODULATION[options.colorSpace];
  const { factor } = options;
  counts.triangles += n;
  for (let i = 0; i < n; i++) {
    const t = rows[i] ?? 0;
    const raw = [triangles.normals[3 * t] ?? 0, triangles.normals[3 * t + 1] ?? 0, triangles.normals[3 * t + 2] ?? 0];
    const [nx, ny, nz] = normalOf(triangles, t, object, options);
    CORNERS.forEach((corner, k) => {
      const vertex = 3 * i + k;
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
  const unit = normalize(normals);
  counts.withoutNormal += unit.replaced / 3;
  const primitive = document
    .createPrimitive()
    .setIndices(
      accessor(document, "indices", "SCALAR", indexArrayFor(Uint32Array.from({ length: 3 * n }, (_, i) => i))),
    )
    .setMaterial(material);
  keepRawColumns(document, primitive, triangles, rows);
  return setAttributes(primitive, {
    POSITION: accessor(document, "positions", "VEC3", positions),
    NORMAL: accessor(document, "normals", "VEC3", unit.vectors),
    TEXCOORD_0: accessor(document, "uv0", "VEC2", uvs),
    COLOR_0: accessor(document, "colors", "VEC3", colors),
    _COLOR_RAW: accessor(document, "colors as in the file", "VEC4", colorsRaw),
    _NORMAL_RAW: accessor(document, "normals as in the file", "VEC4", normalsRaw),
  });
}

/** Where the triangles named by `rows` lie: records of one table, with three corners in most of their columns. */
export function sourceOf(object: number, rows: readonly number[]): PrimitiveSource {
  const path = `meshes[${object}].triangles`;
  const corners = Uint32Array.from(
    { length: 3 * rows.length },
    (_, i) => 3 * (rows[Math.floor(i / 3)] ?? 0) + (CORNERS[i % 3] ?? 0),
  );
  return {
    path: `objects[${object}]`,
    triangles: [{ rows, arrays: [{ path }] }],
    vertices: [
      { rows: corners, arrays: ["positions", "uv0", "colors"].map((column) => ({ path, column, every: 3 })) },
      { rows: corners.map((corner) => Math.floor(corner / 3)), arrays: [{ path, column: "normal" }] },
    ],
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

/** Keeps what the attributes do not say: texture page and palette, pads, and the place of each triangle in its mesh. */
function keepRawColumns(
  document: Document,
  primitive: Primitive,
  triangles: SplashpackTriangles,
  rows: ArrayLike<number>,
): void {
  const pick = (column: Uint16Array) => Uint16Array.from(rows, (row) => column[row] ?? 0);
  const unlessZero = (column: Uint16Array) => {
    const values = pick(column);
    return values.some((value) => value !== 0) ? storeArray(document, values) : undefined;
  };
  const oneOrAll = (column: Uint16Array) => {
    const values = pick(column);
    const [first = 0] = values;
    return values.every((value) => value === first) ? first : storeArray(document, values);
  };
  addExtras(primitive, {
    texturePage: oneOrAll(triangles.texturePages),
    clutX: oneOrAll(triangles.clutXs),
    clutY: oneOrAll(triangles.clutYs),
    uvPads: unlessZero(triangles.uvPads),
    pads: unlessZero(triangles.pads),
    triangles: rows.length === triangles.count ? undefined : storeArray(document, Uint32Array.from(rows)),
  });
}

/** Puts the counts of all primitives into the ledger. */
export function reportGeometry(counts: GeometryCounts, options: GeometryOptions, ledger: LossLedger): void {
  if (options.normals === "flat") {
    ledger.add(
      "NORMALS_RECOMPUTED",
      "meshes",
      counts.triangles,
      "the file has a normal for the first corner only; flat ones were computed from the triangles",
      "_NORMAL_RAW",
    );
  }
  ledger.add(
    "NORMALS_REPLACED",
    "meshes",
    counts.withoutNormal,
    "triangles without an area and without a stored normal got one that points up",
    "_NORMAL_RAW",
  );
  ledger.add(
    "COLORS_CLAMPED",
    "meshes",
    counts.clampedCorners,
    "corners brighter than the texture (above 128) were clamped",
    "_COLOR_RAW",
  );
}
