import type { Document, Node, Skin } from "@gltf-transform/core";
import type { ConvertOptions } from "../../format.ts";
import { accessor, addExtras } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { IDENTITY, invertAffine } from "../../scene/matrices.ts";
import { wordOption } from "../../scene/options.ts";
import { storeArray } from "../../scene/rawData.ts";
import type { Space } from "../../scene/space.ts";
import type { JointNodes } from "./an/animations.ts";
import { nameForExtras, textOf } from "./names.ts";
import { jointTransform, safeParents, worldMatrices } from "./pose.ts";
import type { SnFile } from "./sn/file.ts";
import type { SkeletonView } from "./surfaces.ts";

/** More than these JOINTS_0 can not address; the format's own numbers end at 32,767. */
const MOST_JOINTS = 65536;

/** The joints of a file as nodes, and the skin that uses them. */
export interface JointSkin {
  skin: Skin;
  /** One per joint, in the order of the file. */
  nodes: Node[];
}

/**
 * Joint nodes below the root and the skin that uses them, which is left out again if no surface has weights.
 * @returns undefined if the file has no joints
 */
export function addSkeleton(
  document: Document,
  root: Node,
  skeleton: SkeletonView,
  space: Space,
  options: ConvertOptions,
  ledger: LossLedger,
): JointSkin | undefined {
  const { joints, bind, rest } = skeleton;
  if (joints.length === 0 || joints.length > MOST_JOINTS) {
    ledger.add("SKIN_DROPPED", "joints", joints.length, "more joints than glTF can address");
    return undefined;
  }
  const { parents, replaced } = safeParents(joints.map((joint) => joint.parent));
  ledger.add(
    "JOINT_PARENTS_REPLACED",
    "joints",
    replaced,
    "joints whose parent is missing or below them became roots",
    "node extras parent",
  );
  const bindPose = joints.map((_, i) => jointTransform(bind, i, space));
  const useRest = wordOption(options, "pose", ["bind", "rest"]) === "rest" && rest !== undefined;
  const shown = useRest ? joints.map((_, i) => jointTransform(rest, i, space)) : bindPose;
  const nodes = joints.map((joint, i) => {
    const node = document.createNode(textOf(joint.name));
    addExtras(node, { kind: "joint", joint: i, parent: joint.parent, name: nameForExtras(joint.name) });
    const { translation, rotation, scale } = shown[i] ?? jointTransform(bind, i, space);
    return node.setTranslation(translation).setRotation(rotation).setScale(scale);
  });
  for (const [i, node] of nodes.entries()) (nodes[parents[i] ?? -1] ?? root).addChild(node);
  const matrices = new Float32Array(16 * joints.length);
  let singular = 0;
  worldMatrices(bindPose, parents).forEach((world, i) => {
    const inverse = invertAffine(world);
    const fits = inverse?.every((value) => Number.isFinite(Math.fround(value)));
    if (!fits) singular++;
    matrices.set((fits && inverse) || IDENTITY, 16 * i);
  });
  ledger.add(
    "BIND_NOT_INVERTIBLE",
    "bind",
    singular,
    "bind transforms without an inverse; the joints have identities",
    "document extras bind",
  );
  const changed = bindPose.filter((transform) => transform.changed).length;
  ledger.add(
    "TRANSFORMS_CHANGED",
    "bind",
    changed,
    "transforms that were missing, not finite, not of unit length, or next to nothing",
    "document extras bind",
  );
  addExtras(document.getRoot(), {
    bind: storeArray(document, bind),
    rest: rest ? storeArray(document, rest) : undefined,
    pose: rest ? (useRest ? "rest" : "bind") : undefined,
  });
  const skin = document
    .createSkin(root.getName())
    .setInverseBindMatrices(accessor(document, "inverse bind matrices", "MAT4", matrices));
  for (const node of nodes) skin.addJoint(node);
  return { skin, nodes };
}

/** Joints of a `.skeleton` that the mesh lacks: nodes where the skeleton has them, so that animations find them. */
export function addMissingJoints(
  document: Document,
  root: Node,
  skeleton: SnFile,
  known: JointNodes,
  space: Space,
): void {
  const { parents } = safeParents(skeleton.joints.map((joint) => joint.parent));
  const all = skeleton.joints.map((joint, i) => {
    const found = known.find(joint.name);
    if (found) return { node: found, isNew: false };
    const node = document.createNode(textOf(joint.name));
    addExtras(node, { kind: "joint", joint: i, parent: joint.parent, name: nameForExtras(joint.name) });
    const { translation, rotation, scale } = jointTransform(skeleton.bind, i, space);
    return { node: node.setTranslation(translation).setRotation(rotation).setScale(scale), isNew: true };
  });
  all.forEach(({ node, isNew }, i) => {
    if (!isNew) return;
    (all[parents[i] ?? -1]?.node ?? root).addChild(node);
    const joint = skeleton.joints[i];
    if (joint) known.add(joint.name, node);
  });
}
