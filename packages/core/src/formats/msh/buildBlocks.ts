import { bytesFromColors } from "../../scene/colors.ts";
import type { Influences } from "../../scene/influences.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { normalize, normalsFromFaces } from "../../scene/normals.ts";
import { inverseOf, mapVectors } from "../../scene/space.ts";
import { normalsOf, pointsOf, positionsOf, streamOf, tangentsOf } from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { flipTriangles } from "../../scene/triangles.ts";
import { COLOR_ORDER } from "./attributes.ts";
import type { MshBuildSettings } from "./buildSettings.ts";
import type { MshFile } from "./file.ts";
import { hasBlock } from "./kept.ts";
import { MSH_SPACE } from "./space.ts";
import { binormalsFrom } from "./tangents.ts";
import { putWeights, WEIGHT_SLOTS } from "./weights.ts";

/** Numbers per vertex of every vertex block. */
export const BLOCK_STRIDES = {
  positions: 3,
  normals: 3,
  tangents: 3,
  binormals: 3,
  colors: 4,
  uv0: 2,
  uv1: 2,
  vertexWeights: WEIGHT_SLOTS,
  billboardCenters: 3,
} as const;
export type BlockName = keyof typeof BLOCK_STRIDES;
export const BLOCK_NAMES = Object.keys(BLOCK_STRIDES) as BlockName[];

/** Vertex blocks of the file, for the vertices of one surface. */
export type MshBlocks = Pick<MshFile, BlockName>;

/** What moves the vertices of one surface, in bone numbers of the file. */
export interface SurfaceBones {
  influences: Influences;
  numbers: Uint16Array;
  /** Bone of the vertices that nothing moves. */
  rigid: number;
}

/** The blocks that the mask asks for, in the file's axes and unit, in the surface's own numbering. */
export function blocksOf(
  surface: SceneSurface,
  settings: MshBuildSettings,
  bones: SurfaceBones | undefined,
  ledger: LossLedger,
): MshBlocks {
  const has = (name: Parameters<typeof hasBlock>[1]) => hasBlock(settings.vertexMask, name);
  const positions = positionsOf(surface, MSH_SPACE);
  const needsNormals = has("normals") || has("binormals");
  const normals = needsNormals ? unitNormals(surface, positions, ledger) : undefined;
  const frames = has("tangents") || has("binormals") ? framesOf(surface, normals, settings) : undefined;
  const uvs = settings.uvs.map((name, set) => [
    name,
    has(name) ? uvsOf(surface, `TEXCOORD_${set}`, ledger) : undefined,
  ]);
  const blocks: { [N in BlockName]?: MshBlocks[N] | undefined } = {
    positions,
    normals: has("normals") ? normals : undefined,
    tangents: has("tangents") ? frames?.tangents : undefined,
    binormals: has("binormals") ? frames?.binormals : undefined,
    colors: has("colors") ? colorsOf(surface, settings) : undefined,
    ...Object.fromEntries(uvs),
    vertexWeights: bones && has("weights") ? weightsOf(surface, settings, bones) : undefined,
    billboardCenters: has("billboardCenters") ? centersOf(surface) : undefined,
  };
  return Object.fromEntries(Object.entries(blocks).filter(([, block]) => block !== undefined));
}

/** Normals of the surface, or those of its faces; the client has no shading without. */
function unitNormals(surface: SceneSurface, positions: Float32Array, ledger: LossLedger): Float32Array {
  const stored = normalsOf(surface, MSH_SPACE);
  const computed = () => normalsFromFaces(positions, flipTriangles(surface.indices));
  if (!stored) {
    ledger.add(
      "NORMALS_COMPUTED",
      surface.path,
      surface.vertexCount,
      "vertices without normals got those of their faces",
    );
    return computed();
  }
  const first = normalize(stored);
  if (first.replaced === 0) return first.vectors;
  ledger.add("NORMALS_REPLACED", surface.path, first.replaced, "normals without direction became face normals");
  return normalize(stored, computed()).vectors;
}

function framesOf(
  surface: SceneSurface,
  normals: Float32Array | undefined,
  settings: MshBuildSettings,
): { tangents: Float32Array; binormals: Float32Array } | undefined {
  const frames = tangentsOf(surface, MSH_SPACE);
  if (!frames) return undefined;
  const own = surface.place ? undefined : streamOf(surface, "_BINORMAL");
  const options = { flipBinormal: settings.flipBinormal };
  if (own) {
    const sense = settings.flipBinormal ? -1 : 1;
    return { tangents: frames.directions, binormals: mapVectors(own, inverseOf(MSH_SPACE), sense) };
  }
  const [gltfNormals, gltfTangents] = [normals, frames.directions].map((v) => v && mapVectors(v, MSH_SPACE));
  const tangents = new Float32Array(surface.vertexCount * 4);
  for (let v = 0; v < surface.vertexCount; v++) {
    for (let axis = 0; axis < 3; axis++) tangents[v * 4 + axis] = gltfTangents?.[v * 3 + axis] ?? 0;
    tangents[v * 4 + 3] = frames.signs[v] ?? 1;
  }
  return { tangents: frames.directions, binormals: binormalsFrom(gltfNormals, tangents, options) };
}

function uvsOf(surface: SceneSurface, semantic: string, ledger: LossLedger): Float32Array {
  const stored = streamOf(surface, semantic);
  if (stored) return stored.slice();
  ledger.add("UVS_MISSING", `${surface.path}.${semantic}`, surface.vertexCount, "vertices without UVs got 0, 0");
  return new Float32Array(surface.vertexCount * 2);
}

function colorsOf(surface: SceneSurface, { colors }: MshBuildSettings): Uint8Array {
  const stored = streamOf(surface, "COLOR_0");
  if (!stored) return new Uint8Array(surface.vertexCount * 4).fill(255);
  return bytesFromColors(stored, stored.length / surface.vertexCount, COLOR_ORDER, colors);
}

function weightsOf(
  { vertexCount }: SceneSurface,
  { maxInfluences }: MshBuildSettings,
  { influences, numbers, rigid }: SurfaceBones,
): Float32Array {
  const weights = new Float32Array(vertexCount * WEIGHT_SLOTS);
  const bones = influences.joints.map((joint) => numbers[joint] ?? 0);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if ((influences.weights[vertex * maxInfluences] ?? 0) > 0) {
      putWeights(weights, vertex, influences.weights, bones, maxInfluences);
    } else {
      weights[vertex * WEIGHT_SLOTS] = 1;
      weights[vertex * WEIGHT_SLOTS + 4] = rigid;
    }
  }
  return weights;
}

function centersOf(surface: SceneSurface): Float32Array {
  return pointsOf(surface, "_BILLBOARD_CENTER", MSH_SPACE) ?? new Float32Array(surface.vertexCount * 3);
}
