import { NO_COUNTS, type Summary } from "../../format.ts";
import type { Json } from "../../json.ts";
import { boundsOf } from "../../scene/space.ts";
import type { UnigineFile, UnigineId } from "./file.ts";
import { SDK_RANGES } from "./identifiers.ts";
import { indexValues, widthOf } from "./indices.ts";
import { nameForExtras, textOf } from "./names.ts";
import { type SurfaceView, skeletonOf, surfacesOf } from "./surfaces.ts";

/** Surfaces and joints shown at most; a file may hold very many. */
const SHOWN = 256;

/** What people look for first: the identifier and its SDK, then what each surface has. */
export function summarizeUnigine(file: UnigineFile, id: UnigineId): Summary {
  const surfaces = surfacesOf(file);
  const { joints, rest } = skeletonOf(file);
  const triangles = (surface: SurfaceView) => Math.floor(indexValues(surface.cIndices).length / 3);
  const total = (of: (surface: SurfaceView) => number) => surfaces.reduce((sum, surface) => sum + of(surface), 0);
  return {
    counts: {
      ...NO_COUNTS,
      vertices: total((surface) => surface.vertexCount),
      triangles: total(triangles),
      surfaces: surfaces.length,
      bones: joints.length,
      morphTargets: total(({ targets }) => Math.max(0, targets.length - 1)),
      materials: new Set(surfaces.map(({ name }) => textOf(name))).size,
    },
    bounds: boxOf(surfaces),
    features: featuresOf(file, surfaces),
    details: {
      identifier: id,
      sdk: SDK_RANGES[id],
      ...("spatialTreeTriangles" in file ? { spatialTreeTriangles: file.spatialTreeTriangles } : {}),
      storedBounds: file.bounds
        ? {
            min: Array.from(file.bounds.min ?? []),
            max: Array.from(file.bounds.max ?? []),
            center: Array.from(file.bounds.center ?? []),
            radius: file.bounds.radius ?? null,
          }
        : null,
      ...("estimatedRamBytes" in file ? { estimatedRamBytes: String(file.estimatedRamBytes) } : {}),
      ...("skeletonGuid" in file
        ? { skeletonGuid: textOf(file.skeletonGuid), skeletonPath: textOf(file.skeletonPath) }
        : {}),
      ...(rest ? { restPose: rest.length / 10 } : {}),
      ...("animationNames" in file && file.animationNames.length > 0
        ? { animations: file.animationNames.slice(0, SHOWN).map(nameForExtras) }
        : {}),
      surfaces: surfaces.slice(0, SHOWN).map((surface) => surfaceDetails(surface, triangles(surface))),
      joints: joints.slice(0, SHOWN).map((joint) => (joint.name ? nameForExtras(joint.name) : "")),
    },
  };
}

function surfaceDetails(surface: SurfaceView, triangles: number): Json {
  const { name, vertexCount, tVertexCount, targets, weights, uv0, uv1, colors, tree, blocks } = surface;
  const width = (indices: SurfaceView["cIndices"]) => (widthOf(indices) === 0 ? "compact" : 8 * widthOf(indices));
  return {
    name: name ? nameForExtras(name) : "",
    triangles,
    positions: vertexCount,
    tVertices: tVertexCount,
    arrays: [
      ...(targets.some(({ tangentCount }) => tangentCount > 0) ? ["tangents"] : []),
      ...(uv0.length > 0 ? ["uv0"] : []),
      ...(uv1.length > 0 ? ["uv1"] : []),
      ...(colors.length > 0 ? ["colors"] : []),
      ...(weights.counts.length > 0 ? ["weights"] : []),
    ],
    indexWidths: [width(surface.cIndices), width(surface.tIndices)],
    ...(targets.length > 1 ? { targets: targets.map((target) => textOf(target.name)) } : {}),
    ...(surface.lightmapUvChannel === undefined
      ? {}
      : { lightmap: `channel ${surface.lightmapUvChannel}, ${32 * 2 ** (surface.lightmapResolution ?? 0)} texels` }),
    ...(tree ? { tree: `${tree.nodeCount} nodes, ${tree.edgeCount} edge bytes` } : {}),
    ...(blocks.length > 0
      ? {
          blocks: blocks.map(({ block }) =>
            block.payload
              ? `${block.payload.byteLength} of ${block.uncompressedSize} bytes`
              : `${block.uncompressedSize} bytes, stored`,
          ),
        }
      : {}),
  };
}

/** Box of all positions: the stored one is what validation compares with it. */
function boxOf(surfaces: readonly SurfaceView[]): Summary["bounds"] {
  return surfaces.reduce<Summary["bounds"]>((whole, { targets }) => {
    const own = boundsOf(targets[0]?.positions ?? []);
    if (!own || !whole) return own ?? whole;
    const corner = (pick: (a: number, b: number) => number, key: "min" | "max"): [number, number, number] => [
      pick(own[key][0], whole[key][0]),
      pick(own[key][1], whole[key][1]),
      pick(own[key][2], whole[key][2]),
    ];
    return { min: corner(Math.min, "min"), max: corner(Math.max, "max") };
  }, null);
}

function featuresOf(file: UnigineFile, surfaces: readonly SurfaceView[]): string[] {
  const any = (of: (surface: SurfaceView) => boolean) => surfaces.some(of);
  const found: [string, boolean][] = [
    ["joints", skeletonOf(file).joints.length > 0],
    ["skinned", any(({ weights }) => weights.joints.length > 0)],
    ["morph targets", any(({ targets }) => targets.length > 1)],
    ["uv0", any(({ uv0 }) => uv0.length > 0)],
    ["uv1", any(({ uv1 }) => uv1.length > 0)],
    ["vertex colours", any(({ colors }) => colors.length > 0)],
    ["edges", any(({ tree }) => (tree?.edgeCount ?? 0) > 0)],
    ["tree", any(({ tree }) => (tree?.nodeCount ?? 0) > 0)],
    ["levels of detail", any(({ name }) => /_lod_\d+$/.test(textOf(name)))],
    ["compressed blocks", any(({ blocks }) => blocks.some(({ block }) => block.payload !== undefined))],
    ["stored blocks", any(({ blocks }) => blocks.some(({ block }) => block.stored))],
    ["embedded animations", "animationCount" in file && file.animationCount > 0],
    ["trailing bytes", (file.trailing?.byteLength ?? 0) > 0],
  ];
  return found.flatMap(([name, present]) => (present ? [name] : []));
}
