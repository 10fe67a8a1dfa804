import type { Document, Node } from "@gltf-transform/core";
import type { CodePage } from "../../../bytes/codePage.ts";
import { addExtras } from "../../../scene/document.ts";
import { replaceNonFinite } from "../../../scene/finite.ts";
import type { LossLedger } from "../../../scene/loss.ts";
import { IDENTITY, type Matrix, mapMatrix } from "../../../scene/matrices.ts";
import { normalizeQuaternions } from "../../../scene/quaternions.ts";
import { storeArray } from "../../../scene/rawData.ts";
import { mapQuaternions, mapVectors } from "../../../scene/space.ts";
import { nameForExtras } from "../names.ts";
import { MSH_SPACE } from "../space.ts";
import type { SklFile } from "./file.ts";
import { inverseBindOf } from "./pose.ts";
import { boneFinder, treeOf, unreachedBones } from "./tree.ts";

/** The bones of a skeleton as nodes of a document. */
export interface BoneNodes {
  /** One per bone, in the order of the file. */
  nodes: Node[];
  /** Inverse bind matrices in glTF's axes, in the order of the file. */
  inverseBinds: Matrix[];
  /** The number of a bone by the bytes of its name, -1 if there is none. */
  find(name: Uint8Array): number;
}

/** Nodes for all bones below the root, in their rest pose. What a node can not hold is in its extras. */
export function addBones(
  document: Document,
  root: Node,
  file: SklFile,
  codePage: CodePage,
  ledger: LossLedger,
): BoneNodes {
  const changed = { numbers: 0, quaternions: 0 };
  const nodes = file.bones.map((bone, i) => {
    const position = mapVectors(bone.localPosition, MSH_SPACE);
    changed.numbers += replaceNonFinite(position);
    const { rotations, normalized, replaced } = normalizeQuaternions(mapQuaternions(bone.localRotation, MSH_SPACE));
    changed.quaternions += normalized + replaced;
    const node = document.createNode(codePage.decode(bone.name.raw).text);
    addExtras(node, {
      kind: "bone",
      bone: i,
      name: nameForExtras(bone.name, codePage),
      parentName: nameForExtras(bone.parentName, codePage),
      childNames: bone.childNames.map((name) => nameForExtras(name, codePage)),
      localPosition: storeArray(document, bone.localPosition),
      localRotation: storeArray(document, bone.localRotation),
      inverseBindPosition: storeArray(document, bone.inverseBindPosition),
      inverseBindRotation: storeArray(document, bone.inverseBindRotation),
      objectMatrix: storeArray(document, bone.objectMatrix),
    });
    const [x = 0, y = 0, z = 0] = position;
    const [qx = 0, qy = 0, qz = 0, qw = 1] = rotations;
    return node.setTranslation([x, y, z]).setRotation([qx, qy, qz, qw]);
  });
  const tree = treeOf(file);
  nodes.forEach((node, i) => {
    (nodes[tree.parents[i] ?? -1] ?? root).addChild(node);
  });
  let singular = 0;
  const inverseBinds = file.bones.map((bone) => {
    const matrix = mapMatrix(inverseBindOf(bone), MSH_SPACE);
    if (matrix.every((value) => Number.isFinite(Math.fround(value)))) return matrix;
    singular++;
    return IDENTITY;
  });
  const kept = "node extras";
  ledger.add(
    "NOT_FINITE",
    "skeleton.bones",
    changed.numbers,
    "numbers of the rest pose that are not finite became 0",
    kept,
  );
  ledger.add(
    "QUATERNIONS_NORMALIZED",
    "skeleton.bones",
    changed.quaternions,
    "rotations that were not of unit length",
    kept,
  );
  ledger.add("BIND_NOT_FINITE", "skeleton.bones", singular, "inverse bind transforms that are not finite", kept);
  const unreached = unreachedBones(file, tree).length;
  ledger.add(
    "BONES_UNREACHED",
    "skeleton.bones",
    unreached,
    "bones that no list of children leads to became roots",
    kept,
  );
  const broken = tree.cyclic.length + tree.unknown.length;
  ledger.add(
    "CHILDREN_DROPPED",
    "skeleton.bones",
    broken,
    "children that no bone is called or that have a parent",
    kept,
  );
  if (file.linkedSkeleton.raw.byteLength > 0) {
    addExtras(document.getRoot(), { linkedSkeleton: nameForExtras(file.linkedSkeleton, codePage) });
    const message = "the linked skeleton moves the bind pose in the game, and is not applied";
    ledger.add("LINKED_SKELETON", "skeleton.linkedSkeleton", 1, message, "document extras linkedSkeleton");
  }
  return { nodes, inverseBinds, find: boneFinder(file) };
}
