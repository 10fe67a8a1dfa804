import { rowCount } from "../../layout/table.ts";
import type { SplashpackFile } from "./file.ts";
import { triangleL1 } from "./records.ts";
import { hasPageInObject, hasPaletteInObject, trianglesOf } from "./triangles.ts";
import { pageOf, type TextureUse, textureFinder, textureKey } from "./vram.ts";

/** Objects named per texture; a damaged file may have tens of thousands. */
export const MAX_USERS = 128;

/** One texture and what uses it. */
export interface TextureUsage {
  /** Undefined: triangles for whose page the file has no atlas. */
  use: TextureUse | undefined;
  /** The depth as the page says it, the reserved one included. */
  depth: number;
  triangles: number;
  /** The first objects that use it, {@link MAX_USERS} at most. */
  objects: Set<number>;
  /** First triangle that uses it. */
  first: { object: number; triangle: number };
}

/** Which textures the triangles of a file use, by page, depth and palette. */
export function textureUsages(file: SplashpackFile, dialect: string): TextureUsage[] {
  const find = textureFinder(file);
  const usages = new Map<string, TextureUsage>();
  const known = new Map<number, TextureUsage>();
  (file.objects ?? []).forEach((_, object) => {
    if (hasPageInObject(dialect)) {
      const { texturePage = 0, clutX = 0, clutY = 0 } = file.objects[object] ?? {};
      const count = rowCount(file.meshes?.[object]?.triangles ?? new Uint8Array(0), triangleL1);
      if (count > 0) use(usageOf(object, 0, texturePage, clutX, clutY), object, count);
      return;
    }
    const { count, texturePages, clutXs, clutYs } = trianglesOf(file, dialect, object);
    if (hasPaletteInObject(dialect)) known.clear();
    let last = -1;
    let usage: TextureUsage | undefined;
    for (let triangle = 0; triangle < count; triangle++) {
      const page = texturePages[triangle] ?? 0;
      const clutX = clutXs[triangle] ?? 0;
      const clutY = clutYs[triangle] ?? 0;
      const words = page + 65536 * (clutX + 65536 * clutY);
      if (!usage || words !== last) usage = known.get(words) ?? usageOf(object, triangle, page, clutX, clutY);
      if (words !== last) known.set(words, usage);
      last = words;
      use(usage, object, 1);
    }
  });
  return [...usages.values()];

  function use(usage: TextureUsage, object: number, triangles: number): void {
    usage.triangles += triangles;
    usage.objects.add(object);
  }

  function usageOf(object: number, triangle: number, page: number, clutX: number, clutY: number): TextureUsage {
    const use = find(object, page, clutX, clutY);
    const { depth } = pageOf(page);
    const key = `${use ? textureKey(use) : `page ${page & 31}`} ${depth}`;
    const known = usages.get(key);
    if (known) return known;
    const usage = { use, depth, triangles: 0, objects: new Set<number>(), first: { object, triangle } };
    usages.set(key, usage);
    return usage;
  }
}
