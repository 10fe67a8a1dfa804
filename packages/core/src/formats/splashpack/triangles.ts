import type { RecordNode } from "../../layout/record.ts";
import { column, rowCount, strideOf } from "../../layout/table.ts";
import type { SplashpackFile, TriangleL1, TriangleL3 } from "./file.ts";
import { triangleL1, triangleL3 } from "./records.ts";

/** The triangles of one object, column by column, the same for all layouts. */
export interface SplashpackTriangles {
  count: number;
  /** 9 per triangle. */
  positions: Int16Array;
  /** 3 per triangle. */
  normals: Int16Array;
  /** 6 per triangle. */
  uvs: Uint8Array;
  /** 12 per triangle: r, g, b, pad per corner. */
  colors: Uint8Array;
  uvPads: Uint16Array;
  /** 1 per triangle each; in L1 and L2 those of the object. */
  texturePages: Uint16Array;
  clutXs: Uint16Array;
  clutYs: Uint16Array;
  pads: Uint16Array;
}

const NO_ROWS = new Uint8Array(0);
const NONE: SplashpackTriangles = {
  count: 0,
  positions: new Int16Array(0),
  normals: new Int16Array(0),
  uvs: new Uint8Array(0),
  colors: new Uint8Array(0),
  uvPads: new Uint16Array(0),
  texturePages: new Uint16Array(0),
  clutXs: new Uint16Array(0),
  clutYs: new Uint16Array(0),
  pads: new Uint16Array(0),
};

/** True for L1 and L2, where the texture page is the object's and a row has 44 bytes. */
export function hasPageInObject(dialect: string): boolean {
  return dialect === "L1" || dialect === "L2";
}

/** True for L2, where the same words mean another palette in each object. */
export function hasPaletteInObject(dialect: string): boolean {
  return dialect === "L2";
}

/** Rows of object `i`, at most `limit` of them; none if the file was only read in part. */
function rowsOf(file: SplashpackFile, dialect: string, i: number, limit = Infinity): Uint8Array {
  const all = file.meshes?.[i]?.triangles;
  if (!all || all.byteLength === 0) return NO_ROWS;
  const stride = hasPageInObject(dialect) ? strideOf(triangleL1) : strideOf(triangleL3);
  return all.byteLength <= limit * stride ? all : all.subarray(0, limit * stride);
}

/** Number of triangles of object `i`. */
export function triangleCount(file: SplashpackFile, dialect: string, i: number): number {
  const rows = rowsOf(file, dialect, i);
  return hasPageInObject(dialect) ? rowCount(rows, triangleL1) : rowCount(rows, triangleL3);
}

/**
 * One column of the triangles of object `i`, for those who need no other.
 * @param limit at most so many triangles
 */
export function triangleColumn<A extends Int16Array | Uint8Array>(
  file: SplashpackFile,
  dialect: string,
  i: number,
  name: keyof TriangleL1,
  type: { readonly BYTES_PER_ELEMENT: number; new (length: number): A },
  limit = Infinity,
): A {
  const rows = rowsOf(file, dialect, i, limit);
  return hasPageInObject(dialect) ? column(rows, triangleL1, name, type) : column(rows, triangleL3, name, type);
}

/** The triangles of object `i`; none if the file was only read in part. */
export function trianglesOf(file: SplashpackFile, dialect: string, i: number): SplashpackTriangles {
  const bytes = rowsOf(file, dialect, i);
  if (bytes.byteLength === 0) return NONE;
  if (hasPageInObject(dialect)) {
    const count = rowCount(bytes, triangleL1);
    const { texturePage = 0, clutX = 0, clutY = 0 } = file.objects[i] ?? {};
    const same = (value: number) => new Uint16Array(count).fill(value);
    return {
      count,
      ...commonColumns<TriangleL1>(bytes, triangleL1),
      texturePages: same(texturePage),
      clutXs: same(clutX),
      clutYs: same(clutY),
      pads: new Uint16Array(count),
    };
  }
  return {
    count: rowCount(bytes, triangleL3),
    ...commonColumns<TriangleL3>(bytes, triangleL3),
    texturePages: column(bytes, triangleL3, "texturePage", Uint16Array),
    clutXs: column(bytes, triangleL3, "clutX", Uint16Array),
    clutYs: column(bytes, triangleL3, "clutY", Uint16Array),
    pads: column(bytes, triangleL3, "pad", Uint16Array),
  };
}

function commonColumns<T extends TriangleL1>(bytes: Uint8Array, row: RecordNode<T>) {
  return {
    positions: column(bytes, row, "positions", Int16Array),
    normals: column(bytes, row, "normal", Int16Array),
    uvs: column(bytes, row, "uv0", Uint8Array),
    colors: column(bytes, row, "colors", Uint8Array),
    uvPads: column(bytes, row, "uvPad", Uint16Array),
  };
}
