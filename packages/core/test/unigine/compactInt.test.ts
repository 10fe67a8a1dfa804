import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Cursor } from "../../src/bytes/cursor.ts";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { Sink } from "../../src/bytes/sink.ts";
import { compactInt, encodeCompact } from "../../src/formats/unigine/compactInt.ts";
import { compactInts, treeNodes } from "../../src/formats/unigine/compactRuns.ts";
import { fromHex } from "../support/hex.ts";

const cursorOn = (bytes: Uint8Array) => new Cursor(bytes, { family: "UNIGINE" });
const read = (hex: string) => {
  const cursor = cursorOn(fromHex(hex));
  return { value: compactInt.read(cursor, undefined), left: cursor.left };
};
const written = (write: (sink: Sink) => void) => {
  const sink = new Sink();
  write(sink);
  return sink.finish();
};
const faultOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof MeshglotError) return error.toJSON();
    throw error;
  }
  throw new Error("no fault");
};

describe("a compact integer", () => {
  it.each([
    [0, "00"],
    [4, "04"],
    [36, "24"],
    [62, "3e"],
    [63, "bf 00"],
    [256, "80 04"],
    [8190, "be 7f"],
    [8191, "bf ff 00"],
    [9590, "b6 95 01"],
    [56376, "b8 f0 06"],
    [-1, "41"],
    [-63, "ff 00"],
  ])("%i is %s", (value, hex) => {
    expect(encodeCompact(value)).toEqual(fromHex(hex));
    expect(read(hex)).toEqual({ value, left: 0 });
  });

  it("takes as many bytes as the engine's thresholds say", () => {
    const sizes = [0x3e, 0x3f, 0x1ffe, 0x1fff, 0xffffe, 0xfffff, 0x7fffffe, 0x7ffffff, 2 ** 31 - 1];
    expect(sizes.map((value) => encodeCompact(value).length)).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });

  it("of any value is read back, alone and in a row", () => {
    // Long runs of three bytes are what large meshes are made of, so they come often, some next to a threshold.
    const three = fc.oneof(
      fc.integer({ min: 8200, max: 1_048_000 }),
      fc.constantFrom(0x1fff, 0x2000, 0xffffe, 0xfffff),
    );
    const int32 = fc.oneof(
      fc.integer(),
      fc.integer({ min: -9000, max: 9000 }),
      fc.integer({ min: -70, max: 70 }),
      ...Array.from({ length: 9 }, () => three),
    );
    fc.assert(
      fc.property(fc.array(int32, { maxLength: 40 }), (values) => {
        const node = compactInts(() => values.length);
        const bytes = written((sink) => node.write(sink, { values: Int32Array.from(values) }, undefined));
        expect(bytes).toEqual(Uint8Array.from(values.flatMap((value) => [...encodeCompact(value)])));
        expect(node.read(cursorOn(bytes), undefined)).toEqual({ values: Int32Array.from(values) });
        const cursor = cursorOn(bytes);
        for (const value of values) expect(compactInt.read(cursor, undefined)).toBe(value);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it("in other spellings keeps its bytes, and loses them when its value changes", () => {
    // 4 in two bytes, zero with a sign, -1 in three bytes, 63 in the one byte that would hold it, 5 as usual.
    const bytes = fromHex("84 00  40  c1 80 00  3f  05");
    const node = compactInts(() => 5);
    const value = node.read(cursorOn(bytes), undefined);
    expect(value.values).toEqual(Int32Array.of(4, 0, -1, 63, 5));
    expect(value.odd?.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(written((sink) => node.write(sink, value, undefined))).toEqual(bytes);
    value.values[2] = 7;
    expect(written((sink) => node.write(sink, value, undefined))).toEqual(fromHex("84 00  40  07  3f  05"));
  });

  it("of any bytes is rewritten as it was, whatever its spelling", () => {
    const one = fc.tuple(
      fc.array(fc.integer({ min: 0x80, max: 0xff }), { maxLength: 3 }),
      fc.integer({ min: 0, max: 0x7f }),
    );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), (ints) => {
        const bytes = Uint8Array.from(ints.flatMap(([more, last]) => [...more, last]));
        const node = compactInts(() => ints.length);
        const value = node.read(cursorOn(bytes), undefined);
        expect(written((sink) => node.write(sink, value, undefined))).toEqual(bytes);
      }),
      { numRuns: 1000, seed: 2 },
    );
  });

  it.each([
    ["80 80 80 80 80 00", "UNIGINE_COMPACT_INT", "more than 5 bytes"],
    ["80 80 80 80 7f", "UNIGINE_COMPACT_INT", "does not fit 32 bits"],
    ["80 80", "UNIGINE_TRUNCATED", "beyond the end"],
    ["", "UNIGINE_TRUNCATED", "beyond the end"],
  ])("%s is refused: %s", (hex, code, message) => {
    const fault = faultOf(() => read(hex));
    expect(fault).toMatchObject({ code, offset: 0 });
    expect(fault.message).toContain(message);
  });

  it("counts are checked before anything is allocated", () => {
    const bytes = new Uint8Array(8);
    expect(faultOf(() => compactInts(() => 2 ** 31 - 1).read(cursorOn(bytes), undefined)).code).toBe(
      "UNIGINE_TRUNCATED",
    );
    expect(faultOf(() => treeNodes(() => 2).read(cursorOn(bytes), undefined)).code).toBe("UNIGINE_TRUNCATED");
  });

  it("that does not fit 32 bits is not written", () => {
    expect(() => written((sink) => compactInt.write(sink, 2 ** 31, undefined))).toThrow(/32 bits/);
    expect(() => written((sink) => compactInt.write(sink, 0.5, undefined))).toThrow(/32 bits/);
  });
});

describe("the nodes of a tree", () => {
  it("are columns, and odd spellings in them survive", () => {
    // Inner: axis 2, left 1, right 2, 0, 0. Leaf: axis 0, -1, -1, 0, 300. Leaf with -1 in two bytes, 300, 301.
    const bytes = fromHex("02 01 02 00 00   00 41 41 00 ac 04   00 c1 00 41 ac 04 ad 04");
    const node = treeNodes(() => 3);
    const value = node.read(cursorOn(bytes), undefined);
    expect(value.axes).toEqual(Uint8Array.of(2, 0, 0));
    expect(value.links.values).toEqual(Int32Array.of(1, 2, 0, 0, -1, -1, 0, 300, -1, -1, 300, 301));
    expect(value.links.odd).toEqual([{ index: 8, value: -1, bytes: Uint8Array.of(0xc1, 0) }]);
    expect(written((sink) => node.write(sink, value, undefined))).toEqual(bytes);
    expect(faultOf(() => node.read(cursorOn(bytes.subarray(0, 16)), undefined)).code).toBe("UNIGINE_TRUNCATED");
  });

  it("of any kind are read back", () => {
    const link = fc.oneof(fc.integer({ min: -1, max: 2 }), fc.integer({ min: -1, max: 100_000 }), fc.integer());
    const nodes = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), link, link, link, link), { maxLength: 20 });
    fc.assert(
      fc.property(nodes, (list) => {
        const node = treeNodes(() => list.length);
        const value = {
          axes: Uint8Array.from(list.map(([axis]) => axis)),
          links: { values: Int32Array.from(list.flatMap(([, ...links]) => links)) },
        };
        const bytes = written((sink) => node.write(sink, value, undefined));
        const cursor = cursorOn(bytes);
        expect(node.read(cursor, undefined)).toEqual(value);
        expect(cursor.left).toBe(0);
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it("of any bytes are rewritten as they were, or refused where a plain reading of them stops", () => {
    const byte = fc.oneof(fc.constantFrom(0, 0x41, 0x40, 0x3f, 0x80, 0xff), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 120 }), fc.integer({ min: 0, max: 12 }), (list, n) => {
        const bytes = Uint8Array.from(list);
        const node = treeNodes(() => n);
        const cursor = cursorOn(bytes);
        const plain = plainEnd(bytes, n);
        if (typeof plain === "string") {
          expect(faultOf(() => node.read(cursor, undefined)).code).toBe(plain);
          return;
        }
        const value = node.read(cursor, undefined);
        expect(cursor.offset).toBe(plain);
        expect(written((sink) => node.write(sink, value, undefined))).toEqual(bytes.subarray(0, plain));
      }),
      { numRuns: 3000, seed: 4 },
    );
  });
});

/** Where `n` nodes end, integer after integer; or the code of the fault. */
function plainEnd(bytes: Uint8Array, n: number): number | string {
  if (5 * n > bytes.length) return "UNIGINE_TRUNCATED";
  const cursor = cursorOn(bytes);
  for (let node = 0; node < n; node++) {
    if (cursor.left > 0) cursor.take(1);
    for (let link = 0; link < 4; link++) {
      try {
        compactInt.read(cursor, undefined);
      } catch (error) {
        if (error instanceof MeshglotError) return error.code;
        throw error;
      }
    }
  }
  return cursor.offset;
}
