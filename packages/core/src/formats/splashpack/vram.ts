import type { SplashpackFile } from "./file.ts";

/** Bits per texel by the depth field of a texture page; the reserved 3 behaves like 2 on the console (inferred). */
export const BITS = [4, 8, 16, 16] as const;
/** Width in words that an atlas of 256 texels has, by depth. */
export const WIDTHS = [64, 128, 256, 256] as const;

/** A texture page: the window of 256 x 256 texels that UVs count in. */
export interface TexturePage {
  /** Words. */
  x: number;
  y: number;
  /** 0, 1, 2 for 4, 8, 16 bits per texel; 3 is reserved. */
  depth: 0 | 1 | 2 | 3;
  blend: number;
  dither: boolean;
  /** Bits 10 to 15, in place. */
  reserved: number;
}

/** The bit field taken apart (documented). */
export function pageOf(texturePage: number): TexturePage {
  return {
    x: 64 * (texturePage & 15),
    y: 256 * ((texturePage >> 4) & 1),
    depth: ((texturePage >> 7) & 3) as 0 | 1 | 2 | 3, // two bits
    blend: (texturePage >> 5) & 3,
    dither: (texturePage & 0x200) !== 0,
    reserved: texturePage & 0xfc00,
  };
}

/** Where a texture page lies in an atlas. */
export interface AtlasMatch {
  atlas: number;
  /** Words and rows between the corner of the atlas and the corner of the page. */
  x: number;
  y: number;
  /** `assumed`: the page holds no atlas, and the file has only this one. */
  how: "exact" | "inside" | "assumed";
}

/**
 * Finds atlases by texture page: the one that begins there, else one that covers the place, else the only one (the
 * first exporter stored pages wrongly). The later upload wins where several fit.
 */
export function atlasFinder(file: SplashpackFile): (texturePage: number) => AtlasMatch | undefined {
  const atlases = file.atlases ?? [];
  const known = new Map<number, AtlasMatch | undefined>();
  const find = (texturePage: number): AtlasMatch | undefined => {
    const page = pageOf(texturePage);
    const exact = atlases.findLastIndex(({ vramX, vramY }) => vramX === page.x && vramY === page.y);
    if (exact >= 0) return { atlas: exact, x: 0, y: 0, how: "exact" };
    const inside = atlases.findLastIndex(
      ({ vramX, vramY, width, height }) =>
        page.x >= vramX && page.x < vramX + width && page.y >= vramY && page.y < vramY + height,
    );
    const found = atlases[inside];
    if (found) return { atlas: inside, x: page.x - found.vramX, y: page.y - found.vramY, how: "inside" };
    return atlases.length === 1 ? { atlas: 0, x: 0, y: 0, how: "assumed" } : undefined;
  };
  return (texturePage) => {
    const place = texturePage & 31;
    if (!known.has(place)) known.set(place, find(texturePage));
    return known.get(place);
  };
}

/** A palette and its number: of the object in L2, of the palette table later. */
export interface PaletteMatch {
  clut: number;
  colors: Uint16Array;
}

/** Finds palettes by their place in video memory; L1 has none, in L2 each object brings its own. */
export function paletteFinder(
  file: SplashpackFile,
): (object: number, clutX: number, clutY: number) => PaletteMatch | undefined {
  if (!file.cluts) {
    return (object) => {
      const colors = file.objects[object]?.palette;
      return colors && { clut: object, colors };
    };
  }
  const places = new Map<number, PaletteMatch>();
  file.cluts.forEach(({ clutX, clutY, palette, length }, clut) => {
    const colors = palette ? palette.subarray(0, length) : file.clutData?.[clut];
    if (colors) places.set(clutX * 65536 + clutY, { clut, colors }); // the later upload wins
  });
  return (_object, clutX, clutY) => places.get(clutX * 65536 + clutY);
}

/** One texture that triangles use: a window into an atlas, read at one depth through one palette. */
export interface TextureUse {
  match: AtlasMatch;
  depth: 0 | 1 | 2;
  palette: PaletteMatch | undefined;
}

/** What a triangle samples, or undefined if the file has no atlas for it. */
export function textureFinder(
  file: SplashpackFile,
): (object: number, texturePage: number, clutX: number, clutY: number) => TextureUse | undefined {
  const findAtlas = atlasFinder(file);
  const findPalette = paletteFinder(file);
  return (object, texturePage, clutX, clutY) => {
    const match = findAtlas(texturePage);
    if (!match) return undefined;
    const { depth } = pageOf(texturePage);
    if (depth >= 2) return { match, depth: 2, palette: undefined };
    return { match, depth: depth as 0 | 1, palette: findPalette(object, clutX, clutY) }; // below 2
  };
}

/** The same texture has the same key. */
export function textureKey({ match, depth, palette }: TextureUse): string {
  return `${match.atlas}/${match.x},${match.y}/${depth}/${palette?.clut ?? "-"}`;
}
