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

const bits = fc.uint8Array({ minLength: 0, maxLength: 240 });
/** Floats from any bits at all, payloads of NaNs included. */
const floats = (unit: number) =>
  bits.map((b) => new Float32Array(b.slice(0, b.length - (b.length % (4 * unit))).buffer));
const fixedFloats = (length: number) =>
  fc.uint8Array({ minLength: 4 * length, maxLength: 4 * length }).map((b) => new Float32Array(b.slice().buffer));
const bytes = (unit: number) => bits.map((b) => b.slice(0, b.length - (b.length % unit)));
const words = (unit: number) => bits.map((b) => new Uint32Array(b.slice(0, b.length - (b.length % (4 * unit))).buffer));
const halves = (unit: number) =>
  bits.map((b) => new Uint16Array(b.slice(0, b.length - (b.length % (2 * unit))).buffer));
const u32 = fc.nat(0xffffffff);
const byte = fc.nat(255);
const name = fc.uint8Array({ minLength: 64, maxLength: 64 });
const parent = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const text = fc.record({ raw: fc.uint8Array({ maxLength: 12 }) });
const matrix = fixedFloats(16);

/** Any mesh that the layout can hold, sensible or not. */
const anyMesh: fc.Arbitrary<BmeshFile> = fc.record({
  version: fc.constant(32),
  meshUsage: byte,
  boundsMin: fixedFloats(3),
  boundsMax: fixedFloats(3),
  tangentType: byte,
  tangentSplit: byte,
  positions: floats(3),
  vertexLodPositions: fc.constant({ count: 0, bytes: new Uint8Array(0) }),
  normals: bytes(4),
  uv0: floats(2),
  uv1: floats(2),
  tangents: bytes(4),
  colors: bytes(4),
  faceIndices: words(1),
  faces: words(3),
  bones: fc.array(
    fc.record({
      name,
      parent,
      bindMatrix: matrix,
      inverseBindMatrix: matrix,
      hasSkinnedVertices: byte,
      pad: fc.uint8Array({ minLength: 3, maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  links: words(2),
  boneWeights: bytes(2),
  hardpoints: fc.array(
    fc.record({
      name,
      parent,
      bindMatrix: matrix,
      inverseBindMatrix: matrix,
      hpToBoneMatrix: matrix,
      normalizedBindMatrix: matrix,
      normalizedHpToBoneMatrix: matrix,
    }),
    { maxLength: 2 },
  ),
  refMeshFileName: text,
  refMeshFileTime: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  meshType: byte,
  baseVariantDiffs: halves(3),
  conformWeights: halves(6),
  materialSections: fc.array(
    fc.record({ name: text, faceStart: u32, faceCount: u32, vertexMin: u32, vertexMax: u32 }),
    { maxLength: 3 },
  ),
  trailing: fc.uint8Array({ maxLength: 5 }),
});

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
