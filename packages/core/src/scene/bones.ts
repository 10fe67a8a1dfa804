import type { Document, Node } from "@gltf-transform/core";
import { extrasOf } from "./document.ts";
import { IDENTITY, invertAffine, type Matrix, multiplyMatrices } from "./matrices.ts";
import { inverseBindOf, skinPlace } from "./skinPlace.ts";
import { worldMatrices } from "./worldMatrices.ts";

/** A node that bones are made of. */
export interface SceneBone {
  node: Node;
  /** Number of the bone above it, -1 for a root. */
  parent: number;
  /** Place in the scene where the node stands now, metres. */
  rest: Matrix;
  /** Place in the scene in bind pose, metres; `rest` for nodes that no skin lists. */
  bind: Matrix;
  /** The inverse bind matrix as the skin has it. */
  inverseBind?: Matrix;
}

/**
 * The skeleton of a scene: joints of its skins, nodes that a skeleton of ours has become, and what lies between them;
 * in a scene without any of these the nodes that its animations move.
 *
 * @returns in the order of the file that the nodes came from, else parents first
 */
export function sceneBones(document: Document): SceneBone[] {
  const root = document.getRoot();
  const binds = new Map<Node, Pick<SceneBone, "bind" | "inverseBind">>();
  for (const skin of root.listSkins()) {
    const place = skinPlace(skin);
    skin.listJoints().forEach((node, i) => {
      if (binds.has(node)) return;
      const inverseBind = inverseBindOf(skin, i);
      binds.set(node, { bind: multiplyMatrices(place, invertAffine(inverseBind) ?? IDENTITY), inverseBind });
    });
  }
  const members = new Set<Node>([...binds.keys(), ...root.listNodes().filter((node) => numberOf(node) !== undefined)]);
  if (members.size === 0) {
    const channels = root.listAnimations().flatMap((animation) => animation.listChannels());
    for (const node of channels.map((channel) => channel.getTargetNode())) if (node) members.add(node);
  }
  for (const node of [...members]) {
    for (const between of pathToMember(node, members)) members.add(between);
  }
  const nodes = sortedBones(root.listNodes(), members);
  const numbers = new Map(nodes.map((node, i) => [node, i]));
  const worldOf = worldMatrices();
  return nodes.map((node) => {
    const rest = worldOf(node);
    const above = node.getParentNode();
    return { node, parent: (above && numbers.get(above)) ?? -1, rest, ...(binds.get(node) ?? { bind: rest }) };
  });
}

/** The number that a bone or joint had in the file it came from. */
function numberOf(node: Node): number | undefined {
  const { kind, bone, joint } = extrasOf(node);
  const number = kind === "bone" ? bone : kind === "joint" ? joint : undefined;
  return typeof number === "number" ? number : undefined;
}

/** Nodes between one that belongs to the skeleton and the next one above it that does. */
function pathToMember(node: Node, members: ReadonlySet<Node>): Node[] {
  const path: Node[] = [];
  for (let at = node.getParentNode(); at; at = at.getParentNode()) {
    if (members.has(at)) return path;
    path.push(at);
  }
  return [];
}

function sortedBones(all: readonly Node[], members: ReadonlySet<Node>): Node[] {
  const nodes = all.filter((node) => members.has(node));
  const numbers = nodes.map(numberOf);
  if (numbers.every((number) => number !== undefined) && new Set(numbers).size === nodes.length) {
    return nodes.sort((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0));
  }
  const sorted = new Set<Node>();
  for (const node of nodes) {
    const chain: Node[] = [];
    for (let at: Node | null = node; at && members.has(at) && !sorted.has(at); at = at.getParentNode())
      chain.unshift(at);
    for (const member of chain) sorted.add(member);
  }
  return [...sorted];
}
