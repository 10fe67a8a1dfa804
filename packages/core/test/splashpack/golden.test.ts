import { describe, expect, it } from "vitest";
import { leafSpans } from "../../src/bytes/trace.ts";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import { triangleL1 } from "../../src/formats/splashpack/records.ts";
import { column } from "../../src/layout/table.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh, spanAt, spansAtByte } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { GOLDEN } from "./golden.ts";

const expected = {
  header: { version: 1, objectCount: 1, atlasCount: 0 },
  objects: [
    {
      position: Int32Array.of(-16384, -16384, -16384),
      rotation: Int32Array.of(4096, 0, 0, 0, 4096, 0, 0, 0, 4096),
      texturePage: 0x0305,
      triangleCount: 1,
      meshOffset: 64,
    },
  ],
  atlases: [],
  meshes: [{ triangles: GOLDEN.slice(64) }],
  atlasData: [],
  gaps: [],
  trailing: new Uint8Array(0),
};

describe("the golden SPLASHPACK", () => {
  it("is read as published", () => {
    const mesh = openMesh(GOLDEN);
    expect(mesh.dialect).toBe("L1");
    expect(mesh.file).toEqual(expected);
  });

  it("has these columns", () => {
    const { triangles } = expected.meshes[0] ?? { triangles: GOLDEN };
    expect(column(triangles, triangleL1, "positions", Int16Array)).toEqual(Int16Array.of(0, 0, 0, 41, 0, 0, 0, 41, 0));
    expect(column(triangles, triangleL1, "normal", Int16Array)).toEqual(Int16Array.of(0, 0, -4096));
    expect(column(triangles, triangleL1, "uv0", Uint8Array)).toEqual(Uint8Array.of(0, 0, 255, 0, 0, 255));
    expect(column(triangles, triangleL1, "uvPad", Uint16Array)).toEqual(Uint16Array.of(0));
    expect(column(triangles, triangleL1, "colors", Uint8Array)).toEqual(
      Uint8Array.of(128, 128, 128, 0, 128, 128, 128, 0, 128, 128, 128, 0),
    );
  });

  it("is written from its fields byte for byte", () => {
    expect(splashpack.write(expected, "L1")).toEqual(GOLDEN);
  });

  it("is mapped to the offsets of the page", () => {
    const { spans } = mapMesh(GOLDEN);
    const places = Object.fromEntries(leafSpans(spans).map((span) => [span.path, [span.offset, span.size]]));
    expect(places).toEqual({
      "header.magic": [0, 2],
      "header.version": [2, 2],
      "header.objectCount": [4, 2],
      "header.atlasCount": [6, 2],
      objects: [8, 56],
      atlases: [64, 0],
      "meshes[0].triangles": [64, 44],
    });
    expect(spanAt(spans, "objects[0].rotation")).toMatchObject({ offset: 20, size: 36 });
    expect(spanAt(spans, "objects[0].meshOffset")).toMatchObject({ offset: 60, size: 4 });
    expect(spanAt(spans, "meshes[0].triangles[0].colors")).toMatchObject({ offset: 96, size: 12 });
    expect(spansAtByte(spans, 94).map(({ path }) => path)).toEqual([
      "meshes[0]",
      "meshes[0].triangles",
      "meshes[0].triangles[0]",
      "meshes[0].triangles[0].uvPad",
    ]);
  });

  it("faces glTF's +z, counter-clockwise, 25/1024 metre per unit", async () => {
    const { document } = await meshToScene(GOLDEN);
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    const array = (name: string) => Array.from(primitive?.getAttribute(name)?.getArray() ?? []);
    const side = (41 * 25) / 1024;
    expect(array("POSITION")).toEqual([0, 0, 0, 0, -side, 0, side, 0, 0]); // v0, v2, v1
    expect(array("NORMAL")).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(array("_NORMAL_RAW")).toEqual([0, 0, -4096, 0, 0, 0, -4096, 0, 0, 0, -4096, 0]);
    expect(array("TEXCOORD_0")).toEqual([0.5, 0.5, 0.5, 255.5, 255.5, 0.5].map((texel) => Math.fround(texel / 256)));
    expect(array("COLOR_0")).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(array("_COLOR_RAW")).toEqual([128, 128, 128, 0, 128, 128, 128, 0, 128, 128, 128, 0]);
    expect(Array.from(primitive?.getIndices()?.getArray() ?? [])).toEqual([0, 1, 2]);
  });

  it("is valid, but for the atlas that its page asks for", async () => {
    expect((await validateMesh(GOLDEN)).issues).toMatchObject([
      { code: "SPLASHPACK_PAGE_WITHOUT_ATLAS", path: "objects[0].texturePage", offset: 56, length: 2 },
    ]);
  });

  it("truncated inside the triangle names the mesh, the count and the bytes", () => {
    const mesh = openMesh(GOLDEN.subarray(0, 90));
    expect(mesh.fault?.toJSON()).toMatchObject({
      code: "SPLASHPACK_TRUNCATED",
      path: "meshes[0]",
      offset: 64,
      needed: 44,
      available: 26,
      message: "meshes[0]: needs 44 bytes at offset 64, 26 left; objects[0].triangleCount = 1 asked for it",
    });
    expect(mesh.file).toMatchObject({
      header: expected.header,
      objects: expected.objects,
      atlases: [],
      meshes: [{ triangles: new Uint8Array(0) }],
    });
  });

  it("truncated inside the tables names the count", () => {
    expect(openMesh(GOLDEN.subarray(0, 40)).fault?.toJSON()).toMatchObject({
      code: "SPLASHPACK_TRUNCATED",
      path: "objects",
      offset: 8,
      needed: 56,
      available: 32,
      message: "objects: needs 56 bytes at offset 8, 32 left; header.objectCount = 1 asked for it",
    });
  });
});
