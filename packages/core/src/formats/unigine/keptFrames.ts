import { mapVectors, type Space } from "../../scene/space.ts";
import { streamOf, targetStreamOf } from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { documentFacts } from "./facts.ts";
import { decodeFrames, type Frames } from "./frames.ts";
import { frameChanges, gltfTangents } from "./gltfFrames.ts";
import type { SurfaceFacts } from "./surfaceFacts.ts";

/** Quaternions of the file that a scene comes from. */
export interface KeptFrames {
  /** 4 per vertex; one array for the surface itself and one for each morph target. */
  tangents: (Int16Array | undefined)[];
  /** Per vertex, 1 if all of them still say what the scene's attributes say. */
  isTrue: Uint8Array;
}

/**
 * The quaternions that the scene carries along, where they decode to its very normals and tangents.
 * @returns undefined if there are none, or the surface was moved
 */
export function keptFrames(
  surface: SceneSurface,
  space: Space,
  targetCount: number,
  facts: SurfaceFacts | undefined,
): KeptFrames | undefined {
  const raw = surface.primitive.getAttribute("_TANGENT_RAW")?.getArray();
  const [normals, tangents] = [streamOf(surface, "NORMAL"), streamOf(surface, "TANGENT")];
  const { vertexCount, place } = surface;
  // Seven bytes of ms10 are no quaternion.
  if (facts && documentFacts(facts.document).id === "ms10") return undefined;
  if (!(raw instanceof Int16Array) || !normals || !tangents || place || raw.length !== 4 * vertexCount)
    return undefined;
  const isTrue = new Uint8Array(vertexCount).fill(1);
  const frames = decodeFrames(raw);
  keepTrue(isTrue, mapVectors(frames.normals, space), normals, 3);
  keepTrue(isTrue, gltfTangents(frames, space), tangents, 4);
  const kept: (Int16Array | undefined)[] = [raw];
  for (let target = 0; target < targetCount; target++) {
    const own = facts?.targetTangents(target, surface);
    kept.push(own);
    if (own) compareTarget(isTrue, surface, target, frames, own, space);
    else isTrue.fill(0);
  }
  return { tangents: kept, isTrue };
}

function compareTarget(
  isTrue: Uint8Array,
  surface: SceneSurface,
  target: number,
  base: Frames,
  own: Int16Array,
  space: Space,
): void {
  const frames = decodeFrames(own);
  for (const [key, semantic] of [
    ["normals", "NORMAL"],
    ["tangents", "TANGENT"],
  ] as const) {
    const change = targetStreamOf(surface, target, semantic);
    if (change) keepTrue(isTrue, frameChanges(base[key], frames[key], space), change, 3);
    else isTrue.fill(0);
  }
}

/** Takes the mark from vertices whose numbers are not the same. */
function keepTrue(isTrue: Uint8Array, made: Float32Array, stored: Float32Array, stride: number): void {
  for (let i = 0; i < stored.length; i++) if (made[i] !== stored[i]) isTrue[Math.floor(i / stride)] = 0;
}
