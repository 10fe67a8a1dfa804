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

/**
 * The triangles of object `i`; none if the file was only read in part.
 * @param limit at most so many
 */
export function trianglesOf(file: SplashpackFile, dialect: string, i: number, limit = Infinity): SplashpackTriangles {
  const all = file.meshes?.[i]?.triangles;
  if (!all || all.byteLength === 0) return NONE;
  const stride = hasPageInObject(dialect) ? strideOf(triangleL1) : strideOf(triangleL3);
  const bytes = all.subarray(0, Math.min(all.byteLength, limit * stride));
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

function commonColumns<T extends TriangleL1>(bytes: Uint8Array, row: Parameters<typeof column<T, Int16Array>>[1]) {
  return {
    positions: column(bytes, row, "positions", Int16Array),
    normals: column(bytes, row, "normal", Int16Array),
    uvs: column(bytes, row, "uv0", Uint8Array),
    colors: column(bytes, row, "colors", Uint8Array),
    uvPads: column(bytes, row, "uvPad", Uint16Array),
  };
}
