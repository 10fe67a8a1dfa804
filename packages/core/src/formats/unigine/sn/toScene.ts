import type { Node } from "@gltf-transform/core";
import type { Companions, ConvertOptions, FormatScene, SceneResult } from "../../../format.ts";
import { addExtras, newDocument } from "../../../scene/document.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { storeArray } from "../../../scene/rawData.ts";
import { SceneSources } from "../../../scene/sources.ts";
import { addAnimations, JointNodes } from "../an/animations.ts";
import { type AnimCompanion, animationsAmong } from "../companions.ts";
import type { UnigineJoint } from "../file.ts";
import { nameForExtras } from "../names.ts";
import { addSkeleton } from "../skeleton.ts";
import { spaceFor } from "../space.ts";
import type { SnFile, SnProfile } from "./file.ts";

/** A skeleton as a glTF document: joints as nodes in bind pose, a skin that holds it, its animations. */
export function snToScene(file: SnFile, options: ConvertOptions, companions?: Companions): FormatScene {
  const { nodes, joints: _, ...scene } = skeletonScene(file, animationsAmong(companions), options);
  return { ...scene, sources: jointSources(nodes) };
}

/** A scene whose joints are known; which file they come from depends on the one that was opened. */
export interface JointsScene extends SceneResult {
  /** One per joint, in order. */
  nodes: readonly Node[];
  /** The same by their names. */
  joints: JointNodes;
}

/** Joints that were made from the joints of the file, one from each. */
export function jointSources(nodes: readonly Node[]): SceneSources {
  const sources = new SceneSources();
  nodes.forEach((node, i) => {
    sources.nodes.set(node, `joints[${i}]`);
  });
  return sources;
}

/** A skeleton that moves. */
export function skeletonScene(
  file: SnFile,
  animations: readonly AnimCompanion[],
  options: ConvertOptions,
): JointsScene {
  const result = jointsScene(file.joints, file.bind, animations, options);
  const { document } = result;
  const profiles = (list: readonly SnProfile[]) =>
    list.map(({ name, values }) => ({ name: nameForExtras(name), values: storeArray(document, values) }));
  addExtras(document.getRoot(), {
    format: "unigine-skeleton",
    id: "sn10",
    skeletonBind: storeArray(document, file.bind),
    masks: profiles(file.masks),
    timeProfiles: profiles(file.timeProfiles),
    weightProfiles: profiles(file.weightProfiles),
    retargetModes: storeArray(
      document,
      Int32Array.from(file.retarget, ({ mode }) => mode),
    ),
    retargetLengths: storeArray(
      document,
      Float32Array.from(file.retarget, ({ customLength }) => customLength),
    ),
    skeletonTrailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  });
  return result;
}

/** Joints that move. @param bind 10 numbers per joint */
export function jointsScene(
  joints: readonly UnigineJoint[],
  bind: Float32Array,
  animations: readonly AnimCompanion[],
  options: ConvertOptions,
  ledger = new LossLedger(),
): JointsScene {
  const space = spaceFor(options);
  const { document, root } = newDocument(options, "skeleton", space);
  const made = addSkeleton(document, root, { joints: [...joints], bind, rest: undefined }, space, options, ledger);
  const nodes = made?.nodes ?? [];
  const byName = new JointNodes();
  joints.forEach(({ name }, i) => {
    const node = nodes[i];
    if (node) byName.add(name, node);
  });
  addAnimations(document, animations, byName, space, ledger);
  return { document, losses: ledger.losses, nodes, joints: byName };
}
