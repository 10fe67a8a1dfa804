import type { Document, Node, Skin } from "@gltf-transform/core";
import { toHex } from "../../bytes/codePage.ts";
import { accessor, addExtras } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import {
  IDENTITY,
  invertAffine,
  type Matrix,
  mapMatrix,
  matrixDistance,
  matrixSize,
  multiplyMatrices,
} from "../../scene/matrices.ts";
import { placeNode } from "../../scene/placeNode.ts";
import { storeArray } from "../../scene/rawData.ts";
import type { Space } from "../../scene/space.ts";
import type { BmeshBone, BmeshFile } from "./file.ts";
import { hierarchyOf } from "./hierarchy.ts";
import { nameText, rawName } from "./names.ts";
import { usedBones } from "./usedBones.ts";

/** How far the bottom row of a matrix may be from 0, 0, 0, 1 and still mean that. */
const BOTTOM_ROW = 1e-4;
/** Bones above a bone at most: weights reach 256 bones, and what reads glTF goes down the tree by recursion. */
const MAX_DEPTH = 256;

export interface Skeleton {
  /** One per bone. */
  nodes: Node[];
  /** Where each node really is, in glTF's axes. */
  worlds: Matrix[];
  /** Bones whose node could not be put where the file says. */
  displaced: Set<number>;
}

/** A matrix of the file in glTF's axes with its bottom row made 0, 0, 0, 1, or undefined if it can not be used. */
export function affine(source: Float32Array, space: Space): { matrix: Matrix; forced: boolean } | undefined {
  const mapped = mapMatrix(source, space);
  if (!mapped.every(Number.isFinite)) return undefined;
  const bottom = [3, 7, 11, 15].map((at) => mapped[at] ?? 0);
  const forced = bottom.some((value, i) => Math.abs(value - (i === 3 ? 1 : 0)) > BOTTOM_ROW);
  const matrix = mapped.map((value, at) => (at % 4 === 3 ? (at === 15 ? 1 : 0) : value));
  return { matrix, forced };
}

/** One node per bone. The file's matrices are absolute, so each is seen from where its parent's node really is. */
export function addBones(document: Document, root: Node, file: BmeshFile, space: Space, ledger: LossLedger): Skeleton {
  const { bones } = file;
  const nodes = bones.map((bone) => document.createNode(nameText(bone.name)));
  const worlds: Matrix[] = bones.map(() => IDENTITY);
  const displaced = new Set<number>();
  const { parents, invalid, order } = hierarchyOf(bones.map(({ parent }) => parent));
  const used = usedBones(file);
  const depths = new Uint16Array(bones.length);
  let cut = 0;
  for (const i of order) {
    const bone = bones[i];
    const node = nodes[i];
    if (!bone || !node) continue;
    let parent = parents[i] ?? -1;
    if (depths[parent] === MAX_DEPTH) {
      parent = -1;
      cut++;
    }
    depths[i] = parent === -1 ? 0 : (depths[parent] ?? 0) + 1;
    const above = worlds[parent] ?? IDENTITY;
    (nodes[parent] ?? root).addChild(node);
    const bind = affine(bone.bindMatrix, space);
    const intoParent = invertAffine(above);
    const placed = bind && intoParent && placeNode(node, multiplyMatrices(intoParent, bind.matrix));
    worlds[i] = placed ? multiplyMatrices(above, placed.matrix) : above;
    if (!placed?.clean) displaced.add(i);
    addBoneExtras(document, node, bone, i, used[i] === 1);
  }
  ledger.add(
    "BONE_PARENTS_REPLACED",
    "bones",
    invalid.length,
    "bones whose parent does not exist, or is below them, became roots",
    "node extras parent",
  );
  ledger.add("BONE_CHAINS_CUT", "bones", cut, `bones below ${MAX_DEPTH} others became roots`, "node extras parent");
  ledger.add(
    "BONE_MATRICES_CHANGED",
    "bones",
    displaced.size,
    "bones whose matrix is none of place, rotation and scale stand where a node can",
    "node extras bindMatrix",
  );
  return { nodes, worlds, displaced };
}

function addBoneExtras(document: Document, node: Node, bone: BmeshBone, index: number, isUsed: boolean): void {
  addExtras(node, {
    kind: "joint",
    index,
    nameBytes: rawName(bone.name),
    parent: bone.parent,
    hasSkinnedVertices: bone.hasSkinnedVertices,
    isUsed: isUsed === bone.hasSkinnedVertices > 0 ? undefined : isUsed,
    pad: bone.pad.some((byte) => byte !== 0) ? toHex(bone.pad) : undefined,
    bindMatrix: storeArray(document, bone.bindMatrix),
    inverseBindMatrix: storeArray(document, bone.inverseBindMatrix),
  });
}

/** The skin over the bones, with the file's inverse bind matrices. */
export function addSkin(
  document: Document,
  name: string,
  { bones }: BmeshFile,
  { nodes, worlds, displaced }: Skeleton,
  space: Space,
  ledger: LossLedger,
): Skin {
  const matrices = new Float32Array(bones.length * 16);
  let replaced = 0;
  bones.forEach((bone, i) => {
    const stored = affine(bone.inverseBindMatrix, space);
    const world = worlds[i] ?? IDENTITY;
    if (stored && !stored.forced && !displaced.has(i)) {
      matrices.set(stored.matrix, i * 16);
      return;
    }
    // A bone that does not stand where the file says would pull its vertices with it.
    const own = invertAffine(world) ?? [...IDENTITY];
    if (!stored || stored.forced || matrixDistance(stored.matrix, own) > BOTTOM_ROW * matrixSize(own)) replaced++;
    matrices.set(own.map(Math.fround).every(Number.isFinite) ? own : IDENTITY, i * 16);
  });
  ledger.add(
    "INVERSE_BIND_MATRICES_REPLACED",
    "bones",
    replaced,
    "inverse bind matrices that do not fit their bones' nodes were computed anew",
    "node extras inverseBindMatrix",
  );
  const skin = document
    .createSkin(name)
    .setInverseBindMatrices(accessor(document, "inverse bind matrices", "MAT4", matrices));
  for (const node of nodes) skin.addJoint(node);
  return skin;
}

/** One empty node per hardpoint, below its bone, in the order of the file. */
export function addHardpoints(
  document: Document,
  root: Node,
  { hardpoints }: BmeshFile,
  skeleton: Skeleton,
  space: Space,
  ledger: LossLedger,
): Node[] {
  let moved = 0;
  let rerooted = 0;
  const nodes = hardpoints.map((point, index) => {
    const node = document.createNode(nameText(point.name));
    const bone = skeleton.nodes[point.parent];
    if (!bone && point.parent >= 0) rerooted++;
    (bone ?? root).addChild(node);
    const place = affine(bone ? point.hpToBoneMatrix : point.bindMatrix, space);
    if (!place || place.forced || !placeNode(node, place.matrix).clean) moved++;
    addExtras(node, {
      kind: "hardpoint",
      index,
      nameBytes: rawName(point.name),
      parent: point.parent,
      bindMatrix: storeArray(document, point.bindMatrix),
      inverseBindMatrix: storeArray(document, point.inverseBindMatrix),
      hpToBoneMatrix: storeArray(document, point.hpToBoneMatrix),
      normalizedBindMatrix: storeArray(document, point.normalizedBindMatrix),
      normalizedHpToBoneMatrix: storeArray(document, point.normalizedHpToBoneMatrix),
    });
    return node;
  });
  ledger.add(
    "HARDPOINT_PARENTS_REPLACED",
    "hardpoints",
    rerooted,
    "hardpoints of bones that do not exist hang on the root",
    "node extras parent",
  );
  ledger.add(
    "HARDPOINT_MATRICES_CHANGED",
    "hardpoints",
    moved,
    "hardpoints whose matrix is none of place, rotation and scale stand where a node can",
    "node extras hpToBoneMatrix",
  );
  return nodes;
}
