import { describe, expect, it } from "vitest";
import type { Ms14File } from "../../src/formats/unigine/file.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { writeGlb } from "../../src/scene/glb.ts";
import { edited as editedBmesh } from "../bmesh/build.ts";
import { expectValidGlb, numbersOf } from "../support/gltf.ts";
import { edited, first } from "../unigine/build.ts";

/** Damaged files, and 337 old surfaces of real UNIGINE files, have a second set of UVs alone or none at all. */
describe("a second set of UVs without a first", () => {
  const stand = (file: Ms14File) => {
    const { value } = first(file.geometryBlocks);
    const tVertices = first(value.targets).tangentCount;
    value.uv1 = Float32Array.from({ length: 2 * tVertices }, () => 0.25);
    value.uv1Count = tVertices;
    value.uv0 = new Float32Array(0);
    value.uv0Count = 0;
  };

  it.each([
    [
      "bMesh",
      () => editedBmesh("rod_rigid", (file) => ({ uv1: file.uv0.map(() => 0.25), uv0: new Float32Array(0) })),
      "uv1",
    ],
    ["UNIGINE", () => edited("column_ms14_skinned", "ms14", stand), "geometryBlocks[0].payload.uv1"],
  ])("of %s becomes the first set of glTF", async (_, bytes, path) => {
    const { document, losses } = await meshToScene(bytes());
    await expectValidGlb(await writeGlb(document));
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    expect(new Set(numbersOf(primitive?.getAttribute("TEXCOORD_0")))).toEqual(new Set([0.25]));
    expect(primitive?.getAttribute("TEXCOORD_1")).toBeNull();
    expect(losses).toContainEqual(expect.objectContaining({ code: "UV_SET_MOVED", path }));
  });
});
