import { Document } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import {
  IDENTITY,
  invertAffine,
  mapMatrix,
  matrixDistance,
  matrixSize,
  multiplyMatrices,
} from "../../src/scene/matrices.ts";
import { placeNode } from "../../src/scene/placeNode.ts";
import type { Space } from "../../src/scene/space.ts";

const zUp: Space = { axes: [0, 2, 1], signs: [1, 1, -1], metres: 1, bakeScale: true, summary: "z up" };
/** A quarter turn about z and a move: (x, y, z) becomes (5 - y, 6 + x, 7 + z). */
const turn = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];

describe("matrices", () => {
  it("are mapped as the points are that they move", () => {
    // (x, y, z) becomes (x, z, -y): the turn about z is one about y, and (5, 6, 7) becomes (5, 7, -6).
    expect(mapMatrix(turn, zUp)).toEqual([0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 5, 7, -6, 1]);
    expect(mapMatrix(IDENTITY, zUp)).toEqual(IDENTITY);
  });

  it("are multiplied right to left", () => {
    const move = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1];
    expect(multiplyMatrices(turn, move).slice(12, 15)).toEqual([5, 7, 7]); // (1, 0, 0) turned is (0, 1, 0)
    expect(multiplyMatrices(move, turn).slice(12, 15)).toEqual([6, 6, 7]);
  });

  it("are inverted", () => {
    expect(invertAffine(turn)).toEqual([0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, -6, 5, -7, 1]);
    const skewed = [2, 0, 0, 0, 0.5, 3, 0, 0, 0, -1, 4, 0, 1, 2, 3, 1];
    expect(matrixDistance(multiplyMatrices(skewed, invertAffine(skewed) ?? []), IDENTITY)).toBeLessThan(1e-12);
    expect(invertAffine(new Array(16).fill(0))).toBeUndefined();
    expect(invertAffine([Number.NaN, ...turn.slice(1)])).toBeUndefined();
  });

  it("are compared", () => {
    expect(matrixDistance(turn, turn)).toBe(0);
    expect(matrixDistance([Number.NaN, ...turn.slice(1)], turn)).toBe(Infinity);
    expect(matrixSize(turn)).toBe(7);
    expect(matrixSize(new Array(16).fill(0))).toBe(1);
  });
});

describe("a node", () => {
  const node = new Document().createNode();

  it("is placed by a matrix", () => {
    const { matrix, clean } = placeNode(node, turn);
    expect(clean).toBe(true);
    expect(matrixDistance(matrix, turn)).toBeLessThan(1e-12);
    expect(node.getTranslation()).toEqual([5, 6, 7]);
  });

  it("says that shear was lost", () => {
    expect(placeNode(node, [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]).clean).toBe(false);
  });

  it("stays where it is when the matrix is none", () => {
    expect(placeNode(node, new Array(16).fill(0)).clean).toBe(false);
    expect(placeNode(node, [...turn.slice(0, 12), Number.NaN, 0, 0, 1]).clean).toBe(false);
  });
});
