import { describe, expect, it } from "vitest";
import { Cursor } from "../../src/bytes/cursor.ts";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { leafSpans, Trace } from "../../src/bytes/trace.ts";
import { chars } from "../../src/layout/chars.ts";
import { countedArray, countedTable } from "../../src/layout/countedArrays.ts";
import { layoutOf, writeRecord } from "../../src/layout/record.ts";
import { count, i32, u8, u16 } from "../../src/layout/scalars.ts";
import { spanAt, spansAtByte } from "../../src/operations/map.ts";
import { fromHex } from "../support/hex.ts";

interface Pair {
  id: number;
  name: Uint8Array;
}
interface Sample {
  points: Uint16Array;
  pairs: Pair[];
  none: Uint8Array;
}
const pair = layoutOf<Pair>();
const pairLayout = pair.record("pair", [pair.field("id", u16), pair.field("name", chars(3))]);
const { field, record } = layoutOf<Sample>();
const layout = record("sample", [
  field("points", countedArray(count(i32), Uint16Array, 2)),
  field("pairs", countedTable(count(i32), pairLayout)),
  field("none", countedArray(count(i32), Uint8Array, 1)),
]);

// Written out by hand: two points, one pair, nothing.
const bytes = fromHex("02000000 0100 0200 0300 0400  01000000 0700 610062  00000000");
const sample: Sample = {
  points: Uint16Array.of(1, 2, 3, 4),
  pairs: [{ id: 7, name: Uint8Array.of(0x61, 0, 0x62) }],
  none: new Uint8Array(0),
};

describe("arrays with a count of their own", () => {
  it("are read, written and mapped", () => {
    const trace = new Trace();
    expect(layout.read(new Cursor(bytes, { family: "T", trace }), undefined)).toEqual(sample);
    expect(writeRecord(layout, sample)).toEqual(bytes);
    const places = leafSpans(trace.roots).map((span) => [span.path, span.offset, span.size]);
    expect(places).toEqual([
      ["points.count", 0, 4],
      ["points", 4, 8],
      ["pairs.count", 12, 4],
      ["pairs", 16, 5],
      ["none.count", 21, 4],
    ]);
    expect(spanAt(trace.roots, "points[1]")).toMatchObject({ offset: 8, size: 4 });
    expect(spanAt(trace.roots, "pairs[0].name")).toMatchObject({ offset: 18, size: 3, type: "char[3]" });
    expect(spansAtByte(trace.roots, 19).map(({ path }) => path)).toEqual([
      "pairs",
      "pairs",
      "pairs[0]",
      "pairs[0].name",
    ]);
  });

  it.each([
    ["03000000 0100 0200 0300 0400", "points", 4, 12, 8],
    ["00000000 02000000 0700 610062", "pairs", 8, 10, 5],
  ])("are refused before anything is made when %s ends early", (hex, path, offset, needed, available) => {
    try {
      layout.read(new Cursor(fromHex(hex), { family: "T" }), undefined);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(MeshglotError);
      expect(error).toMatchObject({ code: "T_TRUNCATED", path, offset, needed, available });
      expect((error as MeshglotError).countCause?.path).toBe(`${path}.count`);
    }
  });

  it("are refused when they hold half an element", () => {
    expect(() => writeRecord(layout, { ...sample, points: Uint16Array.of(1, 2, 3) })).toThrow(/holds 3 values/);
  });

  it("name a negative count", () => {
    expect(() => layout.read(new Cursor(fromHex("ffffffff"), { family: "T" }), undefined)).toThrow(/points.count/);
  });

  it("demand that a description fits the numbers", () => {
    expect(() => countedArray(count(i32), Uint8Array, 3, { type: "pair", size: 2 })).toThrow(/does not describe/);
    expect(() => countedArray(count(i32), Uint8Array, 1, u8)).not.toThrow();
  });
});
