import { describe, expect, it } from "vitest";
import { leafSpans } from "../../src/bytes/trace.ts";
import { type BmeshFile, emptyBmesh } from "../../src/formats/bmesh/file.ts";
import { bmesh } from "../../src/formats/bmesh/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh, spanAt, spansAtByte } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { numbersOf } from "../support/gltf.ts";
import { fromHex } from "../support/hex.ts";
import { GOLDEN } from "./golden.ts";

/** The fields as the page describes the sample. */
const expected: BmeshFile = {
  ...emptyBmesh(),
  boundsMin: Float32Array.of(0, 0, 0),
  boundsMax: Float32Array.of(1, 0, 1),
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1),
  normals: Uint8Array.of(0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0),
  uv0: Float32Array.of(0, 1, 1, 1, 0, 0),
  faceIndices: Uint32Array.of(0, 1, 2),
  faces: Uint32Array.of(0, 1, 2),
  materialSections: [
    { name: { raw: fromHex("747269") }, faceStart: 0, faceCount: 1, vertexMin: 0, vertexMax: 2 }, // "tri"
  ],
};

describe("the golden bMesh", () => {
  it("is read as the page says", () => {
    expect(openMesh(GOLDEN).file).toEqual(expected);
  });

  it("is written from its fields byte for byte", () => {
    expect(bmesh.write(expected, "bMesh")).toEqual(GOLDEN);
  });

  it("is mapped to the offsets of the page", () => {
    const { spans } = mapMesh(GOLDEN);
    const places = leafSpans(spans).map((span) => [span.path, span.offset, span.size]);
    // Header 34 bytes, the first count at 34 and the first position at 38; then sizes of the page added up by hand.
    expect(places).toEqual([
      ["magic", 0, 5],
      ["version", 5, 2],
      ["meshUsage", 7, 1],
      ["boundsMin", 8, 12],
      ["boundsMax", 20, 12],
      ["tangentType", 32, 1],
      ["tangentSplit", 33, 1],
      ["positions.count", 34, 4],
      ["positions", 38, 36],
      ["vertexLodPositions.count", 74, 4],
      ["normals.count", 78, 4],
      ["normals", 82, 12],
      ["uv0.count", 94, 4],
      ["uv0", 98, 24],
      ["uv1.count", 122, 4],
      ["tangents.count", 126, 4],
      ["colors.count", 130, 4],
      ["faceIndices.count", 134, 4],
      ["faceIndices", 138, 12],
      ["faces.count", 150, 4],
      ["faces", 154, 12],
      ["bones.count", 166, 4],
      ["links.count", 170, 4],
      ["boneWeights.count", 174, 4],
      ["hardpoints.count", 178, 4],
      ["refMeshFileName.length", 182, 4],
      ["refMeshFileName.bytes", 186, 0],
      ["refMeshFileTime", 186, 8],
      ["meshType", 194, 1],
      ["baseVariantDiffs.count", 195, 4],
      ["conformWeights.count", 199, 4],
      ["materialSections.count", 203, 4],
      ["materialSections[0].name.length", 207, 4],
      ["materialSections[0].name.bytes", 211, 3],
      ["materialSections[0].faceStart", 214, 4],
      ["materialSections[0].faceCount", 218, 4],
      ["materialSections[0].vertexMin", 222, 4],
      ["materialSections[0].vertexMax", 226, 4],
    ]);
    expect(spanAt(spans, "positions[2]")).toMatchObject({ offset: 62, size: 12, type: "f32 x3" });
    expect(spanAt(spans, "materialSections[0].vertexMax")).toMatchObject({ offset: 226 });
    expect(spansAtByte(spans, 160).at(-1)?.path).toBe("faces[0].corners");
  });

  it("faces glTF's +z, counter-clockwise, in metres", async () => {
    const { document, losses } = await meshToScene(GOLDEN);
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    // (x, y, z) becomes (x, z, -y).
    expect(numbersOf(primitive?.getAttribute("POSITION"))).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const [x = 0, y = 0, z = 0] = primitive?.getAttribute("NORMAL")?.getArray() ?? [];
    const small = 1 / 255 / Math.hypot(1, 1 / 255, 1 / 255); // byte 0x80 is 1/255, byte 0 is -1
    expect([x, y, z]).toEqual([small, small, 255 * small].map((value) => expect.closeTo(value, 4)));
    expect(Array.from(primitive?.getIndices()?.getArray() ?? [])).toEqual([0, 1, 2]);
    expect(primitive?.getMaterial()?.getName()).toBe("tri");
    expect(losses).toEqual([]);
  });

  it("truncated inside the positions names the field, the count and the bytes", () => {
    const mesh = openMesh(GOLDEN.subarray(0, 60));
    expect(mesh.fault?.toJSON()).toMatchObject({
      code: "BMESH_TRUNCATED",
      path: "positions",
      offset: 38,
      needed: 36,
      available: 22,
      message: "positions: needs 36 bytes at offset 38, 22 left; positions.count = 3 asked for it",
    });
    expect(mesh.file).toMatchObject({ version: 32, boundsMax: Float32Array.of(1, 0, 1) });
    expect(mesh.file).toHaveProperty("positions", new Float32Array(3)); // the one that is all there
  });

  it.each([
    ["a negative count", 78, [0xff, 0xff, 0xff, 0xff], "BMESH_NEGATIVE_COUNT", "normals.count", 78],
    ["a huge count", 150, [0xff, 0xff, 0xff, 0x7f], "BMESH_TRUNCATED", "faces", 154],
    ["version 31", 5, [31, 0], "BMESH_UNSUPPORTED_VERSION", "version", 5],
    ["version 33", 5, [33, 0], "BMESH_UNSUPPORTED_VERSION", "version", 5],
    ["a name longer than the file", 182, [0x00, 0x01, 0, 0], "BMESH_STRING_TOO_LONG", "refMeshFileName", 182],
    [
      "a section's name longer than the file",
      207,
      [0xff, 0xff, 0xff, 0xff],
      "BMESH_STRING_TOO_LONG",
      "materialSections[0].name",
      207,
    ],
    ["a negative name length", 182, [0xfe, 0xff, 0xff, 0xff], "BMESH_NEGATIVE_COUNT", "refMeshFileName.length", 182],
    ["coarser positions of no possible size", 74, [7, 0, 0, 0], "BMESH_LOD_DATA", "vertexLodPositions", 74],
  ])("with %s says so", (_, offset, bytes, code, path, at) => {
    const damaged = GOLDEN.slice();
    damaged.set(bytes, offset);
    expect(openMesh(damaged).fault?.toJSON()).toMatchObject({ code, path, offset: at });
  });

  it("of another version says what is known about it", () => {
    const damaged = GOLDEN.slice();
    damaged[5] = 30;
    expect(openMesh(damaged).fault?.message).toContain(
      "bMesh version 30 predates the shipped version 32; its layout was never published.",
    );
    expect(openMesh(damaged).version).toBe("30");
  });

  it("without anything is 111 bytes", () => {
    const bytes = bmesh.write(emptyBmesh(), "bMesh");
    expect(bytes.byteLength).toBe(111);
    expect(bytes.subarray(0, 7)).toEqual(fromHex("624d65736820 00"));
    expect(openMesh(bytes).file).toEqual(emptyBmesh());
  });

  it("with one position, one index and a section called default is 154 bytes, as a reader's own test has it", () => {
    const name = { raw: Uint8Array.from("default", (char) => char.charCodeAt(0)) };
    const file: BmeshFile = {
      ...emptyBmesh(),
      boundsMax: Float32Array.of(1, 2, 3),
      positions: Float32Array.of(1, 2, 3),
      faceIndices: Uint32Array.of(0),
      materialSections: [{ name, faceStart: 0, faceCount: 1, vertexMin: 0, vertexMax: 0 }],
    };
    const bytes = bmesh.write(file, "bMesh");
    expect(bytes.byteLength).toBe(154);
    expect(openMesh(bytes).file).toEqual(file);
  });

  it.each([
    ["another version", { version: 31 }, "WRITE_OUT_OF_RANGE"],
    ["a name of 63 bytes", { bones: [bone(63)] }, "WRITE_COUNT_MISMATCH"],
    ["half a position", { positions: new Float32Array(4) }, "WRITE_COUNT_MISMATCH"],
    ["normals as floats", { normals: new Float32Array(4) as unknown as Uint8Array }, "WRITE_WRONG_TYPE"],
    ["a byte of 256", { meshType: 256 }, "WRITE_OUT_OF_RANGE"],
    ["a time beyond 64 bits", { refMeshFileTime: 2n ** 64n }, "WRITE_OUT_OF_RANGE"],
    [
      "coarser positions of 5 bytes",
      { vertexLodPositions: { count: 1, bytes: new Uint8Array(5) } },
      "WRITE_COUNT_MISMATCH",
    ],
  ])("is not written with %s", (_, change, code) => {
    expect(() => bmesh.write({ ...expected, ...change }, "bMesh")).toThrow(expect.objectContaining({ code }));
  });
});

function bone(nameSize: number): BmeshFile["bones"][number] {
  return {
    name: new Uint8Array(nameSize),
    parent: -1,
    bindMatrix: new Float32Array(16),
    inverseBindMatrix: new Float32Array(16),
    hasSkinnedVertices: 0,
    pad: new Uint8Array(3),
  };
}
