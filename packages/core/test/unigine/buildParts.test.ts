import { describe, expect, it } from "vitest";
import { unigineBounds } from "../../src/formats/unigine/bounds.ts";
import { NO_NUMBER, numberVertices, tableOf } from "../../src/formats/unigine/numbering.ts";
import { respell } from "../../src/formats/unigine/spellings.ts";
import { tangentsFromUvs } from "../../src/formats/unigine/uvTangents.ts";

const up = (count: number) => Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 1 : 0));
const rounded = (values: ArrayLike<number>) => Array.from(values, (value) => Math.round(value * 1e6) / 1e6 + 0);

describe("tangents from UVs", () => {
  it("weigh triangles by their area on the texture", () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 1, 0);
    const indices = Uint32Array.of(0, 1, 2, 0, 2, 3);
    const uvs = Float32Array.of(0, 0, 1, 0, 0, 1, -1, 1);
    const straight = tangentsFromUvs(positions, up(4), uvs, indices);
    // One chart without a bend: u is x everywhere.
    expect(rounded(straight.directions)).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
    expect([...straight.signs]).toEqual([1, 1, 1, 1]);
    // Corners of their own UVs: (0,0) (1,0) (1,1) puts dP/du of the second triangle on +y.
    const bent = tangentsFromUvs(
      Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, -1, 1, 0),
      up(6),
      Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1),
      Uint32Array.of(0, 1, 2, 3, 4, 5),
    );
    // At the origin both corners have position, normal and UV in common; both triangles cover half a texture.
    const shared = rounded([Math.SQRT1_2, Math.SQRT1_2, 0]);
    expect(rounded(bent.directions.subarray(0, 3))).toEqual(shared);
    expect(rounded(bent.directions.subarray(9, 12))).toEqual(shared);
    expect(rounded(bent.directions.subarray(12, 15))).toEqual([0, 1, 0]);
  });

  it("are perpendicular to the normal, whatever it is", () => {
    const normals = Float32Array.of(0.6, 0, 0.8, 0.6, 0, 0.8, 0.6, 0, 0.8);
    const { directions } = tangentsFromUvs(
      Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      normals,
      Float32Array.of(0, 0, 1, 0, 0, 1),
      Uint32Array.of(0, 1, 2),
    );
    expect(rounded(directions.subarray(0, 3))).toEqual([0.8, 0, -0.6]);
  });

  it("of a texture without extent lie anywhere across the normal, unmirrored", () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const { directions, signs } = tangentsFromUvs(positions, up(3), new Float32Array(6), Uint32Array.of(0, 1, 2));
    expect(rounded(directions.subarray(0, 3))).toEqual([1, 0, 0]);
    expect([...signs]).toEqual([-1, -1, -1]);
  });

  it("of a triangle without texture are those of its neighbours, mirrored or not", () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0);
    const uvs = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0.5); // the second triangle lies on a line
    const made = tangentsFromUvs(positions, up(4), uvs, Uint32Array.of(0, 1, 2, 0, 2, 3));
    expect(made.origin).toHaveLength(4);
    expect([...made.signs]).toEqual([1, 1, 1, -1]);
  });
});

describe("numbers of vertices", () => {
  const stream = (...values: number[]) => [{ array: Float32Array.from(values), stride: 1 }];
  const order = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);

  it("are in order of first use without a file to come from", () => {
    const { numbers, sources } = numberVertices(4, stream(5, 6, 5, 7), Uint32Array.of(3, 2, 0));
    expect([...numbers]).toEqual([1, NO_NUMBER, 1, 0]);
    expect([...sources]).toEqual([3, 2]);
  });

  it("are those of the file, equal data or not", () => {
    const { numbers } = numberVertices(3, stream(5, 5, 6), order(3), Uint32Array.of(2, 0, 1));
    expect([...numbers]).toEqual([2, 0, 1]);
  });

  it("are new ones at the end for vertices that no longer agree", () => {
    const made = numberVertices(4, stream(5, 9, 6, 9), order(4), Uint32Array.of(0, 0, 1, NO_NUMBER));
    expect([...made.numbers]).toEqual([0, 2, 1, 2]);
    expect([...tableOf(Float32Array.of(5, 9, 6, 9), 1, made)]).toEqual([5, 6, 9]);
  });

  it("have entries that no face uses in their places, and close gaps", () => {
    const made = numberVertices(2, stream(5, 6), order(2), Uint32Array.of(1, 5), [0, 3]);
    expect([...made.numbers]).toEqual([1, 3]);
    expect([...tableOf(Float32Array.of(5, 6), 1, made, Float32Array.of(70, 80))]).toEqual([70, 5, 80, 6]);
  });

  it("far apart are none: no table is allocated for them", () => {
    const made = numberVertices(2, stream(5, 6), order(2), Uint32Array.of(4_000_000_000, 0), [3_000_000_000]);
    expect([...made.numbers]).toEqual([0, 1]);
  });
});

describe("bounds", () => {
  it("are the box and a sphere around its middle", () => {
    expect(unigineBounds([Float32Array.of(0, 0, 0, 3, 4, 0), Float32Array.of(0, 0, 12)])).toEqual({
      min: Float32Array.of(0, 0, 0),
      max: Float32Array.of(3, 4, 12),
      center: Float32Array.of(1.5, 2, 6),
      radius: 6.5,
    });
  });
  it("of nothing are inside out, as the engine writes them", () => {
    expect(unigineBounds([])).toMatchObject({
      min: new Float32Array(3).fill(1e9),
      max: new Float32Array(3).fill(-1e9),
      radius: -1,
    });
  });
});

describe("an odd spelling", () => {
  const spelled = (path: string, bytes: number[]) => {
    const file = { cIndexCount: 4, lightmapUvChannel: 4, skeletonGuid: { raw: Uint8Array.of(0) } };
    respell(file, path, Uint8Array.from(bytes));
    return file;
  };
  it("is taken where it spells the value of a compact integer in more bytes", () => {
    expect(spelled("cIndexCount", [0x84, 0])).toMatchObject({ $raw: { cIndexCount: { value: 4 } } });
  });
  it.each<[string, string, number[]]>([
    ["of another value", "cIndexCount", [0x85, 0]],
    ["that does not end", "cIndexCount", [0x84, 0x80]],
    ["that goes on behind its end", "cIndexCount", [0x04, 0]],
    ["of more than five bytes", "cIndexCount", [0x84, 0x80, 0x80, 0x80, 0x80, 0]],
    ["of a field that is none", "lightmapUvChannel", [0x84, 0]],
    ["of a length that is none", "skeletonGuid.length", [0x81, 0]],
    ["of what every object has", "__proto__.cIndexCount", [0x84, 0]],
    ["of what is not there", "surfaces[0].cIndexCount", [0x84, 0]],
  ])("%s is not", (_, path, bytes) => {
    const file = spelled(path, bytes);
    expect(Object.keys(file)).toEqual(["cIndexCount", "lightmapUvChannel", "skeletonGuid"]);
    expect(Object.keys(file.skeletonGuid)).toEqual(["raw"]);
  });
});
