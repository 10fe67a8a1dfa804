import { describe, expect, it } from "vitest";
import type { MshFile } from "../../src/formats/msh/file.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { writeGlb } from "../../src/scene/glb.ts";
import { expectValidGlb, numbersOf } from "../support/gltf.ts";
import { GOLDEN } from "./golden.ts";

/** What the fuzz lane once found. */
describe("repros", () => {
  it("a vertex count without any vertex block does not make the checks allocate for it", async () => {
    const { positions: _, normals: __, uv0: ___, ...file } = openMesh(GOLDEN).file as MshFile;
    const bytes = msh.write({ ...file, vertexMask: 0, vertexCount: 2 ** 31 - 1 }, "MSH");
    const before = process.memoryUsage().rss;
    expect((await validateMesh(bytes)).mesh.fault).toBeUndefined();
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20);
  });

  it("uv1 without uv0 becomes the first set of glTF, which has no second one without it", async () => {
    const { uv0, ...file } = openMesh(GOLDEN).file as MshFile;
    const bytes = msh.write({ ...file, vertexMask: 0x221, uv1: uv0 ?? new Float32Array(6) }, "MSH");
    const { document } = await meshToScene(bytes);
    await expectValidGlb(await writeGlb(document));
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    expect(numbersOf(primitive?.getAttribute("TEXCOORD_0"))).toEqual([0, 1, 0, 0, 1, 1]);
    expect(primitive?.getAttribute("TEXCOORD_1")).toBeNull();
  });
});
