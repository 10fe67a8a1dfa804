import { describe, expect, it } from "vitest";
import { leafSpans } from "../../src/bytes/trace.ts";
import type { Ms15File } from "../../src/formats/unigine/file.ts";
import { textOf } from "../../src/formats/unigine/names.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { detect } from "../../src/registry.ts";
import { numbersOf } from "../support/gltf.ts";
import { fromHex } from "../support/hex.ts";

/** The sample of the format's page: ms15, 292 bytes, one surface, both blocks stored raw. Not made by our writer. */
const GOLDEN = fromHex(`
6d733135040000000000000000000000000000803f0000803f00000000000000
3f0000003f00000000f304353f01047472690000000303000000000000000000
0000000000803f0000803f000000000000003f0000003f00000000f304353f03
f9020000000000006d7331355e000000000000005e0000000000000000000000
00000000000000000000803f0000000000000000000000000000803f00000000
0300000000000001800000000000000180000000000000018003000000000000
803f0000803f0000803f000000000000000000000001020001026d7331352600
0000000000002600000000000000010701000100414100010000000000000000
000000000000803f0000803f00000000000000006d7331356c00000000000000
6d733135`);

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

describe("identifiers that can not be read", () => {
  it.each(["ms16", "sk11"])("%s is refused by name", (id) => {
    const bytes = GOLDEN.slice();
    bytes.set(Array.from(id, (char) => char.charCodeAt(0)));
    const { fault } = openMesh(bytes);
    expect(fault?.code).toBe("UNIGINE_UNSUPPORTED_ID");
    expect(fault?.message).toContain("ewer");
  });
  it.each(["sn10", "an13", "ms02"])("%s is named for what it is", (id) => {
    const bytes = GOLDEN.slice();
    bytes.set(Array.from(id, (char) => char.charCodeAt(0)));
    expect(() => {
      detect(bytes);
      const { fault } = openMesh(bytes);
      if (fault) throw fault;
    }).toThrow();
  });
});
