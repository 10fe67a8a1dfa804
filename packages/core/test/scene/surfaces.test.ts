import { Document, type GLTF } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { accessor } from "../../src/scene/document.ts";
import { LossLedger } from "../../src/scene/loss.ts";
import type { Space } from "../../src/scene/space.ts";
import { normalsOf, positionsOf, tangentsOf, targetOffsetsOf } from "../../src/scene/surfaceStreams.ts";
import { sceneSurfaces } from "../../src/scene/surfaces.ts";

/** glTF's numbers for the modes of a primitive. */
const [LINES, TRIANGLES, STRIP, FAN] = [1, 4, 5, 6] as const;
const UNCHANGED: Space = { axes: [0, 1, 2], signs: [1, 1, 1], metres: 1, bakeScale: true, summary: "as glTF" };
/** Lost Saga's: left-handed centimetres. */
const LEFT: Space = { axes: [0, 1, 2], signs: [1, 1, -1], metres: 0.01, bakeScale: false, summary: "" };

/** A document with one triangle (0,0,1) (1,0,1) (0,1,1), normal and tangent, on one node. */
function triangle(mode: GLTF.MeshPrimitiveMode = TRIANGLES, indices: number[] | null = [0, 1, 2]) {
  const document = new Document();
  document.createBuffer();
  const vec3 = (numbers: number[]) => accessor(document, "", "VEC3", Float32Array.from(numbers));
  const primitive = document
    .createPrimitive()
    .setMode(mode)
    .setAttribute("POSITION", vec3([0, 0, 1, 1, 0, 1, 0, 1, 1]))
    .setAttribute("NORMAL", vec3([0, 0, 1, 0, 0, 1, 0, 0, 1]))
    .setAttribute("TANGENT", accessor(document, "", "VEC4", Float32Array.of(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1)));
  if (indices) primitive.setIndices(accessor(document, "", "SCALAR", Uint16Array.from(indices)));
  const node = document.createNode("n").setMesh(document.createMesh("m").addPrimitive(primitive));
  document.createScene().addChild(node);
  return { document, primitive, node, vec3 };
}
const zeros = (array: ArrayLike<number> | undefined) => Array.from(array ?? [], (value) => value + 0);
const surfacesOf = (document: Document, metres = 1) => sceneSurfaces(document, metres, new LossLedger());
const only = (document: Document, metres = 1) => {
  const [surface] = surfacesOf(document, metres);
  if (!surface) throw new Error("no surface");
  return surface;
};

describe("surfaces of a scene", () => {
  it("keep the bits of numbers that nothing moves, through axes and back", () => {
    const { document, node } = triangle();
    node.setScale([0.01, 0.01, 0.01]);
    const surface = only(document, 0.01);
    expect(surface.place).toBeUndefined();
    expect(zeros(positionsOf(surface, LEFT))).toEqual([0, 0, -1, 1, 0, -1, 0, 1, -1]);
  });

  it("take a scale that went through single precision for the unit that it was", () => {
    const { document, node } = triangle();
    const rounded = Math.fround(0.01);
    node.setScale([rounded, rounded, rounded]);
    expect(only(document, 0.01).place).toBeUndefined();
  });

  it("stand where their nodes put them, in the file's unit", () => {
    const { document, node } = triangle();
    document
      .createNode("above")
      .setScale([2, 2, 2])
      .addChild(node.setTranslation([10, 0, 0]));
    const parent = document
      .getRoot()
      .listNodes()
      .find((found) => found.getName() === "above");
    document.getRoot().listScenes()[0]?.removeChild(node);
    if (parent) document.getRoot().listScenes()[0]?.addChild(parent);
    const positions = positionsOf(only(document, 0.01), LEFT);
    for (const [i, value] of [2000, 0, -200, 2200, 0, -200, 2000, 200, -200].entries()) {
      expect(positions[i]).toBeCloseTo(value, 3);
    }
  });

  it("of mirrored nodes are turned round, with outward normals and the other bitangent", () => {
    const { document, node } = triangle();
    node.setScale([-1, 1, 1]);
    const surface = only(document);
    expect([...surface.indices]).toEqual([0, 2, 1]);
    expect(zeros(positionsOf(surface, UNCHANGED))).toEqual([0, 0, 1, -1, 0, 1, 0, 1, 1]);
    expect(zeros(normalsOf(surface, UNCHANGED)).slice(0, 3)).toEqual([0, 0, 1]);
    const tangents = tangentsOf(surface, UNCHANGED);
    expect(zeros(tangents?.directions).slice(0, 3)).toEqual([-1, 0, 0]);
    expect(tangents?.signs[0]).toBe(-1);
  });

  it("have normals perpendicular to their faces under uneven scale", () => {
    const { document, node, primitive, vec3 } = triangle();
    const h = Math.SQRT1_2;
    primitive.setAttribute("NORMAL", vec3([h, h, 0, h, h, 0, h, h, 0]));
    node.setScale([2, 1, 1]);
    // The plane x + y = c becomes x / 2 + y = c: normal (1, 2, 0), unit length.
    const [x = 0, y = 0, z = 0] = normalsOf(only(document), UNCHANGED) ?? [];
    expect([x, y, z]).toEqual([1, 2, 0].map((value) => expect.closeTo(value / Math.sqrt(5), 6)));
  });

  it("move morph targets without the node's translation", () => {
    const { document, node, primitive, vec3 } = triangle();
    primitive.addTarget(document.createPrimitiveTarget().setAttribute("POSITION", vec3([0, 0, 5, 0, 0, 0, 0, 0, 0])));
    node.setTranslation([7, 7, 7]).setScale([3, 3, 3]);
    expect(zeros(targetOffsetsOf(only(document), 0, UNCHANGED)).slice(0, 3)).toEqual([0, 0, 15]);
  });

  it.each([
    ["lists without indices", TRIANGLES, null, [0, 1, 2]],
    ["strips", STRIP, [0, 1, 2, 0], [0, 1, 2, 2, 1, 0]],
    ["strips joined by repeated corners", STRIP, [0, 1, 2, 2, 0, 0, 1, 2], [0, 1, 2, 1, 0, 2]],
    ["fans", FAN, [0, 1, 2, 1], [0, 1, 2, 0, 2, 1]],
  ])("may be %s", (_, mode, indices, expected) => {
    expect([...only(triangle(mode, indices).document).indices]).toEqual(expected);
  });

  it("leave out points and lines with a loss", () => {
    const ledger = new LossLedger();
    expect(sceneSurfaces(triangle(LINES).document, 1, ledger)).toEqual([]);
    expect(ledger.losses).toMatchObject([{ code: "NOT_TRIANGLES", path: "n/primitives[0]", count: 1 }]);
  });

  it("are refused with NaN or with indices that point nowhere", () => {
    expect(() => only(triangle(TRIANGLES, [0, 1, 3]).document)).toThrow(/index 3 points beyond the 3/);
    const { document, primitive, vec3 } = triangle();
    primitive.setAttribute("POSITION", vec3([0, 0, 0, 0, Number.NaN, 0, 0, 0, 0]));
    expect(() => positionsOf(only(document), UNCHANGED)).toThrow(/POSITION\[1\].*NaN is not a finite number/);
  });

  it("outside the shown scene are a loss", () => {
    const { document } = triangle();
    document.createNode("hidden").setMesh(document.getRoot().listMeshes()[0] ?? null);
    const ledger = new LossLedger();
    expect(sceneSurfaces(document, 1, ledger)).toHaveLength(1);
    expect(ledger.losses).toMatchObject([{ code: "NODES_OUTSIDE_SCENE", count: 1 }]);
  });
});
