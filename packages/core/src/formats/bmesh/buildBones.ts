import { Document, type Node } from "@gltf-transform/core";
import { fromHex } from "../../bytes/codePage.ts";
import { extrasOf } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { IDENTITY, invertAffine, type Matrix, mapMatrix, matrixDistance, matrixSize } from "../../scene/matrices.ts";
import { loadArray } from "../../scene/rawData.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { type SceneSkeleton, skeletonOf } from "../../scene/skeletonOf.ts";
import { inverseBindOf } from "../../scene/skinPlace.ts";
import { inverseOf, type Space } from "../../scene/space.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { type BmeshBone, type BmeshFile, emptyBmesh } from "./file.ts";
import { nameFor } from "./names.ts";
import { addBones, addSkin } from "./skeleton.ts";

/** A weight has one byte for its bone. */
const MAX_BONES = 256;
/** Nodes and matrices closer than this, for their size, stand where they stood. */
const STILL = 1e-6;

/** The bones of a file, and which nodes they are. */
export interface BuiltBones {
  bones: BmeshBone[];
  nodes: Node[];
  /** Bone number per joint of the scene's skeleton. */
  numbers: number[];
  skeleton: SceneSkeleton | undefined;
  /** Bind matrices in glTF's axes. */
  binds: Matrix[];
  /** Bones that stand where they stood in the original file. */
  untouched: ReadonlySet<number>;
}

/**
 * All joints of the skins, and the bones of a bMesh whose vertices hang on none. Those that came from a file and were not
 * moved keep their matrices bit for bit.
 *
 * @throws MeshglotError `BMESH_CANNOT_HOLD_BONES`, `BMESH_CANNOT_HOLD_NAME`
 */
export function bonesOf(document: Document, surfaces: readonly SceneSurface[], space: Space): BuiltBones {
  const skeleton = skeletonOf(surfaces, true);
  const nodes = boneNodes(document, skeleton);
  if (nodes.length > MAX_BONES) {
    const counts = { needed: nodes.length, available: MAX_BONES };
    const hint = "Merge bones that move little, or leave out those that move nothing.";
    throw sceneFault("BMESH_CANNOT_HOLD_BONES", "skin", `the skeleton has ${nodes.length} joints`, hint, counts);
  }
  const jointOf = new Map(skeleton?.joints.map((joint) => [joint.node, joint]));
  const binds = nodes.map((node) => jointOf.get(node)?.bind ?? node.getWorldMatrix());
  const numberOf = new Map(nodes.map((node, i) => [node, i]));
  const before = nodes.map((node) => originalBone(document, node));
  const untouched = untouchedBones(nodes, before, surfaces, space);
  const bones = nodes.map((node, i): BmeshBone => {
    const original = before[i];
    const name = nameFor(node.getName(), extrasOf(node).nameBytes, `bones[${i}].name`);
    if (original && untouched.has(i)) return { ...original, name };
    const bind = binds[i] ?? IDENTITY;
    const inverse = invertAffine(bind) ?? IDENTITY;
    const parent = parentOf(node, numberOf);
    const hasSkinnedVertices = original?.hasSkinnedVertices ?? 0;
    const pad = original?.pad ?? new Uint8Array(3);
    const [bindMatrix, inverseBindMatrix] = [toFile(bind, space), toFile(inverse, space)];
    return { name, parent, bindMatrix, inverseBindMatrix, hasSkinnedVertices, pad };
  });
  const numbers = (skeleton?.joints ?? []).map(({ node }) => numberOf.get(node) ?? 0);
  return { bones, nodes, numbers, skeleton, binds, untouched };
}

/** A matrix of glTF in the file's axes. */
export function toFile(matrix: Matrix, space: Space): Float32Array {
  return Float32Array.from(mapMatrix(matrix, inverseOf(space)));
}

/** Number of the bone above a node, -1 for none. */
export function parentOf(node: Node, numberOf: ReadonlyMap<Node, number>): number {
  for (let above = node.getParentNode(); above; above = above.getParentNode()) {
    const bone = numberOf.get(above);
    if (bone !== undefined) return bone;
  }
  return -1;
}

/** Bones of the original file in its order; joints that it did not have come behind them, parents first. */
function boneNodes(document: Document, skeleton: SceneSkeleton | undefined): Node[] {
  const place = (node: Node) => {
    const { kind, index } = extrasOf(node);
    return kind === "joint" && typeof index === "number" ? index : undefined;
  };
  const inSkin = new Set((skeleton?.joints ?? []).map(({ node }) => node));
  const marked = document
    .getRoot()
    .listNodes()
    .filter((node) => place(node) !== undefined)
    .sort((a, b) => (place(a) ?? 0) - (place(b) ?? 0));
  const known = new Set(marked);
  return [...marked, ...[...inSkin].filter((node) => !known.has(node))];
}

/** The bone that a node was made from, with the matrices and bytes of the file. */
function originalBone(document: Document, node: Node): BmeshBone | undefined {
  const { parent, bindMatrix, inverseBindMatrix, hasSkinnedVertices, pad, nameBytes } = extrasOf(node);
  const bind = loadArray(document, bindMatrix, "f32") as Float32Array | undefined;
  const inverse = loadArray(document, inverseBindMatrix, "f32") as Float32Array | undefined;
  if (bind?.length !== 16 || inverse?.length !== 16 || !Number.isInteger(parent)) return undefined;
  const hexPad = typeof pad === "string" && /^[0-9a-f]{6}$/.test(pad) ? fromHex(pad) : new Uint8Array(3);
  return {
    name: nameFor(node.getName(), nameBytes, "bones"),
    parent: Number(parent) | 0,
    bindMatrix: bind,
    inverseBindMatrix: inverse,
    hasSkinnedVertices: typeof hasSkinnedVertices === "number" ? hasSkinnedVertices & 255 : 0,
    pad: hexPad,
  };
}

/**
 * Bones that stand where they stood. The original bones are made nodes again and compared with what there is: by their
 * inverse bind matrices where a skin uses them (where a joint stands is a pose), else by their places; and by the bone
 * above them.
 */
function untouchedBones(
  nodes: readonly Node[],
  before: readonly (BmeshBone | undefined)[],
  surfaces: readonly SceneSurface[],
  space: Space,
): Set<number> {
  const untouched = new Set<number>();
  const bones = before.filter((bone) => bone !== undefined);
  if (bones.length < nodes.length || nodes.length === 0) return untouched;
  const scratch = new Document();
  scratch.createBuffer();
  const file: BmeshFile = { ...emptyBmesh(), bones };
  const root = scratch.createNode();
  const skeleton = addBones(scratch, root, file, space, new LossLedger());
  const skin = addSkin(scratch, "", file, skeleton, space, new LossLedger());
  const numberOf = new Map(nodes.map((node, i) => [node, i]));
  const scratchNumberOf = new Map(skeleton.nodes.map((node, i) => [node, i]));
  const inverses = inverseBinds(surfaces);
  nodes.forEach((node, i) => {
    const made = skeleton.nodes[i];
    if (!made || parentOf(node, numberOf) !== parentOf(made, scratchNumberOf)) return;
    const own = inverses.get(node);
    const [now, then] = own ? [own, inverseBindOf(skin, i)] : [node.getWorldMatrix(), made.getWorldMatrix()];
    if (matrixDistance(now, then) <= STILL * matrixSize(then)) untouched.add(i);
  });
  return untouched;
}

/** Inverse bind matrices of the joints of skins that need no placing. */
function inverseBinds(surfaces: readonly SceneSurface[]): Map<Node, Matrix> {
  const inverses = new Map<Node, Matrix>();
  for (const { skin, place } of surfaces) {
    skin?.listJoints().forEach((joint, i) => {
      const placed = place ? undefined : inverseBindOf(skin, i);
      if (!inverses.has(joint)) inverses.set(joint, placed ?? [Number.NaN]);
    });
  }
  return inverses;
}
