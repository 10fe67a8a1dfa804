import type { Document } from "@gltf-transform/core";
import type { BuildResult, ConvertOptions } from "../../format.ts";
import { LossLedger } from "../../scene/loss.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { type SceneSurface, sceneSurfaces } from "../../scene/surfaces.ts";
import { listUnheld } from "../../scene/unheld.ts";
import { boundsOf, extentOf, handSetBounds, type MeshbinBounds } from "./buildBounds.ts";
import { type BuildFace, buildFaces } from "./buildFaces.ts";
import { quantizeNormals, truncatedNormals } from "./buildNormals.ts";
import { type BuildSkeleton, buildSkeleton } from "./buildSkeleton.ts";
import { type BuildTable, buildTable, type SourceNumbers } from "./buildTable.ts";
import { cornerTexels } from "./buildUvs.ts";
import { type BuildVertices, buildVertices } from "./buildVertices.ts";
import { faceRunsOf } from "./faceRuns.ts";
import type { MeshbinFile } from "./file.ts";
import { type MeshbinSource, sourceOf } from "./sourceOf.ts";
import { MESHBIN_SPACE } from "./space.ts";
import { texelSizeOf } from "./texelSizeOf.ts";

/** The engine refuses to load more (format's page, "Limits"). */
const MOST_FACES = 999;

/**
 * A scene as a MESHBIN: what the engine's own OBJ exporter makes, with quads in the GPU's order, and everything as it
 * was in a file that the scene came from.
 */
export function meshbinFromScene(document: Document, options: ConvertOptions): BuildResult<MeshbinFile> {
  const ledger = new LossLedger();
  const surfaces = withoutCollision(sceneSurfaces(document, MESHBIN_SPACE.metres, ledger), ledger);
  if (surfaces.length === 0) {
    throw sceneFault("SCENE_EMPTY", "", "there is no mesh to write", "Export at least one visible mesh with faces.");
  }
  const source = sourceOf(document, surfaces);
  // The material of a scene that came from a MESHBIN is one that we gave it.
  const holds = {
    format: "MESHBIN",
    skins: true,
    colors: "opaque" as const,
    materials: source !== undefined,
    uvSets: 1,
  };
  listUnheld(document, surfaces, holds, ledger);
  const version = versionOf(options, source);
  const vertices = buildVertices(surfaces, options.quantize === "truncate" ? Math.trunc : Math.round, ledger);
  const skeleton = skeletonFor(version, surfaces, vertices, source, ledger);
  const faces = facesOf(surfaces, vertices, source, options, ledger);
  const size = texelSizeOf(surfaces, source, options);
  const corners = faces.flat();
  const positions = positionTable(surfaces, vertices, skeleton, faces, version, source);
  const texels = cornerTexels(faces, vertices, size, options.clampUv === true, ledger);
  const uvs = buildTable(
    "UVs",
    texels,
    2,
    (corner) => (texels[corner * 2] ?? -1) >= 0,
    perCorner(surfaces, corners, "_SOURCE_UV", source, source?.unused.uv0),
  );
  const normals = normalTable(surfaces, vertices, corners, source, options);
  const count = (table: BuildTable | undefined) => table?.count ?? 0;
  const bounds = boundsFor(positions.values, source, document, options);
  const table = positionColumns(positions);
  const file: MeshbinFile = {
    version,
    type: source?.type ?? 1,
    vertexCount: positions.count,
    indicesCount: faces.length,
    facesCount: source?.indicesCount === faces.length ? (source.facesCount ?? faces.length) : faces.length,
    normalsCount: count(normals),
    uvCount: uvs.count,
    ...(version >= 2 ? skeletonCounts(skeleton, source) : {}),
    positions: table.positions,
    colors: table.colors,
    positionIndices: slotsOf(faces, positions.numbers),
    normals: Int16Array.from(normals?.values ?? []),
    normalIndices: slotsOf(faces, normals?.numbers),
    uv0: Uint8Array.from(uvs.values),
    uv0Indices: slotsOf(faces, uvs.numbers),
    boundsMin: bounds.boundsMin,
    boundsMax: bounds.boundsMax,
    ...(version >= 3 ? { sphereCenter: bounds.sphereCenter, sphereRadius: bounds.sphereRadius } : {}),
    ...(version >= 2 && skeleton ? { bones: skeleton.bones, vertexBone: table.bones } : {}),
    trailing: source?.trailing ?? new Uint8Array(),
  };
  return { file, dialect: "MESHBIN", losses: ledger.losses };
}

/** Objects of the engine's OBJ dialect that only stop the player. */
function withoutCollision(surfaces: readonly SceneSurface[], ledger: LossLedger): SceneSurface[] {
  const shown = surfaces.filter(({ node }) => !node.getName().startsWith("col_"));
  ledger.add("COLLISION_SKIPPED", "nodes", surfaces.length - shown.length, "objects called col_… only serve collision");
  return shown;
}

function versionOf(options: ConvertOptions, source: MeshbinSource | undefined): number {
  const version = options.version ?? source?.version ?? 3;
  if (version === 0 || version === 1 || version === 2 || version === 3) return version;
  throw sceneFault(
    "MESHBIN_UNSUPPORTED_VERSION",
    "version",
    `there is no version ${version}`,
    "Use --version 1, 2 or 3.",
  );
}

function skeletonFor(
  version: number,
  surfaces: readonly SceneSurface[],
  vertices: BuildVertices,
  source: MeshbinSource | undefined,
  ledger: LossLedger,
): BuildSkeleton | undefined {
  const skeleton = buildSkeleton(surfaces, vertices, source?.bones ?? [], ledger);
  if (!skeleton || version >= 2) return skeleton;
  throw sceneFault(
    "MESHBIN_UNSUPPORTED_VERSION",
    "skins",
    `version ${version} has no skeletons`,
    "Use --version 3, or remove the armature before the export.",
  );
}

function facesOf(
  surfaces: readonly SceneSurface[],
  vertices: BuildVertices,
  source: MeshbinSource | undefined,
  options: ConvertOptions,
  ledger: LossLedger,
): BuildFace[] {
  const [first] = surfaces;
  const restoring = source !== undefined && first !== undefined && isAsItWas(first, vertices);
  const triangles = restoring ? (source.triangleWinding ?? "cw") : "cw";
  const faces = buildFaces(surfaces, vertices, { restoring, triangles, pairQuads: options.pairQuads === true }, ledger);
  // A file that was too large before may go back to what it was.
  if (faces.length <= MOST_FACES || (restoring && faces.length === source.indicesCount)) return faces;
  throw sceneFault(
    "MESHBIN_TOO_MANY_FACES",
    "faces",
    `${faces.length} faces are more than the ${MOST_FACES} that the engine loads`,
    "Reduce or split the model; a quad counts once, so export quads (OBJ) or try --pair-quads true.",
    { needed: faces.length, available: MOST_FACES },
  );
}

/** Whether a surface still has the numbering and the quads that it left with. */
function isAsItWas(surface: SceneSurface, vertices: BuildVertices): boolean {
  return (
    surface.primitive.getAttribute("_SOURCE_INDEX") !== null &&
    Array.isArray(faceRunsOf(surface, vertices.positions, surface.indices))
  );
}

/** What a corner of a face needs of the source's numbering, one entry per corner. */
function perCorner(
  surfaces: readonly SceneSurface[],
  corners: readonly number[],
  semantic: string,
  source: MeshbinSource | undefined,
  unused: SourceNumbers["unused"],
): SourceNumbers | undefined {
  const numbers = perVertex(surfaces, semantic);
  const keepsDuplicates = source !== undefined;
  return numbers && { numbers: corners.map((vertex) => numbers[vertex] ?? -1), keepsDuplicates, unused };
}

function perVertex(surfaces: readonly SceneSurface[], semantic: string): number[] | undefined {
  const streams = surfaces.map(({ primitive }) => primitive.getAttribute(semantic)?.getArray());
  return streams.every((stream) => stream) ? streams.flatMap((stream) => Array.from(stream ?? [])) : undefined;
}

/** Positions with what hangs on them, one per corner: x, y, z, r, g, b, bone. */
function positionTable(
  surfaces: readonly SceneSurface[],
  vertices: BuildVertices,
  skeleton: BuildSkeleton | undefined,
  faces: readonly BuildFace[],
  version: number,
  source: MeshbinSource | undefined,
): BuildTable {
  const corners = faces.flat();
  const values = new Int32Array(corners.length * STRIDE);
  // FF FF FF means "no colour" up to version 2, and twice the texture's brightness from then on.
  const sentinels = source?.hasSentinels === true;
  corners.forEach((vertex, corner) => {
    values.set(vertices.positions.subarray(vertex * 3, vertex * 3 + 3), corner * STRIDE);
    values.set(
      sameMeaning(vertices.colors.subarray(vertex * 3, vertex * 3 + 3), sentinels, version <= 2),
      corner * STRIDE + 3,
    );
    values[corner * STRIDE + 6] = skeleton?.vertexBone[vertex] ?? 0;
  });
  const { positions, colors } = source?.unused ?? {};
  const unused = positions &&
    colors && {
      elements: positions.elements,
      values:
        positions.elements.length > 0 ? interleave(positions.values, colors.values, sentinels && version <= 2) : [],
    };
  return buildTable(
    "positions",
    values,
    STRIDE,
    () => true,
    perCorner(surfaces, corners, "_SOURCE_INDEX", source, unused),
  );
}

const STRIDE = 7;

function sameMeaning(color: Uint8Array, fromSentinels: boolean, toSentinels: boolean): Uint8Array {
  if (fromSentinels === toSentinels || !color.every((channel) => channel === 255)) return color;
  return fromSentinels ? Uint8Array.of(128, 128, 128) : Uint8Array.of(254, 255, 255);
}

/** Unused positions and colours as entries of the table; -1 in a colour says that it was "none". */
function interleave(positions: Int32Array, colors: Int32Array, sentinels: boolean): number[] {
  const none = sentinels ? 255 : 128;
  return Array.from({ length: (positions.length / 3) * STRIDE }, (_, i) => {
    const [entry, k] = [Math.floor(i / STRIDE), i % STRIDE];
    if (k < 3) return positions[entry * 3 + k] ?? 0;
    const channel = k < 6 ? (colors[entry * 3 + k - 3] ?? 0) : 0;
    return channel < 0 ? none : channel;
  });
}

function positionColumns({ values, count }: BuildTable): {
  positions: Int32Array;
  colors: Uint8Array;
  bones: Uint8Array;
} {
  const column = (entry: number, k: number) => values[entry * STRIDE + k] ?? 0;
  return {
    positions: Int32Array.from({ length: count * 3 }, (_, i) => column(Math.floor(i / 3), i % 3)),
    colors: Uint8Array.from({ length: count * 3 }, (_, i) => column(Math.floor(i / 3), 3 + (i % 3))),
    bones: Uint8Array.from({ length: count }, (_, i) => column(i, 6)),
  };
}

function normalTable(
  surfaces: readonly SceneSurface[],
  vertices: BuildVertices,
  corners: readonly number[],
  source: MeshbinSource | undefined,
  options: ConvertOptions,
): BuildTable | undefined {
  const wanted = options.writeNormals ?? (source ? source.normals !== undefined : true);
  if (wanted !== true || !vertices.normals) return undefined;
  const sources = perCorner(surfaces, corners, "_SOURCE_NORMAL", source, source?.unused.normals);
  const numbers = perVertex(surfaces, "_SOURCE_NORMAL");
  const stored = source?.normals && numbers ? { table: source.normals, numbers } : undefined;
  const [first] = surfaces;
  const quantized = (first && truncatedNormals(first, stored)) ?? quantizeNormals(vertices.normals, stored);
  const values = Int32Array.from(corners.flatMap((vertex) => [...quantized.subarray(vertex * 3, vertex * 3 + 3)]));
  return buildTable("normals", values, 3, (corner) => !sources || (sources.numbers[corner] ?? -1) >= 0, sources);
}

function skeletonCounts(
  skeleton: BuildSkeleton | undefined,
  source: MeshbinSource | undefined,
): { hasSkeleton: number; numBones: number } {
  if (!skeleton) return { hasSkeleton: 0, numBones: source?.hasSkeleton === 0 ? (source.numBones ?? 0) : 0 };
  return { hasSkeleton: source?.hasSkeleton || 1, numBones: skeleton.bones.length };
}

/** The source's box and sphere while the positions span what they did; authors set the box by hand. */
function boundsFor(
  positions: Int32Array,
  source: MeshbinSource | undefined,
  document: Document,
  options: ConvertOptions,
): MeshbinBounds {
  const xyz = positions.filter((_, i) => i % STRIDE < 3);
  const computed = boundsOf(xyz);
  const extent = extentOf(xyz);
  const unmoved = source?.extent?.every((value, i) => value === extent[i]) === true;
  if (options.recomputeBounds === true) return computed;
  if (!source || !unmoved) return { ...computed, ...handSetBounds(document) };
  return {
    boundsMin: source.boundsMin ?? computed.boundsMin,
    boundsMax: source.boundsMax ?? computed.boundsMax,
    sphereCenter: source.sphereCenter ?? computed.sphereCenter,
    sphereRadius: source.sphereRadius ?? computed.sphereRadius,
  };
}

/** Four slots a face; a triangle leaves the second one at -1, and so does a face without such values in all of them. */
function slotsOf(faces: readonly BuildFace[], numbers: Int32Array | undefined): Int16Array {
  const slots = new Int16Array(faces.length * 4).fill(-1);
  let corner = 0;
  faces.forEach((face, i) => {
    const places = face.length === 4 ? [0, 1, 2, 3] : [0, 2, 3];
    const own = places.map((_, k) => numbers?.[corner + k] ?? -1);
    if (!own.includes(-1)) for (const [k, place] of places.entries()) slots[i * 4 + place] = own[k] ?? -1;
    corner += face.length;
  });
  return slots;
}
