import type { Accessor, Document } from "@gltf-transform/core";
import { accessor } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { type GltfWeights, gltfWeights } from "../../scene/weights.ts";
import type { BmeshFile } from "./file.ts";
import { influencesOf } from "./influences.ts";
import { MAX_INFLUENCES } from "./linkReading.ts";
import type { BmeshModel } from "./model.ts";
import type { LinkReading } from "./options.ts";

/** JOINTS_0 and WEIGHTS_0, or undefined if the mesh has no skin or none that can be understood. */
export function skinAttributes(
  document: Document,
  { file, links }: BmeshModel,
  ledger: LossLedger,
): { joints: Accessor; weights: Accessor } | undefined {
  const linkCount = file.links.length / 2;
  const count = Math.max(linkCount, file.boneWeights.length / 2);
  if (links.reading === "none" || file.bones.length === 0 || linkCount === 0) {
    const why = links.ambiguous ?? (file.bones.length === 0 ? "there are no bones" : "the links are not to be read");
    ledger.add("SKIN_DROPPED", "links", count, `the mesh is converted without a skin: ${why}`, "mesh extras links");
    return undefined;
  }
  const result = gltfSkin(file, links.reading);
  const kept = "mesh extras links";
  ledger.add("INFLUENCES_DROPPED", "links", result.dropped, "weights beyond the strongest four of a vertex", kept);
  ledger.add(
    "WEIGHTS_RENORMALIZED",
    "boneWeights",
    result.renormalized,
    "vertices whose weights did not sum to 255",
    kept,
  );
  ledger.add(
    "VERTICES_UNWEIGHTED",
    "links",
    result.unweighted,
    "vertices without influence hang on the first bone",
    kept,
  );
  ledger.add("BONE_NUMBERS_REPLACED", "boneWeights", result.badJoints, "bone numbers that do not exist became 0", kept);
  return {
    joints: accessor(document, "joints", "VEC4", Uint8Array.from(result.joints)),
    weights: accessor(document, "weights", "VEC4", result.weights),
  };
}

/** Joints and weights as glTF has them. @param reading any but `none` */
export function gltfSkin(file: BmeshFile, reading: LinkReading): GltfWeights & { dropped: number } {
  const { weights, bones, dropped } = influencesOf(file, reading);
  const made = gltfWeights(
    file.positions.length / 3,
    file.bones.length,
    (vertex, slot) => (weights[vertex * MAX_INFLUENCES + slot] ?? 0) / 255,
    (vertex, slot) => bones[vertex * MAX_INFLUENCES + slot] ?? 0,
  );
  return { ...made, dropped };
}

/**
 * Whether links and weights are what a writer makes of the vertices' influences: vertex by vertex, strongest first, one
 * to four of them, none of zero, no bone twice, sum 255. Then glTF's joints and weights hold all of it.
 */
export function isCanonicalSkin({ file, vertexCount, links: { reading } }: BmeshModel): boolean {
  const { links, boneWeights, bones } = file;
  if (reading !== "ranges" || links.length !== 2 * vertexCount) return false;
  let next = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const [start = 0, count = 0] = [links[2 * vertex], links[2 * vertex + 1]];
    if (start !== next || count < 1 || count > MAX_INFLUENCES || 2 * (start + count) > boneWeights.length) return false;
    let before = 255;
    let sum = 0;
    for (let weight = start; weight < start + count; weight++) {
      const influence = boneWeights[2 * weight] ?? 0;
      const bone = boneWeights[2 * weight + 1] ?? 0;
      if (influence === 0 || influence > before || bone >= bones.length) return false;
      for (let other = start; other < weight; other++) if (boneWeights[2 * other + 1] === bone) return false;
      before = influence;
      sum += influence;
    }
    if (sum !== 255) return false;
    next += count;
  }
  return 2 * next === boneWeights.length;
}
