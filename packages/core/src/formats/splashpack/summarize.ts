import { type ConvertOptions, NO_COUNTS, type Summary } from "../../format.ts";
import type { Json } from "../../json.ts";
import { boundsOf } from "../../scene/space.ts";
import { factsOf } from "./dialects.ts";
import type { SplashpackFile, SplashpackObject } from "./file.ts";
import { scaleOf } from "./options.ts";
import { isAlignment, isCanonical } from "./place.ts";
import { normalFrame } from "./storedNormals.ts";
import { appliesTransforms, hasTransform } from "./transforms.ts";
import { triangleColumn, triangleCount } from "./triangles.ts";
import { MAX_USERS, type TextureUsage, textureUsages } from "./usage.ts";
import { BITS, pageOf, WIDTHS } from "./vram.ts";

/** Entries listed at most; a damaged file may have very many. */
const SHOWN = MAX_USERS;

/** What homebrew developers look for first: which layout this is, what is in it, and what lies where in video memory. */
export function summarizeSplashpack(partial: SplashpackFile, dialect: string, options: ConvertOptions): Summary {
  const file = withTables(partial);
  const { dates, summary } = factsOf(dialect);
  const usages = textureUsages(file, dialect);
  const triangles = file.meshes.reduce((sum, _, i) => sum + triangleCount(file, dialect, i), 0);
  const overbright = file.meshes.some((_, i) =>
    triangleColumn(file, dialect, i, "colors", Uint8Array).some((c, k) => k % 4 < 3 && c > 128),
  );
  const places = isCanonical(file, dialect) ? "as exported" : "edited by hand";
  const scale = scaleOf(options);
  return {
    counts: {
      ...NO_COUNTS,
      vertices: 3 * triangles,
      triangles,
      surfaces: file.objects.length,
      materials: usages.length,
      textures: file.atlases.length,
    },
    bounds: boundsOfObjects(file, dialect),
    features: [
      ...(file.atlases.length > 0 ? ["textures"] : []),
      ...(file.cluts?.length || file.objects.some(({ palette }) => palette) ? ["palettes"] : []),
      ...(triangles > 0 ? ["vertex colours"] : []),
      ...(overbright ? ["overbright colours"] : []),
      ...(file.navmeshes?.length ? ["navigation meshes"] : []),
      ...(file.luas?.length ? ["scripts"] : []),
      ...(file.gaps.some((gap) => !isAlignment(gap, dialect)) ? ["gaps"] : []),
      ...(file.trailing.byteLength > 0 ? ["trailing bytes"] : []),
    ],
    details: {
      layout: `${dialect} (${dates}: ${summary})`,
      scale: `${scale}${options.scale === undefined ? " (assumed: it is not in the file)" : ""}`,
      blocks: places,
      objects: file.objects.slice(0, SHOWN).map((object, i) => objectFacts(file, object, i)),
      vram: file.atlases.slice(0, SHOWN).map((_, i) => atlasFacts(file, i, usages)),
      ...(file.cluts
        ? {
            palettes: file.cluts
              .slice(0, SHOWN)
              .map(({ clutX, clutY, length }) => ({ place: [16 * clutX, clutY], colours: length })),
          }
        : {}),
      ...textureProblems(usages),
      ...(file.navmeshes
        ? { navmeshes: file.navmeshes.slice(0, SHOWN).map(({ triangleCount }) => triangleCount) }
        : {}),
      ...(file.luas ? { scripts: file.luas.slice(0, SHOWN).map(({ length }) => `${length} bytes`) } : {}),
      ...playerFacts(file),
      ...transformFacts(file, dialect, options),
      ...normalFacts(file, dialect, options),
    },
  };
}

/** Of a damaged file only the first tables may have been read. */
function withTables(file: SplashpackFile): SplashpackFile {
  const header = file.header ?? { version: 1, objectCount: 0, atlasCount: 0 };
  const objects = (file.objects ?? []).filter(({ position, rotation }) => position && rotation);
  return {
    ...file,
    header,
    objects,
    atlases: (file.atlases ?? []).filter(({ vramY }) => vramY !== undefined),
    meshes: (file.meshes ?? []).slice(0, objects.length),
    atlasData: file.atlasData ?? [],
    gaps: file.gaps ?? [],
    trailing: file.trailing ?? new Uint8Array(0),
  };
}

function boundsOfObjects(file: SplashpackFile, dialect: string): Summary["bounds"] {
  let all: Summary["bounds"] = null;
  file.meshes.forEach((_, i) => {
    const box = boundsOf(triangleColumn(file, dialect, i, "positions", Int16Array));
    if (box) all = all ? boundsOf([...all.min, ...all.max, ...box.min, ...box.max]) : box;
  });
  return all;
}

function objectFacts(file: SplashpackFile, object: SplashpackObject, i: number): Json {
  const { texturePage, luaIndex, flags } = object;
  return {
    name: `object${i}`,
    triangles: object.triangleCount ?? file.meshes[i]?.triangles.byteLength ?? 0,
    position: Array.from(object.position),
    ...(texturePage === undefined ? {} : { texturePage: pageText(texturePage) }),
    ...(luaIndex === undefined ? {} : { script: luaIndex }),
    ...(flags === undefined ? {} : { active: (flags & 1) !== 0 }),
  };
}

function pageText(texturePage: number): string {
  const { x, y, depth, dither } = pageOf(texturePage);
  const bits = depth === 3 ? "reserved depth" : `${BITS[depth]} bits per texel`;
  return `0x${texturePage.toString(16).padStart(4, "0")}: (${x}, ${y}), ${bits}${dither ? ", dithered" : ""}`;
}

function atlasFacts(file: SplashpackFile, i: number, usages: readonly TextureUsage[]): Json {
  const { width = 0, height = 0, vramX = 0, vramY = 0 } = file.atlases[i] ?? {};
  const users = usages.filter(({ use }) => use?.match.atlas === i);
  const depths = [...new Set(users.map(({ depth }) => depth))].sort();
  const byWidth = WIDTHS.indexOf(width as (typeof WIDTHS)[number]); // -1 for any other width
  const guess = byWidth < 0 ? "unknown" : `${BITS[byWidth as 0 | 1 | 2]} (from its width)`;
  const objects = new Set(users.flatMap((usage) => [...usage.objects]));
  return {
    place: [vramX, vramY],
    words: [width, height],
    bitsPerTexel: depths.length > 0 ? depths.map((depth) => BITS[depth as 0 | 1 | 2 | 3]).join(", ") : guess,
    triangles: users.reduce((sum, usage) => sum + usage.triangles, 0),
    objects: [...objects].slice(0, SHOWN),
  };
}

function textureProblems(usages: readonly TextureUsage[]): Record<string, Json> {
  const sum = (test: (usage: TextureUsage) => boolean) =>
    usages.reduce((total, usage) => (test(usage) ? total + usage.triangles : total), 0);
  const untextured = sum(({ use }) => !use);
  const assumed = sum(({ use }) => use?.match.how === "assumed");
  const grey = sum(({ use }) => use !== undefined && use.depth < 2 && !use.palette);
  return {
    ...(untextured > 0 ? { trianglesWithoutAtlas: untextured } : {}),
    ...(assumed > 0 ? { trianglesWithAssumedAtlas: assumed } : {}),
    ...(grey > 0 ? { trianglesWithoutPalette: grey } : {}),
  };
}

function playerFacts({ header }: SplashpackFile): Record<string, Json> {
  if (!header.playerPosition) return {};
  const player: Record<string, Json> = {
    position: Array.from(header.playerPosition),
    rotation: Array.from(header.playerRotation ?? []),
    height: header.playerHeight ?? 0,
  };
  return { player, ...(header.sceneLuaIndex === undefined ? {} : { sceneScript: header.sceneLuaIndex }) };
}

function transformFacts(file: SplashpackFile, dialect: string, options: ConvertOptions): Record<string, Json> {
  const moved = file.objects.filter(hasTransform).length;
  if (moved === 0) return {};
  const applied = appliesTransforms(dialect, options);
  const why =
    options.applyTransforms === undefined ? (dialect === "L2" ? "nothing tells" : "as the engine does") : "option";
  return { transforms: `${moved} objects have one: ${applied ? "applied" : "ignored"} (${why})` };
}

function normalFacts(file: SplashpackFile, dialect: string, options: ConvertOptions): Record<string, Json> {
  if (file.meshes.length === 0) return {};
  const { frame, evidence } = normalFrame(file, dialect, options);
  const words = { none: "in the axes of the vertices", unity: "local, in Unity's rotation", file: "local" } as const;
  return { storedNormals: `${words[frame]} (${evidence})` };
}
