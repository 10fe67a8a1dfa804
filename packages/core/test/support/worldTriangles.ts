import type { Document, Node, Primitive } from "@gltf-transform/core";
import { determinantOf } from "../../src/scene/matrices.ts";

/**
 * Corners of all triangles of a document in metres, 9 numbers each, in the order of the tree: what a viewer shows in the
 * pose of the file. Skinned vertices stand where their joints put them; mirrored nodes turn their triangles round as
 * glTF 2.0 says (3.6.2.1).
 */
export function worldTriangles(document: Document): Float64Array {
  const corners: number[] = [];
  const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
  scene?.traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) corners.push(...trianglesOf(node, primitive));
  });
  return Float64Array.from(corners);
}

function trianglesOf(node: Node, primitive: Primitive): number[] {
  const positions = worldPositions(node, primitive);
  const indices = primitive.getIndices()?.getArray() ?? [];
  const mirrored = !node.getSkin() && determinantOf(node.getWorldMatrix()) < 0;
  const corners: number[] = [];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    for (const k of mirrored ? [0, 2, 1] : [0, 1, 2]) {
      const vertex = indices[i + k] ?? 0;
      corners.push(...positions.subarray(vertex * 3, vertex * 3 + 3));
    }
  }
  return corners;
}

function worldPositions(node: Node, primitive: Primitive): Float64Array {
  const source = primitive.getAttribute("POSITION")?.getArray() ?? new Float32Array(0);
  const skin = node.getSkin();
  const joints = primitive.getAttribute("JOINTS_0")?.getArray();
  const weights = primitive.getAttribute("WEIGHTS_0");
  const world = new Float64Array(source.length);
  const inverses = skin?.getInverseBindMatrices();
  const moves = skin?.listJoints().map((joint, i) => {
    return (x: number, y: number, z: number) =>
      apply(joint.getWorldMatrix(), ...apply(inverses?.getElement(i, []) ?? [], x, y, z));
  });
  for (let vertex = 0; vertex * 3 < source.length; vertex++) {
    const [x = 0, y = 0, z = 0] = source.subarray(vertex * 3, vertex * 3 + 3);
    if (!moves || !joints || !weights) {
      world.set(apply(node.getWorldMatrix(), x, y, z), vertex * 3);
      continue;
    }
    weights.getElement(vertex, []).forEach((weight, slot) => {
      const place = moves[joints[vertex * 4 + slot] ?? 0]?.(x, y, z) ?? [0, 0, 0];
      for (let axis = 0; axis < 3; axis++) {
        world[vertex * 3 + axis] = (world[vertex * 3 + axis] ?? 0) + weight * (place[axis] ?? 0);
      }
    });
  }
  return world;
}

function apply(m: readonly number[], x: number, y: number, z: number): [number, number, number] {
  const at = (row: number) => (m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + (m[row + 12] ?? 0);
  return [at(0), at(1), at(2)];
}

/** Volume that triangles enclose; positive if they face outward. @param corners 9 numbers per triangle */
export function volumeOfTriangles(corners: Float64Array): number {
  let six = 0;
  for (let i = 0; i + 8 < corners.length; i += 9) {
    const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = corners.subarray(i, i + 9);
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
}

/** The largest amount of a number, and the largest difference of two lists of the same length. */
export function largest(a: Float64Array): number {
  return a.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
}
export function largestDifference(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) return Infinity;
  return a.reduce((max, value, i) => Math.max(max, Math.abs(value - (b[i] ?? 0))), 0);
}
