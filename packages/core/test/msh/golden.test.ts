import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { leafSpans } from "../../src/bytes/trace.ts";
import type { MshFile } from "../../src/formats/msh/file.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh, spanAt, spansAtByte } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { numbersOf, volumeOf } from "../support/gltf.ts";
import { GOLDEN } from "./golden.ts";

const expected: Omit<MshFile, "indices" | "trailing"> = {
  version: 2000,
  meshType: 0,
  vertexMask: 0x121,
  boundsMin: Float32Array.of(0, 0, 0),
  boundsMax: Float32Array.of(100, 100, 0),
  sphereRadius: Math.fround(Math.sqrt(20000) / 2),
  subMeshCount: 1,
  subMeshes: [{ minIndex: 0, vertexCount: 3, indexStart: 0, faceCount: 1 }],
  vertexCount: 3,
  positions: Float32Array.of(0, 0, 0, 0, 100, 0, 100, 0, 0),
  normals: Float32Array.of(0, 0, -1, 0, 0, -1, 0, 0, -1),
  uv0: Float32Array.of(0, 1, 0, 0, 1, 1),
  faceCount: 1,
};

describe("the golden MSH", () => {
  it("is read as the page says", () => {
    expect(openMesh(GOLDEN).file).toEqual({
      ...expected,
      indices: Uint16Array.of(0, 1, 2),
      trailing: new Uint8Array(0),
    });
  });

  it("is written from its fields byte for byte", () => {
    const written = msh.write({ ...expected, indices: Uint16Array.of(0, 1, 2), trailing: new Uint8Array(0) }, "MSH");
    expect(written).toEqual(GOLDEN);
  });

  it("is mapped to the offsets of the page", () => {
    const { spans } = mapMesh(GOLDEN);
    const places = Object.fromEntries(leafSpans(spans).map((span) => [span.path, [span.offset, span.size]]));
    expect(places).toEqual({
      magic: [0, 4],
      version: [4, 4],
      meshType: [8, 4],
      vertexMask: [12, 4],
      boundsMin: [16, 12],
      boundsMax: [28, 12],
      sphereRadius: [40, 4],
      subMeshCount: [44, 4],
      subMeshes: [48, 16],
      vertexCount: [64, 4],
      positions: [68, 36],
      normals: [104, 36],
      uv0: [140, 24],
      faceCount: [164, 4],
      indices: [168, 6],
    });
    expect(spanAt(spans, "positions[2]")).toMatchObject({ offset: 92, size: 12 });
    expect(spanAt(spans, "subMeshes[0].faceCount")).toMatchObject({ offset: 60, size: 4 });
    expect(spansAtByte(spans, 44).map((span) => span.path)).toEqual(["subMeshCount"]);
    expect(spansAtByte(spans, 61).map((span) => span.path)).toEqual([
      "subMeshes",
      "subMeshes[0]",
      "subMeshes[0].faceCount",
    ]);
  });

  it("faces glTF's +z, counter-clockwise, in metres", async () => {
    const { document } = await meshToScene(GOLDEN);
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    expect(numbersOf(primitive?.getAttribute("POSITION"))).toEqual([0, 0, 0, 0, 100, 0, 100, 0, 0]);
    expect(numbersOf(primitive?.getAttribute("NORMAL"))).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    // (a, c, b): seen from +z the corners (0,0), (1,0), (0,1) run counter-clockwise.
    expect(Array.from(primitive?.getIndices()?.getArray() ?? [])).toEqual([0, 2, 1]);
    expect(document.getRoot().listScenes()[0]?.listChildren()[0]?.getScale()).toEqual([0.01, 0.01, 0.01]);
    expect(volumeOf(document)).toBeCloseTo(0, 9);
  });

  it("truncated inside the positions names the field, the count and the bytes", () => {
    const mesh = openMesh(GOLDEN.subarray(0, 80));
    expect(mesh.fault?.toJSON()).toEqual({
      code: "MSH_TRUNCATED",
      path: "positions",
      offset: 68,
      needed: 36,
      available: 12,
      message: "positions: needs 36 bytes at offset 68, 12 left; vertexCount = 3 asked for it",
    });
    expect(mesh.file).toMatchObject({ version: 2000, subMeshCount: 1, vertexCount: 3 });
    expect(mesh.file).toHaveProperty("positions", new Float32Array(3)); // the one that is all there
  });

  it("with a negative count names the count", () => {
    const bytes = GOLDEN.slice();
    new DataView(bytes.buffer).setInt32(64, -5, true);
    const { fault } = openMesh(bytes);
    expect(fault).toBeInstanceOf(MeshglotError);
    expect(fault?.toJSON()).toMatchObject({ code: "MSH_NEGATIVE_COUNT", path: "vertexCount", offset: 64 });
  });

  it("with a signalling NaN in the radius is rewritten bit for bit", () => {
    const bytes = GOLDEN.slice();
    bytes.set([0x01, 0x00, 0x80, 0x7f], 40);
    const mesh = openMesh(bytes);
    expect(mesh.file).toMatchObject({ sphereRadius: Number.NaN });
    expect(mesh.format.write(mesh.file, mesh.dialect)).toEqual(bytes);
  });
});
