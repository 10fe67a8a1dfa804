import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Cursor } from "../../src/bytes/cursor.ts";
import { layOutUnigine } from "../../src/formats/unigine/blockPlaces.ts";
import { compactInt, encodeCompact } from "../../src/formats/unigine/compactInt.ts";
import type { Ms13File, Ms15File } from "../../src/formats/unigine/file.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import { nameOf } from "../../src/formats/unigine/names.ts";
import { blockOf } from "../../src/layout/block.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { expectTiling } from "../support/fidelity.ts";

const floats = (length: number) =>
  fc.array(fc.float(), { minLength: length, maxLength: length }).map((values) => Float32Array.from(values));
const shorts = (length: number) =>
  fc
    .array(fc.integer({ min: -32768, max: 32767 }), { minLength: length, maxLength: length })
    .map((values) => Int16Array.from(values));
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const bounds = fc.record({ min: floats(3), max: floats(3), center: floats(3), radius: fc.float({ noNaN: true }) });
const text = fc.string({ maxLength: 6 }).map(nameOf);

/** Arrays of a surface with `n` t-vertices and `triangles` triangles over `vertices` positions. */
const arrays = (vertices: number, n: number, triangles: number) =>
  fc.record({
    positions: floats(3 * vertices),
    tangents: shorts(4 * n),
    uv0: floats(2 * n),
    colors: bytes(4 * n),
    cIndices: bytes(3 * triangles),
    tIndices: bytes(3 * triangles),
  });

const sizes = fc.record({ vertices: fc.nat(6), n: fc.nat(6), triangles: fc.nat(4) });

const anyMs13: fc.Arbitrary<Ms13File> = fc.array(sizes, { maxLength: 3 }).chain((surfaces) =>
  fc
    .record({
      bounds,
      heads: fc.tuple(
        ...surfaces.map(() =>
          fc.record({ name: text, bounds, target: text, channel: fc.nat(255), resolution: fc.nat(255) }),
        ),
      ),
      parts: fc.tuple(...surfaces.map(({ vertices, n, triangles }) => arrays(vertices, n, triangles))),
      joints: fc.array(fc.record({ name: text, parent: fc.integer({ min: -1, max: 5 }) }), { maxLength: 3 }),
      seed: floats(30),
    })
    .map(({ bounds, heads, parts, joints, seed }) => ({
      bounds,
      jointCount: joints.length,
      joints,
      surfaceCount: surfaces.length,
      surfaces: heads.map((head) => ({
        name: head.name,
        lightmapUvChannel: head.channel,
        lightmapResolution: head.resolution,
        bounds: head.bounds,
        targetCount: 1,
        targetNames: [head.target],
      })),
      bind: seed.slice(0, 10 * joints.length),
      geometry: parts.map((part, i) => ({
        targets: [
          {
            vertexCount: surfaces[i]?.vertices ?? 0,
            positions: part.positions,
            tangentCount: surfaces[i]?.n ?? 0,
            tangents: part.tangents,
          },
        ],
        weightCount: 0,
        weights: { counts: new Uint8Array(0), joints: new Int16Array(0), weights: new Uint16Array(0) },
        uv0Count: surfaces[i]?.n ?? 0,
        uv0: part.uv0,
        uv1Count: 0,
        uv1: new Float32Array(0),
        colorCount: surfaces[i]?.n ?? 0,
        colors: part.colors,
        cIndexCount: part.cIndices.length,
        cIndices: part.cIndices,
        tIndexCount: part.tIndices.length,
        tIndices: part.tIndices,
      })),
      trailing: new Uint8Array(0),
    })),
);

describe("any ms13", () => {
  it("is read back as it was written, rewritten byte for byte, and tiled by its spans", () => {
    fc.assert(
      fc.property(anyMs13, (file) => {
        const written = unigine.write(file, "ms13");
        const mesh = openMesh(written);
        expect(mesh.fault).toBeUndefined();
        expect(mesh.file).toEqual(file);
        expect(mesh.format.write(mesh.file, mesh.dialect)).toEqual(written);
        expectTiling(mapMesh(written).spans, written.byteLength);
      }),
      { numRuns: 200, seed: 13 },
    );
  });
});

describe("any ms15", () => {
  it.each([true, false])("is read back as it was laid out (stored = %s)", (stored) => {
    fc.assert(
      fc.property(
        sizes.chain(({ vertices, n, triangles }) =>
          fc.tuple(fc.constant({ vertices, n }), arrays(vertices, n, triangles), bounds, text),
        ),
        ([size, part, box, name]) => {
          const file: Ms15File = {
            spatialTreeTriangles: 4,
            bounds: box,
            surfaceCount: 1,
            surfaces: [
              {
                name,
                lightmapUvChannel: 0,
                lightmapResolution: 0,
                cIndexCount: part.cIndices.length,
                tIndexCount: part.tIndices.length,
                bounds: box,
                vertexCount: size.vertices,
              },
            ],
            estimatedRamBytes: 0n,
            geometryBlocks: [
              blockOf(
                {
                  positions: part.positions,
                  tangentCount: size.n,
                  tangents: part.tangents,
                  uv0Count: size.n,
                  uv0: part.uv0,
                  uv1Count: 0,
                  uv1: new Float32Array(0),
                  colorCount: size.n,
                  colors: part.colors,
                  cIndices: part.cIndices,
                  tIndices: part.tIndices,
                },
                stored,
              ),
            ],
            treeBlocks: [
              blockOf(
                {
                  edgeCount: 0,
                  edges: new Uint8Array(0),
                  treeIndexCount: 0,
                  treeIndices: { values: new Int32Array(0) },
                  nodeCount: 0,
                  nodes: { axes: new Uint8Array(0), links: { values: new Int32Array(0) } },
                  boxes: new Float32Array(0),
                  splitDistances: new Float32Array(0),
                },
                stored,
              ),
            ],
            offsets: [0n],
            trailing: new Uint8Array(0),
          };
          const written = unigine.write(layOutUnigine(file, "ms15"), "ms15");
          const mesh = openMesh(written);
          expect(mesh.fault).toBeUndefined();
          const read = mesh.file as Ms15File;
          expect(read.geometryBlocks[0]?.value).toEqual(file.geometryBlocks[0]?.value);
          expect(read.surfaces).toEqual(file.surfaces);
          expect(mesh.format.write(read, "ms15")).toEqual(written);
          expectTiling(mapMesh(written).spans, written.byteLength);
        },
      ),
      { numRuns: 100, seed: 15 },
    );
  });
});

describe("compact integers", () => {
  // Bytes of the format's page.
  it.each([
    [4, [0x04]],
    [36, [0x24]],
    [63, [0xbf, 0x00]],
    [256, [0x80, 0x04]],
    [8191, [0xbf, 0xff, 0x00]],
    [9590, [0xb6, 0x95, 0x01]],
    [56376, [0xb8, 0xf0, 0x06]],
    [-1, [0x41]],
  ])("%i is %j", (value, expected) => {
    expect(Array.from(encodeCompact(value))).toEqual(expected);
    expect(compactInt.read(new Cursor(Uint8Array.from(expected), { family: "T" }), undefined)).toBe(value);
  });

  it("of any size come back", () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (value) => {
        const encoded = encodeCompact(value);
        expect(encoded.byteLength).toBeLessThanOrEqual(5);
        expect(compactInt.read(new Cursor(encoded, { family: "T" }), undefined)).toBe(value);
      }),
    );
  });
});
