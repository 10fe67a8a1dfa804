import type { SplashpackFile, SplashpackObject } from "../../src/formats/splashpack/file.ts";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import { placeBlocks } from "../../src/formats/splashpack/place.ts";
import { triangleL1, triangleL3 } from "../../src/formats/splashpack/records.ts";
import { tableOf } from "../../src/layout/table.ts";

/** A right-angled triangle that faces -z, as in the published sample. */
const POSITIONS = [0, 0, 0, 41, 0, 0, 0, 41, 0];

interface Row {
  positions?: number[];
  normal?: number[];
  uv0?: number[];
  uvPad?: number;
  colors?: number[];
  texturePage?: number;
  clutX?: number;
  clutY?: number;
  pad?: number;
}

function columnsOf(rows: readonly Row[]) {
  return {
    positions: Int16Array.from(rows.flatMap(({ positions = POSITIONS }) => positions)),
    normal: Int16Array.from(rows.flatMap(({ normal = [0, 0, -4096] }) => normal)),
    uv0: Uint8Array.from(rows.flatMap(({ uv0 = [0, 0, 0, 0, 0, 0] }) => uv0)),
    uvPad: Uint16Array.from(rows, ({ uvPad = 0 }) => uvPad),
    colors: Uint8Array.from(
      rows.flatMap(({ colors = [128, 128, 128, 0, 128, 128, 128, 0, 128, 128, 128, 0] }) => colors),
    ),
  };
}

export const rowsL1 = (...rows: Row[]): Uint8Array => tableOf(triangleL1, rows.length, columnsOf(rows));
export const rowsL3 = (...rows: Row[]): Uint8Array =>
  tableOf(triangleL3, rows.length, {
    ...columnsOf(rows),
    texturePage: Uint16Array.from(rows, ({ texturePage = 0x0305 }) => texturePage),
    clutX: Uint16Array.from(rows, ({ clutX = 0 }) => clutX),
    clutY: Uint16Array.from(rows, ({ clutY = 0 }) => clutY),
    pad: Uint16Array.from(rows, ({ pad = 0 }) => pad),
  });

export interface Parts {
  object?: Partial<SplashpackObject>;
  rows?: Row[];
  /** [x, y, width, height], and the words, filled up with 0x7fff. */
  atlases?: { at: [number, number, number, number]; words?: number[] }[];
  change?: (file: SplashpackFile) => void;
}

const atlasRecords = (atlases: Required<Parts>["atlases"]) =>
  atlases.map(({ at: [vramX, vramY, width, height] }) => ({ dataOffset: 0, width, height, vramX, vramY }));
const atlasWords = (atlases: Required<Parts>["atlases"]) =>
  atlases.map(({ at: [, , width, height], words = [] }) => {
    const data = new Uint16Array(width * height).fill(0x7fff);
    data.set(words);
    return data;
  });
const IDENTITY = [4096, 0, 0, 0, 4096, 0, 0, 0, 4096];
const PAGE = { at: [320, 0, 256, 256] as [number, number, number, number] };

/** A pack of layout L1 with one object; a whole white page at (320, 0) unless told otherwise. */
export function fileL1({ object = {}, rows = [{}], atlases = [PAGE], change }: Parts = {}): SplashpackFile {
  const triangles = rowsL1(...rows);
  const file = placeBlocks(
    {
      header: { version: 1, objectCount: 1, atlasCount: atlases.length },
      objects: [
        {
          position: new Int32Array(3),
          rotation: Int32Array.from(IDENTITY),
          texturePage: 0x0305,
          triangleCount: rows.length,
          meshOffset: 0,
          ...object,
        },
      ],
      atlases: atlasRecords(atlases),
      meshes: [{ triangles }],
      atlasData: atlasWords(atlases),
      gaps: [],
      trailing: new Uint8Array(0),
    },
    "L1",
  );
  change?.(file);
  return file;
}

export const packL1 = (parts: Parts = {}): Uint8Array => splashpack.write(fileL1(parts), "L1");

/** A pack of layout L4 with one object; palettes of 16 colours at the given places. */
export function packL4({
  object = {},
  rows = [{}],
  atlases = [PAGE],
  cluts = [],
}: Parts & { cluts?: { clutX: number; clutY: number; colors: number[] }[] } = {}): Uint8Array {
  const file: SplashpackFile = {
    header: { version: 1, objectCount: 1, atlasCount: 0, clutCount: 0, unused: new Uint16Array(3) },
    objects: [
      {
        meshOffset: 0,
        position: new Int32Array(3),
        rotation: Int32Array.from(IDENTITY),
        triangleCount: rows.length,
        pad: 0,
        ...object,
      },
    ],
    atlases: atlasRecords(atlases),
    cluts: cluts.map(({ clutX, clutY, colors }) => ({ dataOffset: 0, clutX, clutY, length: colors.length, pad: 0 })),
    meshes: [{ triangles: rowsL3(...rows) }],
    atlasData: atlasWords(atlases),
    clutData: cluts.map(({ colors }) => Uint16Array.from(colors)),
    gaps: [],
    trailing: new Uint8Array(0),
  };
  return splashpack.write(placeBlocks(file, "L4"), "L4");
}
