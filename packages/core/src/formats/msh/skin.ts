import type { Accessor, Document, Node, Skin } from "@gltf-transform/core";
import { type CodePage, sameBytes } from "../../bytes/codePage.ts";
import type { RawText } from "../../layout/text.ts";
import { accessor, addExtras } from "../../scene/document.ts";
import { strongestInfluences } from "../../scene/influences.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { IDENTITY } from "../../scene/matrices.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import { gltfWeights } from "../../scene/weights.ts";
import type { MshFile } from "./file.ts";
import { keepBlock } from "./keep.ts";
import { nameForExtras } from "./names.ts";
import type { BoneNodes } from "./skl/nodes.ts";
import { DEFAULT_INFLUENCES, putWeights, WEIGHT_SLOTS } from "./weights.ts";

export interface MshSkin {
  skin: Skin;
  joints: Accessor;
  weights: Accessor;
  /** The joint of a bone, by the bytes of its name. */
  jointOf(name: Uint8Array): Node | undefined;
}

/**
 * The skin of a mesh: one joint per bone name. With a skeleton these are its bones, matched by the bytes of their names;
 * without one they all are at the root of the mesh without a transform, so that the mesh stands right in its bind pose.
 */
export function addSkin(
  document: Document,
  root: Node,
  file: MshFile,
  codePage: CodePage,
  ledger: LossLedger,
  bones?: BoneNodes,
): MshSkin | undefined {
  const { boneNames, vertexWeights } = file;
  if (!boneNames || !vertexWeights || boneNames.length === 0 || file.vertexCount === 0) return undefined;
  if (boneNames.length > 65536) {
    ledger.add("SKIN_DROPPED", "boneNames", boneNames.length, "more bones than glTF can address");
    return undefined;
  }
  const { nodes, matrices } = jointsOf(document, root, boneNames, codePage, ledger, bones);
  const skin = document
    .createSkin(root.getName())
    .setInverseBindMatrices(accessor(document, "inverse bind matrices", "MAT4", matrices));
  for (const node of nodes) skin.addJoint(node);

  const at = (vertex: number, slot: number) => vertexWeights[vertex * 8 + slot] ?? 0;
  const result = gltfWeights(file.vertexCount, boneNames.length, at, (vertex, slot) => at(vertex, slot + 4));
  const kept = "document extras vertexWeightsRaw";
  if (!isCanonical(vertexWeights, boneNames.length, result.joints, result.weights)) {
    keepBlock(document, file, "vertexWeights");
  }
  ledger.add(
    "WEIGHTS_RENORMALIZED",
    "vertexWeights",
    result.renormalized,
    "vertices whose weights did not sum to 1",
    kept,
  );
  ledger.add(
    "VERTICES_UNWEIGHTED",
    "vertexWeights",
    result.unweighted,
    "vertices without influence hang on the first bone",
    kept,
  );
  ledger.add(
    "BONE_NUMBERS_REPLACED",
    "vertexWeights",
    result.badJoints,
    "bone numbers that do not exist became 0",
    kept,
  );
  const joints = boneNames.length <= 256 ? Uint8Array.from(result.joints) : result.joints;
  return {
    skin,
    joints: accessor(document, "joints", "VEC4", joints),
    weights: accessor(document, "weights", "VEC4", result.weights),
    jointOf: (name) => {
      const index = boneNames.findIndex((bone) => sameBytes(bone.raw, name));
      return nodes[index];
    },
  };
}

/** A node and an inverse bind matrix for each bone name. */
function jointsOf(
  document: Document,
  root: Node,
  boneNames: readonly RawText[],
  codePage: CodePage,
  ledger: LossLedger,
  bones: BoneNodes | undefined,
): { nodes: Node[]; matrices: Float32Array } {
  const matrices = new Float32Array(boneNames.length * 16);
  const missing: string[] = [];
  const taken = new Set<Node>();
  const nodes = boneNames.map((name, i) => {
    const bone = bones?.find(name.raw) ?? -1;
    const found = bones?.nodes[bone];
    matrices.set((found && bones?.inverseBinds[bone]) ?? IDENTITY, 16 * i);
    // A skin may not list a joint twice, so a second entry of a name gets a node of its own under the bone.
    if (found && !taken.has(found)) {
      taken.add(found);
      return found;
    }
    const { text, exact } = codePage.decode(name.raw);
    if (bones && !found) missing.push(text);
    const node = document.createNode(text);
    addExtras(node, { kind: "joint", ...(exact ? {} : { name: nameForExtras(name, codePage) }) });
    (found ?? root).addChild(node);
    return node;
  });
  ledger.add(
    "MSH_BONE_NOT_IN_SKELETON",
    "boneNames",
    missing.length,
    `bones that the skeleton does not have stay at the root: ${missing.slice(0, 5).join(", ")}`,
    "joint nodes",
  );
  return { nodes, matrices };
}

/** Whether the way back makes the same bits of glTF's joints and weights, zero-weight slots included. */
function isCanonical(source: Float32Array, boneCount: number, joints: Uint16Array, weights: Float32Array): boolean {
  const numbers = Uint16Array.from({ length: boneCount }, (_, i) => i);
  const vertexCount = source.length / WEIGHT_SLOTS;
  const influences = strongestInfluences([{ joints, weights }], numbers, vertexCount, DEFAULT_INFLUENCES);
  const back = new Float32Array(source.length);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    putWeights(back, vertex, influences.weights, influences.joints, DEFAULT_INFLUENCES);
  }
  return sameBits(source, back);
}
