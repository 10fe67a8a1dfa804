import type { Node, Skin } from "@gltf-transform/core";
import { determinantOf, IDENTITY, invertAffine, type Matrix, multiplyMatrices } from "./matrices.ts";
import { inverseBindOf } from "./skinPlace.ts";
import type { SceneSurface } from "./surfaces.ts";

/** One joint of the scene's skeleton. */
export interface SceneJoint {
  readonly node: Node;
  readonly name: string;
  /** Number of the joint above it, -1 for a root. */
  readonly parent: number;
  /** From the joint to the mesh in bind pose; both measure in the file's unit, in glTF axes. */
  readonly bind: Matrix;
}

/** All joints that the surfaces' skins use, as one list. */
export interface SceneSkeleton {
  readonly joints: readonly SceneJoint[];
  /** Numbers in `joints` of a skin's own joints. */
  jointsOf(skin: Skin): readonly number[];
}

/**
 * The joints of all skins in the order in which the skins list them, each once; undefined if nothing is skinned.
 *
 * @param parentsFirst true for formats whose engines compute joints in order: then parents are moved before children
 */
export function skeletonOf(surfaces: readonly SceneSurface[], parentsFirst: boolean): SceneSkeleton | undefined {
  const binds = new Map<Node, Matrix>();
  for (const { skin, place } of surfaces) {
    skin?.listJoints().forEach((node, i) => {
      if (binds.has(node)) return;
      const bind = invertAffine(inverseBindOf(skin, i)) ?? IDENTITY;
      binds.set(node, place ? inUnitOf(place, bind) : bind);
    });
  }
  if (binds.size === 0) return undefined;
  const nodes = parentsFirst ? sortedByDepth([...binds.keys()], binds) : [...binds.keys()];
  const numbers = new Map(nodes.map((node, i) => [node, i]));
  const joints = nodes.map((node) => {
    const above = jointAbove(node, binds);
    return {
      node,
      name: node.getName(),
      parent: above ? (numbers.get(above) ?? -1) : -1,
      bind: binds.get(node) ?? IDENTITY,
    };
  });
  return { joints, jointsOf: (skin) => skin.listJoints().map((node) => numbers.get(node) ?? 0) };
}

/** A joint measures in the file's unit too: what the placement scales is taken out of the joint's own axes again. */
function inUnitOf(place: Matrix, bind: Matrix): number[] {
  const back = 1 / (Math.cbrt(Math.abs(determinantOf(place))) || 1);
  return multiplyMatrices(multiplyMatrices(place, bind), [back, 0, 0, 0, 0, back, 0, 0, 0, 0, back, 0, 0, 0, 0, 1]);
}

/** Nodes between two joints are no joints themselves; what they do is part of the bind matrices. */
function jointAbove(node: Node, joints: ReadonlyMap<Node, Matrix>): Node | undefined {
  for (let above = node.getParentNode(); above; above = above.getParentNode()) if (joints.has(above)) return above;
  return undefined;
}

/** Parents before children, otherwise as it was. */
function sortedByDepth(nodes: readonly Node[], joints: ReadonlyMap<Node, Matrix>): Node[] {
  const sorted = new Set<Node>();
  for (const node of nodes) {
    const chain: Node[] = [];
    for (let at: Node | undefined = node; at && !sorted.has(at); at = jointAbove(at, joints)) chain.unshift(at);
    for (const member of chain) sorted.add(member);
  }
  return [...sorted];
}
