import type { LossLedger } from "../../scene/loss.ts";
import { normalize, normalsFromFaces } from "../../scene/normals.ts";
import type { Space } from "../../scene/space.ts";
import {
  normalsOf,
  positionsOf,
  streamOf,
  tangentsOf,
  targetNormalsOf,
  targetTangentsOf,
} from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { putPerpendicular } from "../../scene/tangentFrames.ts";
import { gather } from "../../scene/weld.ts";
import { encodeFrames } from "./frames.ts";
import { keptFrames } from "./keptFrames.ts";
import type { SurfaceFacts } from "./surfaceFacts.ts";
import { tangentsFromUvs } from "./uvTangents.ts";

/** The quaternions of a surface, and the vertices that they belong to. */
export interface BuiltFrames {
  /** Per vertex, the one of the scene; more than one where a corner's normal or handedness is its own. */
  origin: Uint32Array;
  /** 3 per triangle, into these vertices. */
  indices: Uint32Array;
  /** 4 per vertex in 1/32767; one array for the surface itself, and one for each morph target. */
  tangents: Int16Array[];
}

/** Tangent frames of the vertices of a surface, before morphing. */
interface BaseFrames {
  origin: Uint32Array;
  indices: Uint32Array;
  normals: Float32Array;
  directions: Float32Array;
  signs: ArrayLike<number>;
}

/**
 * Tangent quaternions of a surface and its morph targets. Those of the file that the scene comes from are taken as they
 * are while they still say what NORMAL and TANGENT say; others are computed, from the texture if there are no tangents.
 *
 * @param targetCount morph targets that are wanted
 */
export function buildFrames(
  surface: SceneSurface,
  space: Space,
  targetCount: number,
  facts: SurfaceFacts | undefined,
  ledger: LossLedger,
): BuiltFrames {
  const base = baseFrames(surface, space, ledger);
  const { origin, indices, signs } = base;
  const tangents = [encodeFrames(base.directions, base.normals, signs)];
  for (let target = 0; target < targetCount; target++) {
    const normals = spread(targetNormalsOf(surface, target, space), origin) ?? base.normals;
    const directions = spread(targetTangentsOf(surface, target, space), origin) ?? base.directions;
    tangents.push(encodeFrames(perpendicular(directions, normals), normals, signs));
  }
  const kept = keptFrames(surface, space, targetCount, facts);
  if (kept) {
    for (const [target, array] of tangents.entries()) putKept(array, kept.tangents[target], kept.isTrue, origin);
  }
  return { origin, indices, tangents };
}

function putKept(tangents: Int16Array, kept: Int16Array | undefined, isTrue: Uint8Array, origin: Uint32Array): void {
  if (!kept) return;
  origin.forEach((vertex, i) => {
    if (isTrue[vertex] === 1) tangents.set(kept.subarray(4 * vertex, 4 * vertex + 4), 4 * i);
  });
}

function baseFrames(surface: SceneSurface, space: Space, ledger: LossLedger): BaseFrames {
  const positions = positionsOf(surface, space);
  const stored = normalsOf(surface, space);
  const shading = stored ? smooth(surface, stored, positions, ledger) : flat(surface, positions);
  // glTF wants tangents ignored where there are no normals.
  const given = stored && tangentsOf(surface, space);
  if (given) {
    // glTF's bitangent points to the top of the texture, the engine's along +v (inferred), so the sign turns round.
    const signs = given.signs.map((sign) => -sign);
    return { ...shading, directions: perpendicular(given.directions, shading.normals), signs };
  }
  const { origin, normals } = shading;
  const uvs = spread(streamOf(surface, "TEXCOORD_0"), origin, 2);
  const made = tangentsFromUvs(gather(positions, 3, origin), normals, uvs, shading.indices);
  return {
    origin: gather(origin, 1, made.origin),
    indices: made.indices,
    normals: gather(normals, 3, made.origin),
    directions: made.directions,
    signs: made.signs,
  };
}

/** The normals of the scene. Those without direction become what the faces around them say. */
function smooth(
  { vertexCount, indices, path }: SceneSurface,
  stored: Float32Array,
  positions: Float32Array,
  ledger: LossLedger,
) {
  const missing = stored.some((_, i) => i % 3 === 0 && stored[i] === 0 && stored[i + 1] === 0 && stored[i + 2] === 0);
  const { vectors, replaced } = normalize(stored, missing ? normalsFromFaces(positions, indices) : undefined);
  ledger.add("NORMALS_REPLACED", `${path}.NORMAL`, replaced, "normals without direction became those of the faces");
  return { origin: Uint32Array.from({ length: vertexCount }, (_, i) => i), indices, normals: vectors };
}

/** glTF's rule for surfaces without normals: every face is flat, so each corner is a vertex of its own. */
function flat({ indices }: SceneSurface, positions: Float32Array) {
  const corners = Uint32Array.from(indices, (_, k) => k);
  return { origin: indices, indices: corners, normals: normalsFromFaces(gather(positions, 3, indices), corners) };
}

function perpendicular(directions: Float32Array, normals: Float32Array): Float32Array {
  const result = new Float32Array(directions.length);
  const at = (array: Float32Array, i: number) => [array[i] ?? 0, array[i + 1] ?? 0, array[i + 2] ?? 0] as const;
  for (let i = 0; i < directions.length; i += 3) putPerpendicular(result, i, at(normals, i), at(directions, i));
  return result;
}

function spread(array: Float32Array | undefined, origin: Uint32Array, stride = 3): Float32Array | undefined {
  return array && gather(array, stride, origin);
}
