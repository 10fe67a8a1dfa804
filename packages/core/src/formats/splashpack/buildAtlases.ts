import type { Material, Texture } from "@gltf-transform/core";
import { imageSizeOf, type Pixels, pixelsOf, shrunk } from "../../scene/images.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { atlasNumberOf, type SplashpackSource } from "./buildSource.ts";
import { encodeTexel, encodeTexels } from "./encodeTexels.ts";
import type { SplashpackAtlas } from "./file.ts";
import { decodePage, PAGE_SIZE } from "./texels.ts";
import { WIDTHS } from "./vram.ts";

/** Where pages go in video memory: the left 320 columns hold the frame buffers (inferred). */
const PLACES = [
  { vramX: 320, vramY: 0 },
  { vramX: 576, vramY: 0 },
  { vramX: 320, vramY: 256 },
  { vramX: 576, vramY: 256 },
] as const;
/** Bits 7-8 of a texture page for 16 bits per texel, and the dither bit, which the exporter sets. */
const DEPTH_16 = 2 << 7;
const DITHER = 0x200;
const WHITE = 0x7fff;

/** Where a picture lies among the atlases. */
export interface PlacedTexture {
  texturePage: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface BuildAtlases {
  records: SplashpackAtlas[];
  words: Uint16Array[];
  placeOf(material: Material | null): PlacedTexture;
}

interface AtlasOptions {
  /** What opaque black becomes. */
  black: number;
  /** Longest side that pictures are made smaller to; undefined: they stay, and larger ones than a page are refused. */
  shrinkTo: number | undefined;
}

/**
 * The pictures of all materials in pages of video memory. Those that came from an atlas go back to it, word for word
 * where their pixels still are the same.
 *
 * @throws MeshglotError `SPLASHPACK_TEXTURE_TOO_LARGE`, `SPLASHPACK_TEXTURES_DO_NOT_FIT`
 */
export async function buildAtlases(
  materials: readonly (Material | null)[],
  source: SplashpackSource | undefined,
  options: AtlasOptions,
  ledger: LossLedger,
): Promise<BuildAtlases> {
  const atlases = (source?.atlases ?? []).map(({ record, words }) => ({ record: { ...record }, words: words.slice() }));
  const places = new Map<Texture | null, PlacedTexture>();
  const fresh: { texture: Texture; pixels: Pixels }[] = [];
  for (const material of new Set(materials)) {
    const texture = material?.getBaseColorTexture() ?? null;
    if (!texture || places.has(texture) || fresh.some((entry) => entry.texture === texture)) continue;
    const pixels = await sized(texture, options, ledger);
    const old = atlases[atlasNumberOf(material) ?? -1];
    const back = old && putBack(old, pixels, options.black);
    if (back) places.set(texture, back);
    else fresh.push({ texture, pixels });
  }
  const pages = new Pages(atlases);
  // Largest first: shelves stay full.
  fresh.sort((a, b) => b.pixels.height - a.pixels.height || b.pixels.width - a.pixels.width);
  for (const { texture, pixels } of fresh)
    places.set(texture, pages.place(pixels, encodeTexels(pixels, options.black)));
  const needsWhite = materials.some((material) => !material?.getBaseColorTexture());
  if (needsWhite && !source) places.set(null, pages.white());
  return {
    records: atlases.map(({ record }) => record),
    words: atlases.map(({ words }) => words),
    placeOf: (material) => {
      const place = places.get(material?.getBaseColorTexture() ?? null);
      return place ?? { texturePage: 0, x: 0, y: 0, width: PAGE_SIZE, height: PAGE_SIZE };
    },
  };
}

async function sized(texture: Texture, { shrinkTo }: AtlasOptions, ledger: LossLedger): Promise<Pixels> {
  const [width, height] = imageSizeOf(texture) ?? [0, 0];
  const longest = Math.max(width, height);
  if (shrinkTo === undefined && longest > PAGE_SIZE) {
    throw sceneFault(
      "SPLASHPACK_TEXTURE_TOO_LARGE",
      `textures/${texture.getName() || texture.getURI()}`,
      `the picture has ${width} x ${height} pixels, and a texture page ${PAGE_SIZE} x ${PAGE_SIZE}`,
      `Make it smaller, or let --shrink-textures ${PAGE_SIZE} do so.`,
      { needed: longest, available: PAGE_SIZE },
    );
  }
  const pixels = await pixelsOf(texture);
  const limit = Math.min(shrinkTo ?? PAGE_SIZE, PAGE_SIZE);
  if (longest <= limit) return pixels;
  const side = (length: number) => Math.max(1, Math.round((length * limit) / longest));
  ledger.add(
    "TEXTURES_SHRUNK",
    `textures/${texture.getName()}`,
    1,
    `made ${side(width)} x ${side(height)} pixels small`,
  );
  return shrunk(pixels, side(width), side(height));
}

/**
 * Puts an edited picture back into the atlas that it showed. Texels whose pixels are unchanged keep their bits, bit 15
 * and all. A picture of palette indices, shown in grey, can only go back unchanged.
 */
function putBack(
  { record, words }: { record: SplashpackAtlas; words: Uint16Array },
  pixels: Pixels,
  black: number,
): PlacedTexture | undefined {
  if (pixels.width !== PAGE_SIZE || pixels.height !== PAGE_SIZE) return undefined;
  const depth = WIDTHS.indexOf(record.width as 64 | 128 | 256);
  if (depth < 0 || depth > 2) return undefined;
  const shown = decodePage(words, record.width, record.height, 0, 0, depth as 0 | 1 | 2, undefined).rgba; // just checked
  const changed: number[] = [];
  for (let at = 0; at < shown.length; at += 4) {
    if ([0, 1, 2, 3].some((k) => shown[at + k] !== pixels.rgba[at + k])) changed.push(at);
  }
  if (changed.length > 0 && depth < 2) return undefined;
  for (const at of changed) words[at / 4] = encodeTexel(pixels.rgba, at, black);
  const texturePage = pageBits(record) | (depth << 7) | DITHER;
  return { texturePage, x: 0, y: 0, width: PAGE_SIZE, height: PAGE_SIZE };
}

function pageBits({ vramX, vramY }: { vramX: number; vramY: number }): number {
  return ((vramX / 64) & 15) | (((vramY / 256) & 1) << 4);
}

/** Pages that are filled shelf by shelf. */
class Pages {
  #shelves: { atlas: number; y: number; height: number; x: number }[] = [];
  /** Rows used in each page of ours. */
  #used = new Map<number, number>();

  constructor(readonly atlases: { record: SplashpackAtlas; words: Uint16Array }[]) {}

  place({ width, height }: Pixels, texels: Uint16Array): PlacedTexture {
    const shelf =
      this.#shelves.find((known) => known.height >= height && known.x + width <= PAGE_SIZE) ?? this.#shelf(height);
    const atlas = this.atlases[shelf.atlas];
    for (let row = 0; row < height; row++) {
      atlas?.words.set(texels.subarray(row * width, (row + 1) * width), (shelf.y + row) * PAGE_SIZE + shelf.x);
    }
    const x = shelf.x;
    shelf.x += width;
    const texturePage = (atlas ? pageBits(atlas.record) : 0) | DEPTH_16 | DITHER;
    return { texturePage, x, y: shelf.y, width, height };
  }

  /** A white texel, for meshes without a texture: the layout has no other kind. */
  white(): PlacedTexture {
    return this.place({ width: 1, height: 1, rgba: new Uint8Array(4) }, Uint16Array.of(WHITE));
  }

  #shelf(height: number) {
    const open = [...this.#used].find(([, rows]) => rows + height <= PAGE_SIZE);
    const atlas = open?.[0] ?? this.#page();
    const y = this.#used.get(atlas) ?? 0;
    this.#used.set(atlas, y + height);
    const shelf = { atlas, y, height, x: 0 };
    this.#shelves.push(shelf);
    return shelf;
  }

  #page(): number {
    const free = PLACES.find(({ vramX, vramY }) =>
      this.atlases.every(({ record }) => {
        const apart = record.vramX >= vramX + PAGE_SIZE || record.vramX + record.width <= vramX;
        return apart || record.vramY >= vramY + PAGE_SIZE || record.vramY + record.height <= vramY;
      }),
    );
    if (!free) {
      throw sceneFault(
        "SPLASHPACK_TEXTURES_DO_NOT_FIT",
        "textures",
        `the pictures need more than the ${PLACES.length} pages that video memory has beside the frame buffers`,
        "Use fewer or smaller pictures; --shrink-textures 128 puts four into a page.",
        { needed: PLACES.length + 1, available: PLACES.length },
      );
    }
    const record = { dataOffset: 0, width: PAGE_SIZE, height: PAGE_SIZE, ...free };
    return this.atlases.push({ record, words: new Uint16Array(PAGE_SIZE * PAGE_SIZE) }) - 1;
  }
}
