import type { Skin } from "@gltf-transform/core";
import { IDENTITY, type Matrix, matrixDistance, matrixSize, multiplyMatrices } from "./matrices.ts";
import { worldMatrices } from "./worldMatrices.ts";

/** How far joints may disagree and still be taken for a skeleton that stands in its bind pose. */
const SAME_POSE = 1e-4;
/** What single precision makes of a matrix and its inverse. */
const ROUNDING = 1e-5;

/**
 * The bind pose of a skin, as the matrix that turns the numbers of its vertices into metres. A skinned node's own
 * place counts for nothing in glTF; joint matrix times inverse bind matrix is what moves a vertex. If the joints stand in
 * bind pose that product is the same for all of them. If they do not, the space above the skeleton is taken, where
 * exporters put the mesh; so it is if the product differs from it by rounding alone, because it has no rounding errors.
 */
export function skinPlace(skin: Skin): Matrix {
  const joints = skin.listJoints();
  const first = joints[0];
  if (!first) return IDENTITY;
  const worldOf = worldMatrices();
  const products = joints.map((joint, i) => multiplyMatrices(worldOf(joint), inverseBindOf(skin, i)));
  const members = new Set(joints);
  let top = first;
  for (let above = first.getParentNode(); above; above = above.getParentNode()) if (members.has(above)) top = above;
  const above: Matrix = top.getParentNode()?.getWorldMatrix() ?? IDENTITY;
  const [reference = above] = products;
  const isSame = (a: Matrix, b: Matrix, tolerance: number) => matrixDistance(a, b) <= tolerance * matrixSize(b);
  if (!products.every((product) => isSame(product, reference, SAME_POSE))) return above;
  return products.every((product) => isSame(product, above, ROUNDING)) ? above : reference;
}

/** From the mesh to the joint; glTF takes the identity where the skin has no such matrices. */
export function inverseBindOf(skin: Skin, joint: number): Matrix {
  return skin.getInverseBindMatrices()?.getElement(joint, []) ?? IDENTITY;
}
