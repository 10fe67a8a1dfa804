import type { Document, Node, Skin } from "@gltf-transform/core";
import { accessor } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { mapVectors } from "../../scene/space.ts";
import type { MeshbinFile } from "./file.ts";
import { MESHBIN_SPACE } from "./space.ts";

/** One joint per bone, as a tree below the root, and the skin that binds positions rigidly to them. */
export function addSkeleton(document: Document, root: Node, file: MeshbinFile, ledger: LossLedger): Skin | undefined {
  const bones = file.bones ?? [];
  if (bones.length === 0) return undefined;
  const nodes = bones.map((bone, i) => {
    const [x = 0, y = 0, z = 0] = mapVectors(bone.localPosition, MESHBIN_SPACE, MESHBIN_SPACE.metres);
    return document.createNode(`bone${i}`).setTranslation([x, y, z]).setRotation(rotationOf(bone.localRotation));
  });
  let rerooted = 0;
  nodes.forEach((node, i) => {
    const parent = parentOf(
      bones.map((bone) => bone.parent),
      i,
    );
    if (parent === undefined && (bones[i]?.parent ?? -1) !== -1) rerooted++;
    ((parent === undefined ? undefined : nodes[parent]) ?? root).addChild(node);
  });
  ledger.add(
    "BONE_PARENTS_REPLACED",
    "bones",
    rerooted,
    "bones whose parent does not exist, or is their own child, became roots",
  );
  const inverse = new Float32Array(nodes.length * 16);
  for (const [i, node] of nodes.entries()) inverse.set(rigidInverse(node.getWorldMatrix()), i * 16);
  const skin = document
    .createSkin(root.getName())
    .setInverseBindMatrices(accessor(document, "inverse bind matrices", "MAT4", inverse));
  for (const node of nodes) skin.addJoint(node);
  return skin;
}

/** The parent of a bone, or undefined for a root, a parent that does not exist, and a chain that never ends. */
function parentOf(parents: readonly number[], bone: number): number | undefined {
  const first = parents[bone] ?? -1;
  let at = first;
  for (let steps = 0; steps <= parents.length; steps++) {
    if (at === -1) return first === -1 ? undefined : first;
    if (at < 0 || at >= parents.length || at === bone) return undefined;
    at = parents[at] ?? -1;
  }
  return undefined;
}

/** w, x, y, z with y down becomes x, -y, -z, w; normalised, which also mends the exporter that wrote 128 = 1. */
function rotationOf(raw: Int16Array): [number, number, number, number] {
  const [w = 0, x = 0, y = 0, z = 0] = raw;
  const length = Math.hypot(w, x, y, z);
  if (length === 0) return [0, 0, 0, 1];
  return [x / length, -y / length + 0, -z / length + 0, w / length];
}

/** Inverse of a rotation with a translation; the last row comes out as exactly 0, 0, 0, 1. */
function rigidInverse(m: readonly number[]): number[] {
  const at = (column: number, row: number) => m[column * 4 + row] ?? 0;
  const translation = [0, 1, 2].map(
    (row) => -(at(row, 0) * at(3, 0) + at(row, 1) * at(3, 1) + at(row, 2) * at(3, 2)) + 0,
  );
  const rotation = [0, 1, 2].flatMap((column) => [at(0, column), at(1, column), at(2, column), 0]);
  return [...rotation, ...translation, 1];
}
