import type { Document } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { determinantOf, multiplyMatrices } from "../../scene/matrices.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { type SceneSkeleton, skeletonOf } from "../../scene/skeletonOf.ts";
import type { Space } from "../../scene/space.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { buildPose } from "./buildPose.ts";
import { type DocumentFacts, documentFacts, floatsIn } from "./facts.ts";
import type { UnigineJoint } from "./file.ts";
import { nameFrom } from "./names.ts";
import { jointTransform, matrixOf } from "./pose.ts";

/** Joint numbers are signed 16-bit. */
const MOST_JOINTS = 32767;

export interface BuiltSkeleton {
  joints: UnigineJoint[];
  /** 10 per joint. */
  bind: Float32Array;
  rest: Float32Array;
}

/** The joints that the surfaces hang on; those of a file come back even if no surface has weights. */
export function sceneSkeleton(document: Document, surfaces: readonly SceneSurface[]): SceneSkeleton | undefined {
  const skeleton = skeletonOf(surfaces, false) ?? looseSkeleton(document);
  const count = skeleton?.joints.length ?? 0;
  if (count <= MOST_JOINTS) return skeleton;
  throw sceneFault(
    "UNIGINE_CANNOT_HOLD_JOINTS",
    "skins",
    `${count} joints, the format can number ${MOST_JOINTS}`,
    "Remove joints that move nothing, or split the model.",
    { needed: count, available: MOST_JOINTS },
  );
}

/** Joints of a UNIGINE file without weights, which have no skin to name them. */
function looseSkeleton(document: Document): SceneSkeleton | undefined {
  const numbered = document
    .getRoot()
    .listNodes()
    .flatMap((node) => {
      const { kind, joint } = extrasOf(node);
      return kind === "joint" && typeof joint === "number" ? [{ node, joint }] : [];
    })
    .sort((a, b) => a.joint - b.joint);
  if (numbered.length === 0 || documentFacts(document).id === undefined) return undefined;
  const numbers = new Map(numbered.map(({ node }, i) => [node, i]));
  const joints = numbered.map(({ node }) => {
    const above = node.getParentNode();
    const parent = (above && numbers.get(above)) ?? -1;
    return { node, name: node.getName(), parent, bind: node.getWorldMatrix() };
  });
  return { joints, jointsOf: (skin) => skin.listJoints().map((node) => numbers.get(node) ?? 0) };
}

/** What joints measure in: a skeleton of centimetres stands below a node that scales it to metres. */
export function skeletonUnit(surfaces: readonly SceneSurface[]): number {
  const place = surfaces.find(({ skin }) => skin !== null)?.place;
  return (place && Math.cbrt(Math.abs(determinantOf(place)))) || 1;
}

/**
 * Joints with the pose in which the mesh was bound to them, and the one in which they stand.
 *
 * @param unit metres per unit of the joints' own axes; `bind` of the skeleton is free of it already
 * @param hasRest whether the file has a rest pose beside the bind pose
 */
export function buildSkeleton(
  document: Document,
  { id, facts }: DocumentFacts,
  skeleton: SceneSkeleton | undefined,
  space: Space,
  unit: number,
  hasRest: boolean,
  ledger: LossLedger,
): BuiltSkeleton {
  if (!skeleton) return { joints: [], bind: new Float32Array(0), rest: new Float32Array(0) };
  const { joints } = skeleton;
  const parents = joints.map(({ parent }) => parent);
  const nodes = joints.map(({ node }) => node);
  const kept = (name: string) => floatsIn(document, facts[name], 10 * joints.length);
  const [keptBind, keptRest] = [kept("bind"), kept("rest")];
  const bind = buildPose(
    joints.map((joint) => joint.bind),
    parents,
    nodes,
    space,
    keptBind,
  );
  ledger.add("BIND_SHEARED", "skins", bind.sheared, "bind matrices that shear lost what no transform can hold");
  const back = 1 / unit;
  const inMetres = [back, 0, 0, 0, 0, back, 0, 0, 0, 0, back, 0, 0, 0, 0, 1];
  const posed = nodes.map((node) => multiplyMatrices(node.getWorldMatrix(), inMetres));
  const rest = buildPose(posed, parents, nodes, space, keptRest);
  let moved = 0;
  for (let i = 0; i < joints.length; i++) {
    const at = (pose: Float32Array) => pose.subarray(10 * i, 10 * (i + 1));
    if (!sameTransform(bind.transforms, rest.transforms, i, space)) moved++;
    // Nodes that stand in the bind pose of the file say nothing against the rest pose that it had beside it.
    else if (keptRest && keptBind && at(bind.transforms).every((value, k) => value === at(keptBind)[k]))
      at(rest.transforms).set(at(keptRest));
  }
  if (!hasRest)
    ledger.add(
      "POSE_DROPPED",
      "nodes",
      moved,
      "joints stand elsewhere than in bind pose; the file holds only that one",
    );
  return {
    // Other formats keep the bytes of names in extras as well, in code pages of their own.
    joints: joints.map(({ node, name, parent }) => ({
      name: nameFrom(id === undefined ? undefined : extrasOf(node).name, name),
      parent,
    })),
    bind: bind.transforms,
    rest: rest.transforms,
  };
}

function sameTransform(a: Float32Array, b: Float32Array, joint: number, space: Space): boolean {
  const [one, two] = [a, b].map((transforms) => matrixOf(jointTransform(transforms, joint, space)));
  return one !== undefined && two !== undefined && one.every((value, i) => Math.abs(value - (two[i] ?? 0)) <= 1e-4);
}
