import { describe, expect, it } from "vitest";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import { placeBlocks } from "../../src/formats/splashpack/place.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { expectTiling } from "../support/fidelity.ts";
import { memoryLimit, peakMemory } from "../support/peakMemory.ts";
import { fileL1, rowsL1 } from "./build.ts";

/** A pack of layout L1 with very many objects of `triangles` triangles each, and no atlas. */
function packOf(objects: number, triangles: number): Uint8Array {
  const file = fileL1({ atlases: [] });
  const [object] = file.objects;
  if (!object) throw new Error("the pack has no object");
  const rows = rowsL1(...Array.from({ length: triangles }, () => ({})));
  file.objects = Array.from({ length: objects }, () => ({ ...object, triangleCount: triangles }));
  file.meshes = Array.from({ length: objects }, () => ({ triangles: rows }));
  return splashpack.write(placeBlocks(file, "L1"), "L1");
}

const MOST = 65_535;

describe("as many objects as the header can count", () => {
  const packs = [
    { what: "without triangles", bytes: packOf(MOST, 0) },
    { what: "of one triangle", bytes: packOf(MOST, 1) },
  ];
  const operations = ["open", "validate", "inspect", "verify"] as const;
  const cases = packs.flatMap((pack) => operations.map((operation) => ({ ...pack, operation })));

  // An object of its own for each, and columns for each mesh, took 110 to 235 MB of 99 and 126.
  it.each(cases)("$what take no more memory than any file may: $operation", ({ operation, bytes }) => {
    expect(peakMemory(operation, bytes)).toBeLessThan(memoryLimit(bytes));
  });

  it("of one triangle are tiled by few spans", () => {
    const bytes = packOf(MOST, 1);
    const { spans } = mapMesh(bytes);
    expectTiling(spans, bytes.byteLength);
    expect(spans.at(-1)).toMatchObject({ path: `meshes[10000..${MOST - 1}]`, size: (MOST - 10_000) * 44 });
    expect(spans.length).toBeLessThan(10_010);
  });
});
