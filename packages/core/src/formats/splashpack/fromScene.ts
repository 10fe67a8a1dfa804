import type { Document, Node } from "@gltf-transform/core";
import type { BuildResult, ConvertOptions } from "../../format.ts";
import { tableOf } from "../../layout/table.ts";
import { extrasOf } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { wordOption } from "../../scene/options.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { type SceneSurface, sceneSurfaces } from "../../scene/surfaces.ts";
import { listUnheld } from "../../scene/unheld.ts";
import { type BuildAtlases, buildAtlases } from "./buildAtlases.ts";
import { objectSourceOf, type SplashpackSource, sourceOf } from "./buildSource.ts";
import { buildTriangles, type TriangleColumns, type TriangleOptions } from "./buildTriangles.ts";
import { DEFAULT_BLACK } from "./encodeTexels.ts";
import type { SplashpackFile, SplashpackMesh, SplashpackObject } from "./file.ts";
import { scaleOf } from "./options.ts";
import { placeBlocks } from "./place.ts";
import { triangleL1 } from "./records.ts";
import { DEFAULT_SCALE } from "./space.ts";

/** The counter has 16 bits; the exporter's cast silently truncates above. */
const MOST_TRIANGLES = 65535;
const IDENTITY_ROTATION = [4096, 0, 0, 0, 4096, 0, 0, 0, 4096] as const;

/** A scene as a scene pack of layout L1, the one that has a published description: 16-bit atlases, no palettes. */
export async function splashpackFromScene(
  document: Document,
  options: ConvertOptions,
): Promise<BuildResult<SplashpackFile>> {
  const ledger = new LossLedger();
  const source = sourceOf(document);
  const scale = options.scale === undefined ? (source?.scale ?? DEFAULT_SCALE) : scaleOf(options);
  const metres = scale / 4096;
  const surfaces = withoutNavmeshes(sceneSurfaces(document, metres, ledger), ledger);
  if (surfaces.length === 0 && !source) {
    throw sceneFault("SCENE_EMPTY", "", "there is no triangle to write", "Export at least one visible mesh.");
  }
  const holds = { format: "SPLASHPACK", materials: true, textures: true, colors: "opaque" as const, uvSets: 1 };
  listUnheld(document, surfaces, holds, ledger);
  const materials = surfaces.map(({ primitive }) => primitive.getMaterial());
  const black = typeof options.blackTexel === "number" ? options.blackTexel & 0xffff : DEFAULT_BLACK;
  const shrinkTo = typeof options.shrinkTextures === "number" ? options.shrinkTextures : undefined;
  const atlases = await buildAtlases(materials, source, { black, shrinkTo }, ledger);
  const triangleOptions: TriangleOptions = {
    metres,
    round: options.quantize === "truncate" ? Math.trunc : Math.round,
    srgb: wordOption(options, "colorSpace", ["linear", "srgb"]) === "srgb",
    keepDegenerate: source !== undefined,
    turn: undefined,
  };
  const parts = partsOf(document, surfaces, source, atlases);
  const { objects, meshes } = objectsOf(document, parts, triangleOptions, ledger);
  ledger.add("NAMES_DROPPED", "nodes", source ? 0 : objects.length, "objects have no names");
  const file: SplashpackFile = {
    header: { version: 1, objectCount: objects.length, atlasCount: atlases.records.length },
    objects,
    atlases: atlases.records,
    meshes,
    atlasData: atlases.words,
    gaps: [],
    trailing: source?.trailing ?? new Uint8Array(),
  };
  return { file: placed(file, source, ledger), dialect: "L1", losses: ledger.losses };
}

function withoutNavmeshes(surfaces: readonly SceneSurface[], ledger: LossLedger): SceneSurface[] {
  // Programs that drop the extras keep the names.
  const isNavmesh = (node: Node) => extrasOf(node).navmesh === true || /^navmesh\d+$/.test(node.getName());
  const shown = surfaces.filter(({ node }) => !isNavmesh(node));
  ledger.add("NAVMESHES_DROPPED", "nodes", surfaces.length - shown.length, "layout L1 has no navigation meshes");
  return shown;
}

/** What becomes one object: a node's primitives that share a texture page, since an object has one. */
interface Part {
  node: Node;
  surfaces: SceneSurface[];
  texturePage: number;
  atlases: BuildAtlases;
}

/** In the order of the tree, with the empty objects that a source had. */
function partsOf(
  document: Document,
  surfaces: readonly SceneSurface[],
  source: SplashpackSource | undefined,
  atlases: BuildAtlases,
): Part[] {
  const parts: Part[] = [];
  document
    .getRoot()
    .listScenes()[0]
    ?.traverse((node) => {
      const own = surfaces.filter((surface) => surface.node === node);
      const raw = source && objectSourceOf(node);
      if (own.length === 0 && raw) parts.push({ node, surfaces: [], texturePage: raw.texturePage, atlases });
      for (const surface of own) {
        const place = atlases.placeOf(surface.primitive.getMaterial());
        // A window into a wider atlas, or a page without one, is only known to the object itself.
        const unchanged = raw && (place.texturePage & 31) === (raw.texturePage & 31);
        const untextured = raw && !surface.primitive.getMaterial()?.getBaseColorTexture();
        const texturePage =
          raw && (unchanged || untextured || (own.length === 1 && source.atlases.length === 1))
            ? raw.texturePage
            : place.texturePage;
        const known = parts.find((part) => part.node === node && part.texturePage === texturePage);
        if (known) known.surfaces.push(surface);
        else parts.push({ node, surfaces: [surface], texturePage, atlases });
      }
    });
  return parts;
}

function objectsOf(
  document: Document,
  parts: readonly Part[],
  options: TriangleOptions,
  ledger: LossLedger,
): { objects: SplashpackObject[]; meshes: SplashpackMesh[] } {
  const objects: SplashpackObject[] = [];
  const meshes: SplashpackMesh[] = [];
  for (const { node, surfaces, texturePage, atlases } of parts) {
    const raw = objectSourceOf(node);
    const turn = raw && turnBack(raw.rotation);
    const columns = surfaces.map((surface) =>
      buildTriangles(document, surface, atlases.placeOf(surface.primitive.getMaterial()), { ...options, turn }, ledger),
    );
    const triangleCount = columns.reduce((sum, { count }) => sum + count, 0);
    if (triangleCount > MOST_TRIANGLES) {
      throw sceneFault(
        "SPLASHPACK_TOO_MANY_TRIANGLES",
        node.getName(),
        `${triangleCount} triangles are more than the ${MOST_TRIANGLES} that an object can count`,
        "Split the object; the project advises 1000 to 2000 visible triangles in all.",
        { needed: triangleCount, available: MOST_TRIANGLES },
      );
    }
    objects.push({
      position: raw?.position ?? new Int32Array(3),
      rotation: raw?.rotation ?? Int32Array.from(IDENTITY_ROTATION),
      texturePage,
      triangleCount,
      meshOffset: 0,
    });
    meshes.push({ triangles: joined(columns, triangleCount) });
  }
  return { objects, meshes };
}

/** Stored normals of L1 are in the object's own axes, turned by its rotation in Unity's frame (verified). */
function turnBack(rotation: Int32Array): TriangleOptions["turn"] {
  const cell = (row: number, column: number) =>
    ((rotation[3 * row + column] ?? 0) / 4096) * ((row === 1) !== (column === 1) ? -1 : 1);
  // The inverse of a rotation is its transpose.
  return (x, y, z) => [
    cell(0, 0) * x + cell(1, 0) * y + cell(2, 0) * z,
    cell(0, 1) * x + cell(1, 1) * y + cell(2, 1) * z,
    cell(0, 2) * x + cell(1, 2) * y + cell(2, 2) * z,
  ];
}

function joined(columns: readonly TriangleColumns[], rows: number): Uint8Array {
  const table = new Uint8Array(rows * 44);
  let at = 0;
  for (const { count, ...own } of columns) {
    const bytes = tableOf(triangleL1, count, own);
    table.set(bytes, at);
    at += bytes.byteLength;
  }
  return table;
}

/** Blocks where the source had them, as long as all of them still have their size; else one behind the other. */
function placed(file: SplashpackFile, source: SplashpackSource | undefined, ledger: LossLedger): SplashpackFile {
  const canonical = placeBlocks(file, "L1");
  if (!source?.offsets) return canonical;
  const { meshes, atlases, sizes } = source.offsets;
  const current = [
    ...file.meshes.map(({ triangles }) => triangles.byteLength),
    ...file.atlasData.map((words) => words.byteLength),
  ];
  if (current.length !== sizes.length || current.some((size, i) => size !== sizes[i])) {
    ledger.add("BLOCKS_MOVED", "objects", current.length, "blocks were laid out anew, as their sizes have changed");
    return canonical;
  }
  return {
    ...canonical,
    objects: canonical.objects.map((object, i) => ({ ...object, meshOffset: meshes[i] ?? 0 })),
    atlases: canonical.atlases.map((atlas, i) => ({ ...atlas, dataOffset: atlases[i] ?? 0 })),
    gaps: source.gaps,
  };
}
