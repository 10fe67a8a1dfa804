import { describe, expect, it } from "vitest";
import { leafSpans } from "../../src/bytes/trace.ts";
import { layOutUnigine } from "../../src/formats/unigine/blockPlaces.ts";
import { collisionTreeOf } from "../../src/formats/unigine/collision.ts";
import type { Ms15File } from "../../src/formats/unigine/file.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import { nameOf, textOf } from "../../src/formats/unigine/names.ts";
import { blockOf } from "../../src/layout/block.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { numbersOf } from "../support/gltf.ts";
import { GOLDEN } from "./golden.ts";

describe("the golden ms15", () => {
  const file = openMesh(GOLDEN).file as Ms15File;

  it("is read as the page says", () => {
    expect(openMesh(GOLDEN)).toMatchObject({ dialect: "ms15", fault: undefined });
    expect(file).toMatchObject({ spatialTreeTriangles: 4, surfaceCount: 1, offsets: [108n] });
    expect(textOf(file.surfaces[0]?.name)).toBe("tri");
    expect(file.surfaces[0]).toMatchObject({ cIndexCount: 3, tIndexCount: 3, vertexCount: 3 });
    const geometry = file.geometryBlocks[0];
    expect(geometry).toMatchObject({ uncompressedSize: 94, stored: true });
    expect(Array.from(geometry?.value.positions ?? [])).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(Array.from(geometry?.value.tangents ?? [])).toEqual([0, 0, 0, -32767, 0, 0, 0, -32767, 0, 0, 0, -32767]);
    expect(geometry?.value.cIndices).toEqual(Uint8Array.of(0, 1, 2));
    expect(Array.from(file.treeBlocks[0]?.value.edges ?? [])).toEqual([7]);
    expect(file.treeBlocks[0]?.value.nodeCount).toBe(1);
  });

  it("is written from its fields byte for byte", () => {
    const bounds = () => ({
      min: Float32Array.of(0, 0, 0),
      max: Float32Array.of(1, 1, 0),
      center: Float32Array.of(0.5, 0.5, 0),
      radius: Math.fround(Math.SQRT1_2),
    });
    const fields: Ms15File = {
      spatialTreeTriangles: 4,
      bounds: bounds(),
      surfaceCount: 1,
      surfaces: [
        {
          name: nameOf("tri"),
          lightmapUvChannel: 0,
          lightmapResolution: 0,
          cIndexCount: 3,
          tIndexCount: 3,
          bounds: bounds(),
          vertexCount: 3,
        },
      ],
      estimatedRamBytes: 761n,
      geometryBlocks: [
        blockOf(
          {
            positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
            tangentCount: 3,
            tangents: Int16Array.of(0, 0, 0, -32767, 0, 0, 0, -32767, 0, 0, 0, -32767),
            uv0Count: 3,
            uv0: Float32Array.of(0, 1, 1, 1, 0, 0),
            uv1Count: 0,
            uv1: new Float32Array(0),
            colorCount: 0,
            colors: new Uint8Array(0),
            cIndices: Uint8Array.of(0, 1, 2),
            tIndices: Uint8Array.of(0, 1, 2),
          },
          true,
        ),
      ],
      treeBlocks: [
        blockOf(
          {
            edgeCount: 1,
            edges: Uint8Array.of(7),
            treeIndexCount: 1,
            treeIndices: { values: Int32Array.of(0) },
            nodeCount: 1,
            nodes: { axes: Uint8Array.of(0), links: { values: Int32Array.of(-1, -1, 0, 1) } },
            boxes: Float32Array.of(0, 0, 0, 1, 1, 0),
            splitDistances: Float32Array.of(0),
          },
          true,
        ),
      ],
      offsets: [108n],
      trailing: new Uint8Array(0),
    };
    expect(unigine.write(fields, "ms15")).toEqual(GOLDEN);
    expect(layOutUnigine({ ...fields, offsets: [0n] }, "ms15").offsets).toEqual([108n]);
    expect(file.geometryBlocks[0]?.value).toEqual(fields.geometryBlocks[0]?.value);
    expect(file.treeBlocks[0]?.value).toEqual(fields.treeBlocks[0]?.value);
    expect(
      collisionTreeOf(fields.geometryBlocks[0]?.value.positions ?? new Float32Array(), Uint8Array.of(0, 1, 2)),
    ).toEqual(fields.treeBlocks[0]?.value);
  });

  it("is rewritten byte for byte, and mapped to the page's offsets", () => {
    expect(verifyMesh(GOLDEN).identical).toBe(true);
    const places = Object.fromEntries(
      leafSpans(mapMesh(GOLDEN).spans).map(({ path, offset, size }) => [path, [offset, size]]),
    );
    expect(places).toMatchObject({
      "geometryBlocks[0].uncompressedSize": [108, 8],
      "geometryBlocks[0].payload.positions": [124, 36],
      magic3: [218, 4],
      "treeBlocks[0].payload.edges": [239, 1],
      offsets: [280, 8],
      magic5: [288, 4],
    });
  });

  it("faces up in glTF, with the handedness of an unmirrored texture", async () => {
    const { document } = await meshToScene(GOLDEN);
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    // (x, y, z) becomes (-x, z, y).
    expect(numbersOf(primitive?.getAttribute("POSITION"))).toEqual([0, 0, 0, -1, 0, 0, 0, 0, 1]);
    expect(numbersOf(primitive?.getAttribute("NORMAL")).slice(0, 3)).toEqual([0, 1, 0]);
    // Tangent +x of the file is -x; sign(w) = -1 becomes +1.
    expect(numbersOf(primitive?.getAttribute("TANGENT")).slice(0, 4)).toEqual([-1, 0, 0, 1]);
    expect(numbersOf(primitive?.getIndices())).toEqual([0, 1, 2]);
  });

  it.each([108, 116])("with 2^62 bytes declared at %i is refused at once", (offset) => {
    const bytes = GOLDEN.slice();
    new DataView(bytes.buffer).setBigInt64(offset, 2n ** 62n, true);
    const start = performance.now();
    expect(openMesh(bytes).fault?.path).toMatch(/^geometryBlocks\[0\]/);
    expect(performance.now() - start).toBeLessThan(100);
  });

  it("with a wrong identifier at a border of sections says where", () => {
    const bytes = GOLDEN.slice();
    bytes[104] = 0x6e;
    expect(openMesh(bytes).fault?.toJSON()).toMatchObject({ offset: 104, path: "magic2" });
  });
});
