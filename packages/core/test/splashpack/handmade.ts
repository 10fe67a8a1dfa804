/**
 * Packs of every layout, written number by number as the published tables say and without any code of the project:
 * one object of one triangle, one atlas of 2 x 1 words, one palette of 3 colours, one navigation triangle, one script
 * of 5 bytes, each where the layout has such a thing.
 */
export type Dialect = "L1" | "L2" | "L3" | "L4" | "L5" | "L5b" | "L6" | "L7" | "L8";
export const DIALECT_NAMES: readonly Dialect[] = ["L1", "L2", "L3", "L4", "L5", "L5b", "L6", "L7", "L8"];

export interface Handmade {
  bytes: Uint8Array;
  /** Offsets of the blocks. */
  mesh: number;
  atlas: number;
  clut?: number;
  nav?: number;
  lua?: number;
}

class Bytes {
  readonly list: number[] = [];
  u8(...values: number[]): this {
    this.list.push(...values.map((value) => value & 0xff));
    return this;
  }
  u16(...values: number[]): this {
    for (const value of values) this.u8(value, value >> 8);
    return this;
  }
  u32(...values: number[]): this {
    for (const value of values) this.u8(value, value >> 8, value >> 16, value >> 24);
    return this;
  }
  get size(): number {
    return this.list.length;
  }
}

const POSITIONS = [1, 2, 3, 4, 5, 6, 7, 8, -9];
const NORMAL = [0, 4096, -1];
const UVS = [10, 11, 12, 13, 14, 15];
const COLORS = [20, 21, 22, 0, 23, 24, 25, 0, 26, 27, 28, 0];
const ROTATION = [4096, 0, 0, 0, 4096, 0, 0, 0, 4096];
const POSITION = [100, -200, 300];
export const NAV = [1, 2, 3, 4, 5, 6, 7, 8, -9];
export const WORDS = [0x1111, 0x2222];
export const COLOURS = [0x0001, 0x0020, 0x0400];

function triangle(dialect: Dialect): Bytes {
  const row = new Bytes().u16(...POSITIONS, ...NORMAL);
  if (dialect === "L1" || dialect === "L2")
    return row
      .u8(...UVS)
      .u16(0)
      .u8(...COLORS);
  // page (320, 0), 8 bits, dithered; palette at x = 2 * 16, y = 241
  return row
    .u8(...COLORS)
    .u8(...UVS)
    .u16(0, 0x0285, 2, 241, 0);
}

/** Sizes of header, object and triangle, straight from the table of layouts. */
const SIZES: Record<Dialect, [header: number, object: number, triangle: number]> = {
  L1: [8, 56, 44],
  L2: [8, 572, 44],
  L3: [12, 56, 52],
  L4: [16, 56, 52],
  L5: [16, 56, 52],
  L5b: [16, 56, 52],
  L6: [28, 56, 52],
  L7: [32, 56, 52],
  L8: [32, 60, 52],
};

export function handmade(dialect: Dialect): Handmade {
  const order = DIALECT_NAMES.indexOf(dialect);
  const since = (first: Dialect) => order >= DIALECT_NAMES.indexOf(first);
  const [headerSize, objectSize, triangleSize] = SIZES[dialect];
  const hasLua = since("L7");
  const hasNav = since("L5");
  const clutSize = dialect === "L3" ? 520 : since("L4") ? 12 : 0;
  const navSize = dialect === "L5" ? 18 : 36;
  let end = headerSize + (hasLua ? 8 : 0) + objectSize + (hasNav ? 8 : 0) + 12 + clutSize;
  const block = (size: number) => {
    const offset = since("L3") ? Math.ceil(end / 4) * 4 : end;
    end = offset + size;
    return offset;
  };
  const lua = hasLua ? block(5) : undefined;
  const mesh = block(triangleSize);
  const nav = hasNav ? block(navSize) : undefined;
  const atlas = block(4);
  const clut = clutSize === 12 ? block(6) : undefined;

  const out = new Bytes().u8(0x53, 0x50).u16(1);
  const counts: Record<Dialect, number[]> = {
    L1: [1, 1],
    L2: [1, 1],
    L3: [1, 1, 1, 0],
    L4: [1, 1, 1, 0, 0, 0],
    L5: [1, 1, 1, 1, 0, 0],
    L5b: [1, 1, 1, 1, 0, 0],
    L6: [1, 1, 1, 1],
    L7: [1, 1, 1, 1, 1],
    L8: [1, 1, 1, 1, 1],
  };
  out.u16(...counts[dialect]);
  if (since("L6")) out.u16(-5, 6, 7, 1, 2, 3, 400);
  if (dialect === "L6") out.u16(0);
  if (dialect === "L7") out.u16(0, 0);
  if (dialect === "L8") out.u16(0xffff, 0);
  if (lua !== undefined) out.u32(lua, 5);
  if (dialect === "L1")
    out
      .u32(...POSITION, ...ROTATION)
      .u16(0x0305, 1)
      .u32(mesh);
  if (dialect === "L2") {
    out
      .u32(...POSITION, ...ROTATION)
      .u16(1, 0x0285, 2, 241, ...COLOURS, ...new Array<number>(253).fill(0))
      .u32(mesh);
  }
  if (dialect === "L3") out.u32(...POSITION, ...ROTATION, mesh, 1);
  if (since("L4")) out.u32(mesh, ...POSITION, ...ROTATION).u16(1, hasLua ? -1 : 0);
  if (dialect === "L8") out.u32(1);
  if (nav !== undefined) out.u32(nav).u16(1, 0);
  out.u32(atlas).u16(2, 1, 320, 0);
  if (dialect === "L3") out.u16(...COLOURS, ...new Array<number>(253).fill(0), 2, 241, 3, 0);
  if (clut !== undefined) out.u32(clut).u16(2, 241, 3, 0);

  const pad = (offset: number | undefined) => {
    while (offset !== undefined && out.size < offset) out.u8(0);
  };
  if (lua !== undefined) out.u8(...[..."x = 1"].map((char) => char.charCodeAt(0)));
  pad(mesh);
  out.u8(...triangle(dialect).list);
  pad(nav);
  if (dialect === "L5") out.u16(...NAV);
  else if (nav !== undefined) out.u32(...NAV);
  pad(atlas);
  out.u16(...WORDS);
  pad(clut);
  if (clut !== undefined) out.u16(...COLOURS);
  const optional = Object.entries({ clut, nav, lua }).filter(([, offset]) => offset !== undefined);
  return { bytes: Uint8Array.from(out.list), mesh, atlas, ...Object.fromEntries(optional) };
}
