import { describe, expect, it } from "vitest";
import { collisionTreeOf, isCanonicalTree } from "../../src/formats/unigine/collision.ts";
import { regenerateEdges } from "../../src/formats/unigine/edges.ts";
import type { UnigineFile } from "../../src/formats/unigine/file.ts";
import { surfacesOf } from "../../src/formats/unigine/surfaces.ts";
import { openMesh } from "../../src/operations/open.ts";
import { describeCorpus } from "../support/files.ts";

/** Two triangles over the edge from (0, 0, 0) to (0, 1, 0), their outer corners at x = 1 and x = -1. */
const roof = (height: number) => Float32Array.of(0, 0, 0, 0, 1, 0, -1, 0, height, 1, 0, height);
// (0, 1, 2) lies on the left, (1, 0, 3) on the right; both are counter-clockwise from above.
const indices = [0, 1, 2, 1, 0, 3];

describe("edge bits", () => {
  // Bit 2 is the edge (v0, v1): the one that both triangles share here.
  it("are clear where the surface goes on flat", () =>
    expect(regenerateEdges(roof(0), indices)).toEqual(Uint8Array.of(3, 3)));
  it("are set on both sides where it bends outward", () =>
    expect(regenerateEdges(roof(-1), indices)).toEqual(Uint8Array.of(7, 7)));
  it("are clear where it bends inward", () => expect(regenerateEdges(roof(1), indices)).toEqual(Uint8Array.of(3, 3)));
  it("are set where three triangles meet", () => {
    const positions = Float32Array.of(...roof(0), 0, 0.5, 1);
    expect(regenerateEdges(positions, [...indices, 0, 1, 4])).toEqual(Uint8Array.of(7, 7, 7));
  });
  it("are not made where an index is out of range", () => expect(regenerateEdges(roof(0), [0, 1, 4])).toBeUndefined());
});

describe("the tree", () => {
  it("of four separate triangles splits in the middle of the longest run", () => {
    // Unit right triangles at x = 0, 2, 4, 6; box 0 to 7, middle 3.5.
    const positions = Float32Array.from([0, 2, 4, 6].flatMap((x) => [x, 0, 0, x + 1, 0, 0, x, 1, 0]));
    const corners = Uint8Array.from({ length: 12 }, (_, i) => i);
    expect(collisionTreeOf(positions, corners)).toMatchObject({
      nodeCount: 3,
      treeIndices: { values: Int32Array.of(0, 3, 6, 9) },
      nodes: { axes: Uint8Array.of(0, 0, 0), links: { values: Int32Array.of(1, 2, 0, 0, -1, -1, 0, 2, -1, -1, 2, 4) } },
      boxes: Float32Array.of(0, 0, 0, 7, 1, 0, 0, 0, 0, 3, 1, 0, 4, 0, 0, 7, 1, 0),
      splitDistances: Float32Array.of(3.5, 0, 0),
    });
  });
  it("of triangles that no axis separates is one leaf", () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const tree = collisionTreeOf(
      positions,
      Uint8Array.from({ length: 30 }, (_, i) => i % 3),
    );
    expect(tree).toMatchObject({ nodeCount: 1, nodes: { links: { values: Int32Array.of(-1, -1, 0, 10) } } });
  });
  it("of nothing has no nodes", () => {
    expect(collisionTreeOf(new Float32Array(0), new Uint8Array(0))).toMatchObject({ nodeCount: 0, edgeCount: 0 });
  });
});

describeCorpus("unigine/ms14", ["mesh"], (files) => {
  it.each(files)("$name has the edges and trees that our rules give", ({ bytes }) => {
    const file = openMesh(bytes).file as UnigineFile;
    for (const { tree, targets, cIndices } of surfacesOf(file)) {
      const made = collisionTreeOf(targets[0]?.positions ?? new Float32Array(0), cIndices);
      expect(tree && made && isCanonicalTree(tree, made)).toBe(true);
    }
  });
});
