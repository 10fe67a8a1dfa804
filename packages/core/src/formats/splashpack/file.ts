import type { Gap } from "../../layout/at.ts";

/** The fields behind magic `SP`. Which ones a file has depends on its layout, never on its version. */
export interface SplashpackHeader {
  /** 1 in all nine layouts. */
  version: number;
  /** Scripts; L7 and L8. */
  luaCount?: number;
  objectCount: number;
  /** Navigation meshes; from L5 on. */
  navmeshCount?: number;
  atlasCount: number;
  /** Palettes; from L3 on. */
  clutCount?: number;
  /** Three numbers in file units, from L6 on. */
  playerPosition?: Int16Array;
  /** Euler angles in radians times 4096, from L6 on. */
  playerRotation?: Int16Array;
  /** File units, from L6 on. */
  playerHeight?: number;
  /** Script of the whole scene; L8. */
  sceneLuaIndex?: number;
  /** Words that no layout gives a meaning: 0 in every known file. */
  unused?: Uint16Array;
}

/** One mesh of the scene. */
export interface SplashpackObject {
  /** Three 4.12 numbers. In L1 and early L2 they mean nothing: the exporter's own place. */
  position: Int32Array;
  /** Row-major 3 x 3, 4096 = 1. In Unity's frame in L1 and early L2. */
  rotation: Int32Array;
  /** Bit field; here in L1 and L2, later in each triangle. */
  texturePage?: number;
  triangleCount: number;
  meshOffset: number;
  /** Place of the palette in VRAM, x in units of 16; L2. */
  clutX?: number;
  clutY?: number;
  /** 256 colours, unused ones 0; L2. */
  palette?: Uint16Array;
  /** 0 in L4 to L6. */
  pad?: number;
  /** Script of the object, -1 for none; L7 and L8. */
  luaIndex?: number;
  /** Bit 0: active; L8. */
  flags?: number;
}

/** A picture of 256 x 256 texels for a place in video memory. */
export interface SplashpackAtlas {
  dataOffset: number;
  /** In 16-bit words: 256 for 16 bits per texel, 128 for 8, 64 for 4. */
  width: number;
  height: number;
  /** Words. */
  vramX: number;
  vramY: number;
}

/** A palette, from L3 on. */
export interface SplashpackClut {
  /** 256 colours in the record itself; L3. */
  palette?: Uint16Array;
  /** From L4 on. */
  dataOffset?: number;
  /** Units of 16 words. */
  clutX: number;
  clutY: number;
  /** Number of colours. */
  length: number;
  pad: number;
}

/** A navigation mesh, from L5 on. */
export interface SplashpackNavmesh {
  dataOffset: number;
  triangleCount: number;
  pad: number;
}

/** A script, in L7 and L8. */
export interface SplashpackLua {
  dataOffset: number;
  length: number;
}

export interface SplashpackMesh {
  /** Rows of 44 bytes in L1 and L2, of 52 in the others; `column` of the layout language takes them apart. */
  triangles: Uint8Array;
}

/**
 * A scene pack as it lies in the file, in any of its nine layouts: raw units, the file's own axes and order. Arrays that
 * were read are views of one copy of the file.
 */
export interface SplashpackFile {
  header: SplashpackHeader;
  luas?: SplashpackLua[];
  objects: SplashpackObject[];
  navmeshes?: SplashpackNavmesh[];
  atlases: SplashpackAtlas[];
  cluts?: SplashpackClut[];
  /** Source text of the scripts. */
  luaData?: Uint8Array[];
  /** One per object. */
  meshes: SplashpackMesh[];
  /** 9 numbers per triangle, 16 bits in L5, 32 bits later. */
  navData?: (Int16Array | Int32Array)[];
  /** Words of the atlases, row by row from the top. */
  atlasData: Uint16Array[];
  /** Colours of the palettes; from L4 on. */
  clutData?: Uint16Array[];
  /** Bytes that no table points at. */
  gaps: Gap[];
  /** Bytes behind the last block. */
  trailing: Uint8Array;
}

/** One row of a mesh in L1 and L2. */
export interface TriangleL1 {
  /** v0, v1, v2; 4.12 numbers of "GTE scale" units. */
  positions: Int16Array;
  /** The normal of v0, not of the face. */
  normal: Int16Array;
  /** u, v of v0, v1, v2: texels of the page, v from the top. */
  uv0: Uint8Array;
  uvPad: number;
  /** r, g, b and a pad byte of v0, v1, v2; 128 leaves the texel as it is. */
  colors: Uint8Array;
}

/** One row of a mesh from L3 on. */
export interface TriangleL3 extends TriangleL1 {
  texturePage: number;
  /** Place of the palette, x in units of 16. */
  clutX: number;
  clutY: number;
  pad: number;
}
