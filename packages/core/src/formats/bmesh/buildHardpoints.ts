import { Document, type Node } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import {
  IDENTITY,
  invertAffine,
  type Matrix,
  matrixDistance,
  matrixSize,
  multiplyMatrices,
} from "../../scene/matrices.ts";
import { placeNode } from "../../scene/placeNode.ts";
import { loadArray } from "../../scene/rawData.ts";
import type { Space } from "../../scene/space.ts";
import { type BuiltBones, parentOf, toFile } from "./buildBones.ts";
import type { BmeshHardpoint } from "./file.ts";
import { nameFor } from "./names.ts";
import { affine } from "./skeleton.ts";

/** Nodes closer than this, for the size of their matrix, stand where they stood. */
const STILL = 1e-6;

/** Hardpoints: the nodes that are marked so, in the order of the file, with all five matrices. */
export function hardpointsOf(document: Document, bones: BuiltBones, space: Space): BmeshHardpoint[] {
  const numberOf = new Map(bones.nodes.map((node, i) => [node, i]));
  return hardpointNodes(document).map((node, i) => {
    const name = nameFor(node.getName(), extrasOf(node).nameBytes, `hardpoints[${i}].name`);
    const parent = parentOf(node, numberOf);
    const original = originalHardpoint(document, node, name);
    const local = localTo(node, parent < 0 ? undefined : bones.nodes[parent]);
    if (original && isUntouched(original, local, parent, bones, space)) return original;
    return { name, parent, ...matricesOf(local, bones.binds[parent], space) };
  });
}

function hardpointNodes(document: Document): Node[] {
  const place = (node: Node) => {
    const { index } = extrasOf(node);
    return typeof index === "number" ? index : Infinity;
  };
  const marked = document
    .getRoot()
    .listNodes()
    .filter((node) => extrasOf(node).kind === "hardpoint");
  return marked.sort((a, b) => place(a) - place(b) || 0);
}

/** Where a node is, seen from its bone, or in the world. */
function localTo(node: Node, bone: Node | undefined): Matrix {
  if (node.getParentNode() === bone) return node.getMatrix();
  const above = bone && invertAffine(bone.getWorldMatrix());
  return above ? multiplyMatrices(above, node.getWorldMatrix()) : node.getWorldMatrix();
}

/** Whether the original's matrices would put the node where it is. */
function isUntouched(
  original: BmeshHardpoint,
  local: Matrix,
  parent: number,
  { nodes, untouched }: BuiltBones,
  space: Space,
): boolean {
  const before = nodes[original.parent] ? original.parent : -1;
  if (before !== parent || (parent >= 0 && !untouched.has(parent))) return false;
  const place = affine(parent >= 0 ? original.hpToBoneMatrix : original.bindMatrix, space);
  const then = place && !place.forced ? nodeMatrix(place.matrix) : IDENTITY;
  return matrixDistance(local, then) <= STILL * matrixSize(then);
}

/** What a node that is put at a matrix has for a matrix: place, rotation and scale alone. */
function nodeMatrix(matrix: Matrix): Matrix {
  return placeNode(new Document().createNode(), matrix).matrix;
}

function matricesOf(
  local: Matrix,
  parentBind: Matrix | undefined,
  space: Space,
): Omit<BmeshHardpoint, "name" | "parent"> {
  const bind = parentBind ? multiplyMatrices(parentBind, local) : local;
  return {
    bindMatrix: toFile(bind, space),
    inverseBindMatrix: toFile(invertAffine(bind) ?? IDENTITY, space),
    hpToBoneMatrix: toFile(local, space),
    normalizedBindMatrix: toFile(withoutScale(bind), space),
    normalizedHpToBoneMatrix: toFile(withoutScale(local), space),
  };
}

/** The same place and directions, every axis of length 1. */
function withoutScale(matrix: Matrix): number[] {
  const lengths = [0, 4, 8].map((at) => Math.hypot(matrix[at] ?? 0, matrix[at + 1] ?? 0, matrix[at + 2] ?? 0) || 1);
  return matrix.map((value, i) => (i < 12 ? value / (lengths[i >> 2] ?? 1) : value));
}

function originalHardpoint(document: Document, node: Node, name: Uint8Array): BmeshHardpoint | undefined {
  const extras = extrasOf(node);
  const matrix = (field: string) => loadArray(document, extras[field], "f32") as Float32Array | undefined;
  const bindMatrix = matrix("bindMatrix");
  const inverseBindMatrix = matrix("inverseBindMatrix");
  const hpToBoneMatrix = matrix("hpToBoneMatrix");
  const normalizedBindMatrix = matrix("normalizedBindMatrix");
  const normalizedHpToBoneMatrix = matrix("normalizedHpToBoneMatrix");
  const { parent } = extras;
  if (!bindMatrix || !inverseBindMatrix || !hpToBoneMatrix || !normalizedBindMatrix || !normalizedHpToBoneMatrix) {
    return undefined;
  }
  const all = [bindMatrix, inverseBindMatrix, hpToBoneMatrix, normalizedBindMatrix, normalizedHpToBoneMatrix];
  if (typeof parent !== "number" || !Number.isInteger(parent) || all.some(({ length }) => length !== 16))
    return undefined;
  return {
    name,
    parent: parent | 0,
    bindMatrix,
    inverseBindMatrix,
    hpToBoneMatrix,
    normalizedBindMatrix,
    normalizedHpToBoneMatrix,
  };
}
