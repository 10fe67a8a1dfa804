import { describe, expect, it } from "vitest";
import { Budget } from "../../src/bytes/budget.ts";
import { Cursor } from "../../src/bytes/cursor.ts";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { Sink } from "../../src/bytes/sink.ts";
import { leafSpans, MAX_ITEM_SPANS, Trace } from "../../src/bytes/trace.ts";
import { array, rest } from "../../src/layout/arrays.ts";
import { counted, list } from "../../src/layout/lists.ts";
import { layoutOf, when, writeRecord } from "../../src/layout/record.ts";
import { count, f32, i16, i32, magic, u8, u16, u64 } from "../../src/layout/scalars.ts";
import { type RawText, text } from "../../src/layout/text.ts";

interface Item {
  id: number;
  name: RawText;
}
interface Sample {
  version: number;
  size: number;
  values: Uint16Array;
  items: Item[];
  extra?: bigint;
  trailing: Uint8Array;
}
const item = layoutOf<Item>();
const itemLayout = item.record("item", [item.field("id", u8), item.field("name", text(i32))]);
const { field, fixed, record } = layoutOf<Sample>();
const layout = record("sample", [
  fixed("magic", magic("AB")),
  field("version", u8),
  field("size", count(i16)),
  field("values", array(Uint16Array, 2, "size"), { unit: "mm", evidence: "verified", note: "pairs" }),
  field("items", counted(count(i32), itemLayout)),
  field("extra", u64, { when: when("version >= 2", (sample) => sample.version >= 2) }),
  field("trailing", rest()),
]);

const sample: Sample = {
  version: 2,
  size: 1,
  values: Uint16Array.of(0x0201, 0x0403),
  items: [{ id: 7, name: { raw: Uint8Array.of(0x68, 0x69) } }],
  extra: 0x0102030405060708n,
  trailing: Uint8Array.of(9),
};
// Written out by hand.
const bytes = Uint8Array.of(
  0x41,
  0x42,
  2,
  1,
  0,
  1,
  2,
  3,
  4,
  1,
  0,
  0,
  0,
  7,
  2,
  0,
  0,
  0,
  0x68,
  0x69,
  8,
  7,
  6,
  5,
  4,
  3,
  2,
  1,
  9,
);
const cursor = (source: Uint8Array, trace?: Trace) => new Cursor(source, { family: "T", trace });

describe("a record", () => {
  it("is read and written as its layout says", () => {
    expect(layout.read(cursor(bytes), undefined)).toEqual(sample);
    expect(writeRecord(layout, sample)).toEqual(bytes);
  });

  it("leaves out what its condition excludes, and refuses to drop a value silently", () => {
    const { extra: _, ...without } = { ...sample, version: 1 };
    const short = writeRecord(layout, without);
    expect(short.byteLength).toBe(bytes.byteLength - 8);
    expect(layout.read(cursor(short), undefined)).toEqual(without);
    expect(() => writeRecord(layout, { ...sample, version: 1 })).toThrow(
      "extra: this field is only written when version >= 2",
    );
  });

  it("refuses a missing field by name", () => {
    const { extra: _, ...without } = sample;
    expect(() => writeRecord(layout, without)).toThrow("extra");
  });

  it("leaves a span per field, with children where there is something to divide", () => {
    const trace = new Trace();
    layout.read(cursor(bytes, trace), undefined);
    const leaves = leafSpans(trace.roots).map(({ path, offset, size }) => `${path} ${offset}+${size}`);
    expect(leaves).toEqual([
      "magic 0+2",
      "version 2+1",
      "size 3+2",
      "values 5+4",
      "items.count 9+4",
      "items[0].id 13+1",
      "items[0].name.length 14+4",
      "items[0].name.bytes 18+2",
      "extra 20+8",
      "trailing 28+1",
    ]);
    expect(trace.roots[3]).toMatchObject({ unit: "mm", evidence: "verified", note: "pairs", count: 1 });
  });

  it("says at every truncation what was missing where, and keeps what was read", () => {
    const faults = Array.from({ length: 28 }, (_, size) => {
      try {
        layout.read(cursor(bytes.subarray(0, size)), undefined);
        return "none";
      } catch (error) {
        if (!(error instanceof MeshglotError)) throw error;
        expect(error.partial).toBeDefined();
        return `${error.code} ${error.path} ${error.offset} ${error.needed}/${error.available}`;
      }
    });
    expect(faults[0]).toBe("T_TRUNCATED magic 0 2/0");
    expect(faults[8]).toBe("T_TRUNCATED values 5 4/3");
    expect(faults[19]).toBe("T_TRUNCATED items[0].name.bytes 18 2/1");
    expect(faults[27]).toBe("T_TRUNCATED extra 20 8/7");
    expect(faults).not.toContain("none");
  });

  it("keeps the half-read item of a list", () => {
    try {
      layout.read(cursor(bytes.subarray(0, 19)), undefined);
      expect.unreachable();
    } catch (error) {
      expect((error as MeshglotError).partial).toEqual({
        version: 2,
        size: 1,
        values: sample.values,
        items: [{ id: 7 }],
      });
    }
  });

  it("names the count that asked for too much, relative to the file", () => {
    const large = bytes.slice();
    large[4] = 0x40; // size = 0x4001
    expect(() => layout.read(cursor(large), undefined)).toThrow(
      `values: needs ${0x4001 * 4} bytes at offset 5, 24 left; size = ${0x4001} asked for it`,
    );
    const long = bytes.slice();
    long[15] = 1; // the name's length = 258
    expect(() => layout.read(cursor(long), undefined)).toThrow("items[0].name.length = 258 asked for it");
  });
});

describe("writing numbers", () => {
  it.each([
    [u8, 256],
    [u8, -1],
    [u8, 1.5],
    [i16, 40000],
    [i32, Number.NaN],
    [u16, 65536],
  ] as const)("refuses what does not fit (%#)", (node, value) => {
    expect(() => node.write(new Sink(), value, undefined)).toThrow("does not fit");
  });
  it("refuses floats that would become infinite", () => {
    expect(() => f32.write(new Sink(), 1e39, undefined)).toThrow("does not fit");
  });
});

describe("a sink", () => {
  it("puts small and large pieces together in order, and at any place", () => {
    const sink = new Sink();
    const large = new Uint8Array(1000).fill(5);
    sink.seek(2);
    sink.bytes(large);
    sink.seek(0);
    u16.write(sink, 0x0102, undefined);
    const file = sink.finish();
    expect(file.byteLength).toBe(1002);
    expect([file[0], file[1], file[2], file[1001]]).toEqual([2, 1, 5, 5]);
  });
  it("refuses overlaps and gaps", () => {
    const overlap = new Sink();
    overlap.bytes(new Uint8Array(4));
    overlap.seek(2);
    overlap.bytes(new Uint8Array(4));
    expect(() => overlap.finish()).toThrow("two fields claim");
    const gap = new Sink();
    gap.seek(3);
    gap.bytes(new Uint8Array(1));
    expect(() => gap.finish()).toThrow("no field claims the bytes 0 to 2");
  });
  it("survives more small pieces than a page holds", () => {
    const sink = new Sink();
    for (let i = 0; i < 10_000; i++) u16.write(sink, i, undefined);
    const view = new DataView(sink.finish().buffer);
    expect(view.byteLength).toBe(20_000);
    expect(view.getUint16(2 * 9_999, true)).toBe(9_999);
  });
});

describe("bounds against hostile counts", () => {
  it("a list of many tiny items is stopped by the memory budget", () => {
    const strings = new Uint8Array(4 + 4 * 1_000_000);
    new DataView(strings.buffer).setInt32(0, 1_000_000, true);
    const small = new Cursor(strings, { family: "T", budget: new Budget(0, 1_000_000) });
    expect(() => counted(count(i32), text(i32)).read(small, undefined)).toThrow("of memory");
  });

  it("a long list has spans for its first items and one for the rest", () => {
    const n = MAX_ITEM_SPANS + 5;
    const strings = new Uint8Array(4 * n);
    const trace = new Trace();
    const source = new Cursor(strings, { family: "T", trace });
    trace.open("names", "list", 0);
    list(text(i32), () => n).read(source, undefined);
    trace.close(source.offset);
    const children = trace.roots[0]?.children ?? [];
    expect(children).toHaveLength(MAX_ITEM_SPANS + 1);
    expect(children.at(-1)).toMatchObject({
      path: `names[${MAX_ITEM_SPANS}..${n - 1}]`,
      offset: 4 * MAX_ITEM_SPANS,
      size: 20,
    });
  });

  it("a table whose count exceeds the bytes is refused before the first item is made", () => {
    const table = layoutOf<{ n: number; rows: { a: number }[] }>();
    const row = layoutOf<{ a: number }>();
    const rows = table.record("t", [
      table.field("n", count(i32)),
      table.field("rows", list(row.record("row", [row.field("a", i32)]), "n")),
    ]);
    const source = new Uint8Array(12);
    source[3] = 0x7f;
    expect(() => rows.read(cursor(source), undefined)).toThrow(
      /rows: needs \d+ bytes at offset 4, 8 left; n = \d+ asked/,
    );
  });
});
