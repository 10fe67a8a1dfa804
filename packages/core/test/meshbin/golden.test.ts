import { describe, expect, it } from "vitest";
import { leafSpans } from "../../src/bytes/trace.ts";
import type { MeshbinFile } from "../../src/formats/meshbin/file.ts";
import { meshbin } from "../../src/formats/meshbin/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { numbersOf } from "../support/gltf.ts";
import { GOLDEN } from "./golden.ts";

const expected: MeshbinFile = {
  version: 3,
  type: 1,
  vertexCount: 3,
  indicesCount: 1,
  facesCount: 1,
  normalsCount: 0,
  uvCount: 3,
  hasSkeleton: 0,
  numBones: 0,
  positions: Int32Array.of(0, 0, 0, 128, 0, 0, 0, 128, 0),
  colors: new Uint8Array(9).fill(128),
  positionIndices: Int16Array.of(0, -1, 1, 2),
  normals: new Int16Array(0),
  normalIndices: Int16Array.of(-1, -1, -1, -1),
  uv0: Uint8Array.of(0, 127, 127, 127, 0, 0),
  uv0Indices: Int16Array.of(0, -1, 1, 2),
  boundsMin: Int16Array.of(0, 0, 0),
  boundsMax: Int16Array.of(128, 128, 0),
  sphereCenter: Int16Array.of(64, 64, 0),
  sphereRadius: 91,
  trailing: new Uint8Array(0),
};

describe("the golden MESHBIN", () => {
  it("is read as the page says", () => expect(openMesh(GOLDEN).file).toEqual(expected));
  it("is written from its fields byte for byte", () => expect(meshbin.write(expected, "MESHBIN")).toEqual(GOLDEN));

  it("is mapped to the offsets of the page", () => {
    const { spans } = mapMesh(GOLDEN);
    expect(leafSpans(spans).map(({ path, offset, size }) => [path, offset, size])).toEqual([
      ["magic", 0, 7],
      ["version", 7, 1],
      ["type", 8, 1],
      ["vertexCount", 9, 4],
      ["indicesCount", 13, 4],
      ["facesCount", 17, 4],
      ["normalsCount", 21, 4],
      ["uvCount", 25, 4],
      ["hasSkeleton", 29, 1],
      ["numBones", 30, 1],
      ["positions", 31, 36],
      ["colors", 67, 9],
      ["positionIndices", 76, 8],
      ["normals", 84, 0],
      ["normalIndices", 84, 8],
      ["uv0", 92, 6],
      ["uv0Indices", 98, 8],
      ["boundsMin", 106, 6],
      ["boundsMax", 112, 6],
      ["sphereCenter", 118, 6],
      ["sphereRadius", 124, 4],
    ]);
  });

  it("stands upright in metres, counter-clockwise, with texel centres", async () => {
    const { document } = await meshToScene(GOLDEN);
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    const values = (name: string) => numbersOf(primitive?.getAttribute(name));
    // y down becomes y up, 128 units are a metre.
    expect(values("POSITION")).toEqual([0, 0, 0, 1, 0, 0, 0, -1, 0]);
    // (s1, s4, s3)
    expect(Array.from(primitive?.getIndices()?.getArray() ?? [])).toEqual([0, 2, 1]);
    expect(values("COLOR_0")).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(values("_COLOR_RAW")).toEqual([128, 128, 128, 0, 128, 128, 128, 0, 128, 128, 128, 0]);
    expect(values("_SOURCE_INDEX")).toEqual([0, 1, 2]);
    // Largest stored texel 127: a texture of 128; v counts from the bottom.
    const texel = (t: number) => Math.fround((t + 0.5) / 128);
    expect(values("TEXCOORD_0")).toEqual([
      texel(0),
      Math.fround(1 - 127.5 / 128),
      texel(127),
      Math.fround(1 - 127.5 / 128),
      texel(0),
      Math.fround(1 - 0.5 / 128),
    ]);
    expect(document.getRoot().listMaterials()[0]?.getDoubleSided()).toBe(true);
  });
});

describe("damaged MESHBIN", () => {
  it("of a newer version is refused by number", () => {
    const bytes = GOLDEN.slice();
    bytes[7] = 4;
    expect(openMesh(bytes).fault?.toJSON()).toMatchObject({
      code: "MESHBIN_UNSUPPORTED_VERSION",
      path: "version",
      offset: 7,
    });
  });

  it("two bytes short in version 3 names the exporter of one day", () => {
    const { fault } = openMesh(GOLDEN.subarray(0, 126));
    expect(fault?.code).toBe("MESHBIN_TRUNCATED");
    expect(fault?.path).toBe("sphereRadius");
    expect(fault?.hint).toContain("2026-04-20");
  });

  it("with a face count of 2^32 - 1 is refused before anything is allocated", () => {
    const bytes = GOLDEN.slice();
    bytes.fill(0xff, 13, 17);
    expect(openMesh(bytes).fault?.toJSON()).toMatchObject({
      code: "MESHBIN_TRUNCATED",
      path: "positionIndices",
      needed: 8 * 0xffffffff,
      available: 128 - 76,
    });
  });
});
