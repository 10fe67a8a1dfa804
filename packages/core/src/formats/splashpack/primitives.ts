import type { Accessor, Document, Material, Primitive } from "@gltf-transform/core";
import { accessor, addExtras, setAttributes } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { storeArray } from "../../scene/rawData.ts";
import type { PrimitiveSource } from "../../scene/sources.ts";
import { indexArrayFor } from "../../scene/triangles.ts";
import { attributesOf, CORNERS, type GeometryCounts, type GeometryOptions, newCorners, putCorners } from "./corners.ts";
import type { SplashpackObject } from "./file.ts";
import type { SplashpackTriangles } from "./triangles.ts";

/**
 * In files with more objects than this, small ones share accessors: a primitive with seven of its own takes a quarter of
 * a millisecond and 40 kB, whatever its size. Real packs have some hundred objects at most.
 */
const SHARED_BEYOND = 1000;
/** Vertices up to which a primitive counts as small: 16 triangles. */
const SMALL = 48;
/** Vertices per shared set. Few, because readers of glTF look at all vertices of each primitive that uses some. */
const SHARED = 240;

/** Makes primitives: three vertices per triangle in the order of the file, so that the way back is exact. */
export class PrimitiveMaker {
  readonly #document: Document;
  readonly #options: GeometryOptions;
  readonly #counts: GeometryCounts;
  readonly #shares: boolean;
  #shared = newCorners(SHARED);
  #used = 0;
  /** Primitives whose vertices are in {@link PrimitiveMaker.#shared} and have no attributes yet. */
  #waiting: Primitive[] = [];
  readonly #indices = new Map<number, Accessor>();

  /** @param objects how many objects the file has */
  constructor(document: Document, objects: number, options: GeometryOptions, counts: GeometryCounts) {
    this.#document = document;
    this.#options = options;
    this.#counts = counts;
    this.#shares = objects > SHARED_BEYOND;
  }

  /** The triangles named by `rows` as a primitive; whole only after {@link PrimitiveMaker.finish}. */
  add(
    triangles: SplashpackTriangles,
    rows: ArrayLike<number>,
    object: SplashpackObject,
    material: Material,
  ): Primitive {
    const primitive = this.#document.createPrimitive().setMaterial(material);
    keepRawColumns(this.#document, primitive, triangles, rows);
    const vertices = 3 * rows.length;
    if (this.#shares && vertices <= SMALL) {
      if (this.#used + vertices > SHARED) this.finish();
      putCorners(this.#shared, this.#used, triangles, rows, object, this.#options, this.#counts);
      this.#waiting.push(primitive.setIndices(this.#sharedIndices(this.#used, vertices)));
      this.#used += vertices;
      return primitive;
    }
    const corners = newCorners(vertices);
    putCorners(corners, 0, triangles, rows, object, this.#options, this.#counts);
    primitive.setIndices(indicesOf(this.#document, 0, vertices));
    return setAttributes(primitive, attributesOf(this.#document, corners, vertices, this.#counts));
  }

  /** Gives the primitives that share vertices their attributes. */
  finish(): void {
    if (this.#used === 0) return;
    const attributes = attributesOf(this.#document, this.#shared, this.#used, this.#counts);
    for (const primitive of this.#waiting) setAttributes(primitive, attributes);
    this.#shared = newCorners(SHARED);
    this.#used = 0;
    this.#waiting = [];
  }

  /** The same run of vertices of one set or another has the same indices. */
  #sharedIndices(start: number, vertices: number): Accessor {
    const key = start * (SMALL + 1) + vertices;
    const known = this.#indices.get(key) ?? indicesOf(this.#document, start, vertices);
    this.#indices.set(key, known);
    return known;
  }
}

function indicesOf(document: Document, start: number, vertices: number): Accessor {
  const indices = Uint32Array.from({ length: vertices }, (_, i) => start + i);
  return accessor(document, "indices", "SCALAR", indexArrayFor(indices));
}

/**
 * Where the triangles named by `rows` lie: records of one table, with three corners in most of their columns.
 * @param first number of the primitive's first vertex in its accessors, which it may share with others
 */
export function sourceOf(object: number, rows: readonly number[], first: number): PrimitiveSource {
  const path = `meshes[${object}].triangles`;
  const corners = new Int32Array(first + 3 * rows.length).fill(-1, 0, first);
  rows.forEach((row, i) => {
    CORNERS.forEach((corner, k) => {
      corners[first + 3 * i + k] = 3 * row + corner;
    });
  });
  return {
    path: `objects[${object}]`,
    triangles: [{ rows, arrays: [{ path }] }],
    vertices: [
      { rows: corners, arrays: ["positions", "uv0", "colors"].map((column) => ({ path, column, every: 3 })) },
      { rows: corners.map((corner) => Math.floor(corner / 3)), arrays: [{ path, column: "normal" }] },
    ],
  };
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
