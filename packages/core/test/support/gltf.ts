import { type Accessor, type Document, PropertyType } from "@gltf-transform/core";
import { validateBytes } from "gltf-validator";
import { expect } from "vitest";
import { signedVolume6 } from "../../src/scene/triangles.ts";

/** Asserts that Khronos' validator finds no error in a GLB. */
export async function expectValidGlb(glb: Uint8Array): Promise<void> {
  const report = await validateBytes(glb, { maxIssues: 50 });
  const errors = report.issues.messages.filter((message) => message.severity === 0);
  expect(errors).toEqual([]);
  expect(report.issues.numErrors).toBe(0);
}

function apply(matrix: readonly number[], x: number, y: number, z: number): [number, number, number] {
  const at = (row: number) =>
    (matrix[row] ?? 0) * x + (matrix[row + 4] ?? 0) * y + (matrix[row + 8] ?? 0) * z + (matrix[row + 12] ?? 0);
  return [at(0), at(1), at(2)];
}

/** Volume that all triangles of a document enclose, in cubic metres; positive if they face outward. */
export function volumeOf(document: Document): number {
  let volume = 0;
  for (const node of document.getRoot().listNodes()) {
    const matrix = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const source = primitive.getAttribute("POSITION")?.getArray() ?? new Float32Array();
      const world = new Float64Array(source.length);
      for (let i = 0; i < source.length; i += 3) {
        world.set(apply(matrix, source[i] ?? 0, source[i + 1] ?? 0, source[i + 2] ?? 0), i);
      }
      volume += signedVolume6(world, primitive.getIndices()?.getArray() ?? []) / 6;
    }
  }
  return volume;
}

/** True if every edge of the surface is used once in each direction, matching vertices by position. */
export function isClosed(document: Document): boolean {
  const edges = new Map<string, number>();
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const positions = primitive.getAttribute("POSITION")?.getArray() ?? [];
      const indices = primitive.getIndices()?.getArray() ?? [];
      const key = (index: number) => Array.from(positions.slice(index * 3, index * 3 + 3)).join();
      for (let i = 0; i + 2 < indices.length; i += 3) {
        const corners = [key(indices[i] ?? 0), key(indices[i + 1] ?? 0), key(indices[i + 2] ?? 0)];
        if (new Set(corners).size < 3) continue;
        corners.forEach((from, corner) => {
          const to = corners[(corner + 1) % 3];
          edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1);
          edges.set(`${to} ${from}`, (edges.get(`${to} ${from}`) ?? 0) - 1);
        });
      }
    }
  }
  return edges.size > 0 && [...edges.values()].every((count) => count === 0);
}

/**
 * Asserts that a skinned mesh stands where its unskinned positions say: for each joint, world matrix times inverse
 * bind matrix is the world matrix of the mesh's own node.
 */
export function expectBindPose(document: Document, digits = 5): void {
  for (const node of document.getRoot().listNodes()) {
    const skin = node.getSkin();
    if (!skin) continue;
    const inverse = skin.getInverseBindMatrices()?.getArray() ?? new Float32Array();
    const expected = node.getWorldMatrix();
    skin.listJoints().forEach((joint, i) => {
      const product = multiply(joint.getWorldMatrix(), Array.from(inverse.slice(i * 16, i * 16 + 16)));
      for (const [at, value] of product.entries()) expect(value).toBeCloseTo(expected[at] ?? 0, digits);
    });
  }
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, i) => {
    const [column, row] = [i >> 2, i & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0), 0);
  });
}

/** The numbers of an accessor, all zeros alike; none if there is no accessor. */
export function numbersOf(accessor: Accessor | null | undefined): number[] {
  const array = accessor?.getArray();
  return array ? Array.from(array as Float32Array, (value) => value + 0) : []; // any typed array will do; the union has no common iterator
}

/** Names of the nodes of a document. */
export function nodeNames(document: Document): string[] {
  return document
    .getRoot()
    .listNodes()
    .filter((node) => node.propertyType === PropertyType.NODE)
    .map((node) => node.getName());
}
