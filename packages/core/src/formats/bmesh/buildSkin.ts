import type { Node } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import { influencesOf as sceneInfluences } from "../../scene/influences.ts";
import type { LossLedger } from "../../scene/loss.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import { type BuiltBones, parentOf } from "./buildBones.ts";
import { type BmeshFile, emptyBmesh } from "./file.ts";
import type { BmeshKept } from "./kept.ts";
import { MAX_INFLUENCES } from "./linkReading.ts";
import { LINK_READINGS } from "./options.ts";
import { gltfSkin } from "./skin.ts";
import { usedBones } from "./usedBones.ts";

/**
 * Four influences and four bones per vertex of a surface, as bytes. A surface without a skin hangs on the joint above it,
 * a vertex without influence on the first bone.
 */
export function skinBytes(surface: SceneSurface, built: BuiltBones, ledger: LossLedger): Uint8Array {
  const { skeleton, numbers, nodes } = built;
  const bytes = new Uint8Array(surface.vertexCount * 8);
  if (!skeleton) return bytes;
  const { joints, weights, limited, unweighted } = sceneInfluences(surface, skeleton, MAX_INFLUENCES);
  const above = surface.skin ? -1 : parentOf(surface.node, new Map(nodes.map((node, i) => [node, i])));
  ledger.add("INFLUENCES_DROPPED", surface.path, limited, "weights beyond the strongest four of a vertex");
  if (above < 0) {
    ledger.add("VERTICES_UNWEIGHTED", surface.path, unweighted, "vertices without influence hang on the first bone");
  }
  for (let vertex = 0; vertex < surface.vertexCount; vertex++) {
    const from = vertex * MAX_INFLUENCES;
    const influences = quantized(weights.subarray(from, from + MAX_INFLUENCES));
    if (influences[0] === 0) {
      bytes[vertex * 8] = 255;
      bytes[vertex * 8 + 4] = Math.max(0, above);
      continue;
    }
    influences.forEach((influence, slot) => {
      bytes[vertex * 8 + slot] = influence;
      bytes[vertex * 8 + 4 + slot] = influence === 0 ? 0 : (numbers[joints[from + slot] ?? 0] ?? 0);
    });
  }
  return bytes;
}

/** Bytes that sum to 255: all rounded down, and what is left goes to the largest remainders. */
function quantized(weights: Float64Array): number[] {
  const exact = Array.from(weights, (weight) => weight * 255);
  const bytes = exact.map(Math.floor);
  if ((weights[0] ?? 0) <= 0) return bytes;
  let left = 255 - bytes.reduce((sum, byte) => sum + byte, 0);
  const order = exact.map((value, slot) => ({ slot, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest);
  for (const { slot } of order) {
    if (left <= 0) break;
    bytes[slot] = (bytes[slot] ?? 0) + 1;
    left--;
  }
  return bytes;
}

/** Links and weights vertex by vertex: first weight and number of weights, none of them zero. */
export function linksOf(skin: Uint8Array): Pick<BmeshFile, "links" | "boneWeights"> {
  const vertexCount = skin.length / 8;
  const links = new Uint32Array(vertexCount * 2);
  const boneWeights = new Uint8Array(vertexCount * MAX_INFLUENCES * 2);
  let next = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    links[2 * vertex] = next;
    for (let slot = 0; slot < MAX_INFLUENCES; slot++) {
      const influence = skin[vertex * 8 + slot] ?? 0;
      if (influence === 0) continue;
      boneWeights[2 * next] = influence;
      boneWeights[2 * next + 1] = skin[vertex * 8 + 4 + slot] ?? 0;
      next++;
    }
    links[2 * vertex + 1] = next - (links[2 * vertex] ?? 0);
  }
  return { links, boneWeights: boneWeights.slice(0, 2 * next) };
}

/** Links and weights of the original file, if they still give the scene's joints and weights. */
export function originalLinks(
  surface: SceneSurface | undefined,
  file: BmeshFile,
  kept: BmeshKept,
): Pick<BmeshFile, "links" | "boneWeights"> | undefined {
  const [links, boneWeights] = [kept.array("links"), kept.array("boneWeights")];
  if (!links && !boneWeights) return undefined;
  const original = { links: links ?? new Uint32Array(0), boneWeights: boneWeights ?? new Uint8Array(0) };
  const reading = LINK_READINGS.find((word) => word === kept.extras.linkReading) ?? "none";
  const joints = surface?.primitive.getAttribute("JOINTS_0")?.getArray();
  const weights = surface?.primitive.getAttribute("WEIGHTS_0")?.getArray();
  if (!joints || !weights) return surface?.skin ? undefined : original;
  if (reading === "none") return undefined;
  const { positions, faceIndices } = file;
  const made = gltfSkin({ ...emptyBmesh(), positions, faceIndices, bones: file.bones, ...original }, reading);
  const same = sameBits(Uint32Array.from(made.joints), Uint32Array.from(joints)) && isFloats(weights, made.weights);
  return same ? original : undefined;
}

function isFloats(array: ArrayLike<number>, wanted: Float32Array): boolean {
  return array instanceof Float32Array && sameBits(array, wanted);
}

/** Sets the mark of the bones that vertices use; the original's stays as long as nothing changed about that. */
export function markSkinned(file: BmeshFile, nodes: readonly Node[]): void {
  const used = usedBones(file);
  file.bones = file.bones.map((bone, i) => {
    const now = used[i] ?? 0;
    const { isUsed } = extrasOf(nodes[i] ?? { getExtras: () => ({}) });
    const before = typeof isUsed === "boolean" ? Number(isUsed) : Math.min(1, bone.hasSkinnedVertices);
    return now === before ? bone : { ...bone, hasSkinnedVertices: now };
  });
}
