import { describe, expect, it } from "vitest";
import type { Ms15File } from "../../src/formats/unigine/file.ts";
import { indexValues } from "../../src/formats/unigine/indices.ts";
import { textOf } from "../../src/formats/unigine/names.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { accessor } from "../../src/scene/document.ts";
import { first } from "./build.ts";
import { GOLDEN } from "./golden.ts";
import { builtFile, builtSurface, sceneOf } from "./scenes.ts";

/** The triangle of the page's sample in glTF's axes: (x, y, z) of the file is (-x, z, y). */
const triangle = {
  positions: [0, 0, 0, -1, 0, 0, 0, 0, 1],
  normals: [0, 1, 0, 0, 1, 0, 0, 1, 0],
  uvs: [0, 1, 1, 1, 0, 0],
  indices: [0, 1, 2],
};
const UNMIRRORED = [0, 0, 0, -32767];

describe("a triangle", () => {
  it("becomes the page's sample byte for byte: tangents, bounds, edges, tree and estimate are computed", async () => {
    const { bytes } = await builtFile(sceneOf("tri", triangle).document, "ms15", { blocks: "stored" });
    expect(bytes).toEqual(GOLDEN);
  });

  it("keeps a tangent that it has; TANGENT.w = 1 is w < 0", async () => {
    // Tangent +x of glTF is -x of the file: half a turn about z, (0, 0, 1, 0), with w raised to 0.001 and negated.
    const tangents = [1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1];
    const surface = await builtSurface(sceneOf("tri", { ...triangle, tangents }).document);
    expect([...(surface.targets[0]?.tangents.subarray(0, 4) ?? [])]).toEqual([0, 0, -32767, -32]);
  });

  it("whose texture is mirrored has w > 0", async () => {
    const surface = await builtSurface(sceneOf("tri", { ...triangle, uvs: [1, 1, 0, 1, 1, 0] }).document);
    expect([...(surface.targets[0]?.tangents.subarray(0, 4) ?? [])]).toEqual([0, 0, 32767, 32]);
  });

  it("without normals or texture is flat, with some tangent across and w < 0", async () => {
    const { positions, indices } = triangle;
    const surface = await builtSurface(sceneOf("tri", { positions, indices }).document);
    expect([...(surface.targets[0]?.tangents ?? [])]).toEqual([...UNMIRRORED, ...UNMIRRORED, ...UNMIRRORED]);
    expect(surface.uv0).toHaveLength(0);
  });

  it("turned by the option forward lies the other way round", async () => {
    const surface = await builtSurface(sceneOf("tri", triangle).document, "ms15", { forward: "-z" });
    // (x, y, z) of glTF is (x, -z, y) of the file then.
    expect(Array.from(surface.targets[0]?.positions ?? [], (v) => v + 0)).toEqual([0, 0, 0, -1, 0, 0, 0, -1, 0]);
  });
});

/** Two triangles over the edge from (0,0,0) to (0,1,0), as one square. */
const square = {
  positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
  normals: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
  indices: [0, 1, 2, 0, 2, 3],
};

describe("vertices", () => {
  it("with one position share it, whatever else differs", async () => {
    // Six corners, each a vertex of its own; UVs differ on both sides of the diagonal.
    const corner = (values: number[], size: number) =>
      square.indices.flatMap((v) => values.slice(size * v, size * v + size));
    const uvs = [0, 0, 1, 0, 1, 1, 0.5, 0.5, 1, 0.5, 0.5, 1];
    const scene = sceneOf("square", {
      positions: corner(square.positions, 3),
      normals: corner(square.normals, 3),
      uvs,
      indices: [0, 1, 2, 3, 4, 5],
    });
    const surface = await builtSurface(scene.document);
    expect(surface.vertexCount).toBe(4);
    expect(surface.tVertexCount).toBe(6);
    expect([...indexValues(surface.cIndices)]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...indexValues(surface.tIndices)]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("at 0 and -0 are at one place", async () => {
    const { document, primitive } = sceneOf("square", square);
    primitive.getAttribute("POSITION")?.setElement(0, [-0, 0, -0]);
    const surface = await builtSurface(document);
    expect([...(surface.targets[0]?.positions.subarray(0, 3) ?? [])].every((v) => Object.is(v, 0))).toBe(true);
  });

  it("of corners with mirrored textures are told apart", async () => {
    // u runs away from the shared edge on both sides, so the second triangle is mirrored.
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 1, 0];
    const { document } = sceneOf("book", {
      positions,
      normals: square.normals,
      uvs: [0, 0, 1, 0, 0, 1, 1, 1],
      indices: [0, 1, 2, 0, 2, 3],
    });
    const surface = await builtSurface(document);
    expect(surface.vertexCount).toBe(4);
    expect(surface.tVertexCount).toBe(6);
    const signs = Array.from({ length: 6 }, (_, i) => Math.sign(surface.targets[0]?.tangents[4 * i + 3] ?? 0));
    // v points up here, the way a texture is mirrored for the engine; the other triangle is the usual way.
    expect([...indexValues(surface.tIndices)].map((t) => signs[t])).toEqual([1, 1, 1, -1, -1, -1]);
  });

  it("that no face uses are left out", async () => {
    const { document } = sceneOf("square", { ...square, indices: [0, 1, 2] });
    const { surfaces, losses } = await builtFile(document, "ms15");
    expect(first(surfaces).vertexCount).toBe(3);
    expect(losses).toMatchObject([{ code: "VERTICES_UNUSED", count: 1 }]);
  });

  it("are numbered in as many bytes as the rule wants: 255 in one, 256 in two", async () => {
    const fan = (count: number) => ({
      positions: Array.from({ length: count }, (_, i) => [Math.cos(i), Math.sin(i), 0]).flat(),
      normals: Array.from({ length: count }, () => [0, 0, 1]).flat(),
      indices: Array.from({ length: count - 2 }, (_, i) => [0, i + 1, i + 2]).flat(),
    });
    expect((await builtSurface(sceneOf("fan", fan(255)).document)).cIndices).toBeInstanceOf(Uint8Array);
    expect((await builtSurface(sceneOf("fan", fan(256)).document)).cIndices).toBeInstanceOf(Uint16Array);
  });
});

describe("colours", () => {
  it("become bytes, with alpha 1 where there is none, and say how many were rounded", async () => {
    const { document, primitive } = sceneOf("square", square);
    const colors = Float32Array.of(1, 0.5, 0, 0, 0, 0, 1.5, -1, 1, 51 / 255, 102 / 255, 153 / 255);
    primitive.setAttribute("COLOR_0", accessor(document, "", "VEC3", colors));
    const { surfaces, losses } = await builtFile(document, "ms15");
    expect([...first(surfaces).colors]).toEqual([255, 128, 0, 255, 0, 0, 0, 255, 255, 0, 255, 255, 51, 102, 153, 255]);
    expect(losses).toMatchObject([{ code: "COLORS_ROUNDED", count: 2 }]);
  });
});

describe("surfaces", () => {
  it("are named after the node, with the material's name where a mesh has several parts", async () => {
    const { document, primitive, node } = sceneOf("car", square);
    node.getMesh()?.addPrimitive(primitive.clone().setMaterial(document.createMaterial("glass")));
    primitive.setMaterial(document.createMaterial("paint"));
    const { surfaces, codes } = await builtFile(document, "ms15");
    expect(surfaces.map(({ name }) => textOf(name))).toEqual(["car_paint", "car_glass"]);
    expect(codes).toEqual(["MATERIALS_DROPPED"]);
  });

  it("never share a name", async () => {
    const { document, node } = sceneOf("Дом", square);
    const scene = first(document.getRoot().listScenes());
    scene.addChild(document.createNode("Дом").setMesh(node.getMesh()).setTranslation([2, 0, 0]));
    const { surfaces, losses, bytes } = await builtFile(document, "ms15");
    expect(surfaces.map(({ name }) => textOf(name))).toEqual(["Дом", "Дом_2"]);
    expect(losses).toMatchObject([{ code: "NAME_CHANGED", count: 1 }]);
    expect((await validateMesh(bytes)).issues.filter(({ severity }) => severity !== "info")).toEqual([]);
  });

  it("with a second set of UVs are lightmapped", async () => {
    const { document, primitive } = sceneOf("square", square);
    primitive.setAttribute("TEXCOORD_1", accessor(document, "", "VEC2", new Float32Array(8)));
    primitive.setAttribute("TEXCOORD_2", accessor(document, "", "VEC2", new Float32Array(8)));
    const { surfaces, codes } = await builtFile(document, "ms15");
    expect(first(surfaces)).toMatchObject({ lightmapUvChannel: 1, lightmapResolution: 3 });
    expect(first(surfaces).uv1).toHaveLength(8);
    expect(codes).toEqual(["UV_SET_DROPPED"]);
  });

  it("stand where their nodes put them, mirrored ones outside out", async () => {
    const { document, node } = sceneOf("square", square);
    node.setTranslation([10, 0, 0]).setScale([-2, 2, 2]);
    const { file } = await builtFile<Ms15File>(document, "ms15");
    // x of glTF from 8 to 10 is -10 to -8 of the file.
    expect([...file.bounds.min, ...file.bounds.max].map((v) => v + 0)).toEqual([-10, 0, 0, -8, 0, 2]);
    const surface = first(file.geometryBlocks).value;
    const [a = 0, b = 0, c = 0] = indexValues(surface.cIndices);
    const at = (i: number, axis: number) => surface.positions[3 * i + axis] ?? 0;
    // The normal of the file's (x, z) plane must point to +y, as +z of glTF does.
    const cross = (at(b, 2) - at(a, 2)) * (at(c, 0) - at(a, 0)) - (at(b, 0) - at(a, 0)) * (at(c, 2) - at(a, 2));
    expect(cross).toBeGreaterThan(0);
  });
});
