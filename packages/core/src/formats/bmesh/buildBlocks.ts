import { bytesFromColors } from "../../scene/colors.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { normalsFromFaces } from "../../scene/normals.ts";
import { isMirror } from "../../scene/space.ts";
import { normalsOf, positionsOf, streamOf, tangentsOf } from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { flipTriangles } from "../../scene/triangles.ts";
import type { BmeshBuildSettings } from "./buildSettings.ts";
import type { BmeshFile } from "./file.ts";
import { encodeComponent } from "./quantize.ts";

/** Numbers per vertex of every vertex array. */
export const BLOCK_STRIDES = { positions: 3, normals: 4, uv0: 2, uv1: 2, tangents: 4, colors: 4, skin: 8 } as const;

/** What the vertices of a file have; `skin` is four influences and four bones, which become links and weights. */
export type BmeshBlocks = Partial<Pick<BmeshFile, Exclude<keyof typeof BLOCK_STRIDES, "skin">>> & { skin?: Uint8Array };

/** Which arrays a file gets: all vertices have them or none. */
export interface WantedBlocks {
  normals: boolean;
  uv0: boolean;
  uv1: boolean;
  tangents: boolean;
  colors: boolean;
}

/** The vertex arrays of a surface in the file's axes, in the surface's own numbering. */
export function blocksOf(
  surface: SceneSurface,
  settings: BmeshBuildSettings,
  wanted: WantedBlocks,
  skin: Uint8Array | undefined,
  ledger: LossLedger,
): BmeshBlocks {
  const positions = positionsOf(surface, settings.space);
  return {
    positions,
    ...(wanted.normals ? { normals: normalBytes(surface, positions, settings, ledger) } : {}),
    ...(wanted.uv0 ? { uv0: uvsOf(surface, 0, settings, ledger) } : {}),
    ...(wanted.uv1 ? { uv1: uvsOf(surface, 1, settings, ledger) } : {}),
    ...(wanted.tangents ? { tangents: tangentBytes(surface, settings) } : {}),
    ...(wanted.colors ? { colors: colorBytes(surface, settings) } : {}),
    ...(skin ? { skin } : {}),
  };
}

function normalBytes(
  surface: SceneSurface,
  positions: Float32Array,
  { space }: BmeshBuildSettings,
  ledger: LossLedger,
): Uint8Array {
  const stored = normalsOf(surface, space);
  if (stored) return quantize(stored);
  const what = "vertices without normals got those of their faces, because a reader in use wants them";
  ledger.add("NORMALS_COMPUTED", surface.path, surface.vertexCount, what);
  // In mirrored axes a triangle that faces outward runs the other way round.
  return quantize(normalsFromFaces(positions, isMirror(space) ? flipTriangles(surface.indices) : surface.indices));
}

/** @returns 4 bytes per vector, the last of them 0 */
function quantize(vectors: Float32Array): Uint8Array {
  const bytes = new Uint8Array((vectors.length / 3) * 4);
  for (let from = 0, to = 0; from < vectors.length; from += 3, to += 4) {
    for (let axis = 0; axis < 3; axis++) bytes[to + axis] = encodeComponent(vectors[from + axis] ?? 0);
  }
  return bytes;
}

function uvsOf(surface: SceneSurface, set: 0 | 1, { flipV }: BmeshBuildSettings, ledger: LossLedger): Float32Array {
  const stored = streamOf(surface, `TEXCOORD_${set}`);
  if (!stored) {
    ledger.add("UVS_MISSING", `${surface.path}.TEXCOORD_${set}`, surface.vertexCount, "vertices without UVs got 0, 0");
    return new Float32Array(surface.vertexCount * 2);
  }
  return flipV ? stored.map((value, i) => (i % 2 === 1 ? 1 - value : value)) : stored.slice();
}

function tangentBytes(surface: SceneSurface, { space, plainSign }: BmeshBuildSettings): Uint8Array {
  const { directions, signs } = tangentsOf(surface, space) ?? { directions: new Float32Array(0), signs: [] };
  const bytes = quantize(directions);
  for (let vertex = 0; vertex < bytes.length / 4; vertex++) {
    bytes[4 * vertex + 3] = (signs[vertex] ?? 1) * plainSign < 0 ? 255 : 0;
  }
  return bytes;
}

function colorBytes(surface: SceneSurface, { colorOrder }: BmeshBuildSettings): Uint8Array {
  const stored = streamOf(surface, "COLOR_0");
  if (!stored) return new Uint8Array(surface.vertexCount * 4).fill(255);
  return bytesFromColors(stored, stored.length / surface.vertexCount, colorOrder, "linear");
}
