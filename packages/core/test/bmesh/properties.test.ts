import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BmeshFile, emptyBmesh } from "../../src/formats/bmesh/file.ts";
import { hierarchyOf } from "../../src/formats/bmesh/hierarchy.ts";
import { bmesh } from "../../src/formats/bmesh/index.ts";
import { decodeComponent, encodeComponent } from "../../src/formats/bmesh/quantize.ts";
import { assignFaces } from "../../src/formats/bmesh/sections.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { expectTiling } from "../support/fidelity.ts";
import { anyMesh } from "./anyMesh.ts";

describe("any bMesh", () => {
  it("is read back as it was written, and tiled by its spans", () => {
    fc.assert(
      fc.property(anyMesh, (file) => {
        const written = bmesh.write(file, "bMesh");
        const mesh = openMesh(written);
        expect(mesh.fault).toBeUndefined();
        expect(mesh.file).toEqual(file);
        expectTiling(mapMesh(written).spans, written.byteLength);
        expect(bmesh.write(mesh.file as BmeshFile, "bMesh")).toEqual(written);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it.each([12, 16, 8, 6, 4])("with coarser positions of %i bytes each is read back", (size) => {
    const lod = { count: 3, bytes: Uint8Array.from({ length: 3 * size }, (_, i) => 0x91 + i) };
    const file = { ...emptyBmesh(), vertexLodPositions: lod };
    const written = bmesh.write(file, "bMesh");
    expect(openMesh(written).file).toEqual(file);
    expectTiling(mapMesh(written).spans, written.byteLength);
  });
});

describe("bytes of normals", () => {
  it("all 256 are what they were after decoding and encoding", () => {
    for (let value = 0; value < 256; value++) expect(encodeComponent(decodeComponent(value))).toBe(value);
  });

  it("have no zero", () => {
    expect(decodeComponent(127)).toBeCloseTo(-0.0039, 4);
    expect(decodeComponent(128)).toBeCloseTo(0.0039, 4);
    expect([encodeComponent(0), encodeComponent(-2), encodeComponent(2)]).toEqual([128, 0, 255]);
  });
});

describe("parents", () => {
  it("become a tree whatever they are, parents first", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 12 }), { maxLength: 12 }), (parents) => {
        const { parents: usable, order, invalid } = hierarchyOf(parents);
        expect(order.toSorted((a, b) => a - b)).toEqual(parents.map((_, i) => i));
        const place = new Map(order.map((bone, i) => [bone, i]));
        usable.forEach((above, bone) => {
          if (above >= 0) expect(place.get(above)).toBeLessThan(place.get(bone) ?? -1);
          if (above !== parents[bone] && (parents[bone] ?? -1) >= 0) expect(invalid).toContain(bone);
        });
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

describe("faces of sections", () => {
  it("go to the first section that claims them", () => {
    const range = fc.record({ start: fc.nat(20), count: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), (wanted) => {
        const ranges = wanted.map(({ start, count }) => ({ start, count: Math.min(count, 20 - Math.min(20, start)) }));
        const { owner, owned, unclaimed } = assignFaces(ranges, 20);
        const expected = Array.from({ length: 20 }, (_, face) =>
          ranges.findIndex(({ start, count }) => face >= start && face < start + count),
        );
        expect(Array.from(owner)).toEqual(expected);
        expect(owned).toEqual(ranges.map((_, i) => expected.filter((section) => section === i).length));
        expect(unclaimed).toBe(expected.filter((section) => section === -1).length);
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});
