import { describe, expect, it } from "vitest";
import { Cursor } from "../../src/bytes/cursor.ts";
import { divideSpan, Trace } from "../../src/bytes/trace.ts";
import { array } from "../../src/layout/arrays.ts";
import { layoutOf, writeRecord } from "../../src/layout/record.ts";
import { u8, u16 } from "../../src/layout/scalars.ts";
import { column, table, tableOf } from "../../src/layout/table.ts";

interface Row {
  place: Int16Array;
  pad: number;
}
const row = layoutOf<Row>();
const rowLayout = row.record("row", [row.field("place", array(Int16Array, 2)), row.field("pad", u16)]);
interface File {
  count: number;
  rows: Uint8Array;
}
const { field, record } = layoutOf<File>();
const layout = record("file", [field("count", u8), field("rows", table(rowLayout, "count"))]);

const bytes = Uint8Array.of(2, 1, 0, 0xff, 0xff, 7, 0, 3, 0, 4, 0, 0, 1);

describe("a table of fixed rows", () => {
  it("stays bytes, with one span that arithmetic divides", () => {
    const trace = new Trace();
    const file = layout.read(new Cursor(bytes, { family: "T", trace }), undefined);
    expect(file).toEqual({ count: 2, rows: bytes.slice(1) });
    const span = trace.roots[1];
    expect(span).toMatchObject({ path: "rows", offset: 1, size: 12, count: 2 });
    expect(span && divideSpan(span, 1, 2)[0]?.children).toMatchObject([
      { path: "rows[1].place", offset: 7, size: 4 },
      { path: "rows[1].pad", offset: 11, size: 2 },
    ]);
    expect(writeRecord(layout, file)).toEqual(bytes);
  });

  it("gives its columns and is built from them", () => {
    const rows = bytes.slice(1);
    expect(column(rows, rowLayout, "place", Int16Array)).toEqual(Int16Array.of(1, -1, 3, 4));
    expect(column(rows, rowLayout, "pad", Uint16Array)).toEqual(Uint16Array.of(7, 256));
    expect(tableOf(rowLayout, 2, { place: Int16Array.of(1, -1, 3, 4), pad: Uint16Array.of(7, 256) })).toEqual(rows);
    expect(tableOf(rowLayout, 1, {})).toEqual(new Uint8Array(6));
    expect(() => tableOf(rowLayout, 2, { pad: Uint16Array.of(1) })).toThrow(/2 rows of 2 are due/);
  });

  it("of another size than its count is refused", () => {
    expect(() => writeRecord(layout, { count: 2, rows: new Uint8Array(6) })).toThrow(/12 are due by count/);
  });

  it("cut off is refused before anything is copied", () => {
    expect(() => layout.read(new Cursor(bytes.subarray(0, 9), { family: "T" }), undefined)).toThrow(
      "rows: needs 12 bytes at offset 1, 8 left; count = 2 asked for it",
    );
  });
});
