import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Coverage } from "../../src/bytes/coverage.ts";
import { Cursor } from "../../src/bytes/cursor.ts";
import type { MeshglotError } from "../../src/bytes/fault.ts";
import { leafSpans, Trace } from "../../src/bytes/trace.ts";
import { array } from "../../src/layout/arrays.ts";
import { at, blocks, type Gap, gaps, restAfterBlocks } from "../../src/layout/at.ts";
import { list } from "../../src/layout/lists.ts";
import { countedBy } from "../../src/layout/node.ts";
import { layoutOf, writeRecord } from "../../src/layout/record.ts";
import { u8 } from "../../src/layout/scalars.ts";
import { expectTiling } from "../support/fidelity.ts";

interface Entry {
  offset: number;
  size: number;
}
interface Archive {
  header: { count: number };
  entries: Entry[];
  data: Uint8Array[];
  gaps: Gap[];
  trailing: Uint8Array;
}
const entry = layoutOf<Entry>();
const entryLayout = entry.record("entry", [entry.field("offset", u8), entry.field("size", u8)]);
const header = layoutOf<Archive["header"]>();
const headerLayout = header.record("header", [header.field("count", u8)]);
const { field, record } = layoutOf<Archive>();
const count = countedBy<Archive>("header.count", (archive) => archive.header.count);
const layout = record("archive", [
  field("header", headerLayout),
  field("entries", list(entryLayout, count)),
  field(
    "data",
    blocks(array(Uint8Array, 1), count, (archive, i) => {
      const { offset = 0, size = 0 } = archive.entries[i] ?? {};
      return at(
        offset,
        size,
        array(Uint8Array, 1, () => size),
        `entries[${i}].size = ${size}`,
      );
    }),
  ),
  field("gaps", gaps()),
  field("trailing", restAfterBlocks()),
]);

const read = (bytes: Uint8Array, trace?: Trace) => layout.read(new Cursor(bytes, { family: "T", trace }), undefined);
function faultOf(bytes: Uint8Array): { fault: MeshglotError; trace: Trace } {
  const trace = new Trace();
  const cursor = new Cursor(bytes, { family: "T", trace });
  try {
    layout.read(cursor, undefined);
  } catch (error) {
    const fault = error as MeshglotError; // anything else fails the expectations
    trace.fail(fault, cursor.offset, bytes.byteLength);
    return { fault, trace };
  }
  throw new Error("was read");
}

// Two blocks in reverse order, one byte between them that nothing names, one empty block, one byte behind all.
const bytes = Uint8Array.of(3, 10, 2, 7, 2, 0, 0, 0x11, 0x12, 0xee, 0x21, 0x22, 0xff);

describe("blocks at absolute offsets", () => {
  const archive: Archive = {
    header: { count: 3 },
    entries: [
      { offset: 10, size: 2 },
      { offset: 7, size: 2 },
      { offset: 0, size: 0 },
    ],
    data: [Uint8Array.of(0x21, 0x22), Uint8Array.of(0x11, 0x12), new Uint8Array(0)],
    gaps: [{ offset: 9, bytes: Uint8Array.of(0xee) }],
    trailing: Uint8Array.of(0xff),
  };

  it("are read and written in any order", () => {
    expect(read(bytes)).toEqual(archive);
    expect(writeRecord(layout, archive)).toEqual(bytes);
  });

  it("have spans of their own, and so has what belongs to none", () => {
    const trace = new Trace();
    read(bytes, trace);
    const places = Object.fromEntries(leafSpans(trace.roots).map((span) => [span.path, [span.offset, span.size]]));
    expect(places).toEqual({
      "header.count": [0, 1],
      entries: [1, 6],
      "data[1]": [7, 2],
      "gaps[0]": [9, 1],
      "data[0]": [10, 2],
      trailing: [12, 1],
    });
    expectTiling(trace.roots, bytes.byteLength);
  });

  it("outside the file are refused with the field that asked", () => {
    const cut = faultOf(bytes.subarray(0, 11));
    expect(cut.fault.toJSON()).toMatchObject({
      code: "T_TRUNCATED",
      path: "data[0]",
      offset: 10,
      needed: 2,
      available: 1,
      message: "data[0]: needs 2 bytes at offset 10, 1 left; entries[0].size = 2 asked for it",
    });
    expectTiling(cut.trace.roots, 11);
  });

  it("on each other are refused, and what was read before stays", () => {
    const { fault, trace } = faultOf(Uint8Array.of(2, 5, 2, 6, 2, 1, 2, 3));
    expect(fault.toJSON()).toMatchObject({ code: "T_BLOCK_OVERLAP", path: "data[1]", offset: 6 });
    expect(fault.partial).toMatchObject({ data: [Uint8Array.of(1, 2)] });
    expectTiling(trace.roots, 8);
  });

  it("on the tables are refused", () => {
    const { fault } = faultOf(Uint8Array.of(1, 2, 2, 9, 9));
    expect(fault.toJSON()).toMatchObject({ code: "T_BLOCK_OVERLAP", path: "data[0]", offset: 2 });
    expect(fault.message).toContain("the tables");
  });

  it("name the count of a table that is cut off", () => {
    expect(faultOf(Uint8Array.of(4, 1, 2)).fault.message).toBe(
      "entries: needs 8 bytes at offset 1, 2 left; header.count = 4 asked for it",
    );
  });

  it("that no longer fit their stored offsets are not written", () => {
    const grown = { ...archive, entries: [...archive.entries], data: [...archive.data] };
    grown.entries[1] = { offset: 7, size: 4 };
    grown.data[1] = Uint8Array.of(1, 2, 3, 4);
    expect(() => writeRecord(layout, grown)).toThrow(/claim the bytes/);
  });

  it("survive whatever the table says", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (any) => {
        const trace = new Trace();
        const cursor = new Cursor(any, { family: "T", trace });
        try {
          expect(writeRecord(layout, layout.read(cursor, undefined))).toEqual(any);
        } catch (error) {
          trace.fail(error as MeshglotError, cursor.offset, any.byteLength);
          expect((error as MeshglotError).code).toMatch(/^T_/);
        }
        expectTiling(trace.roots, any.byteLength);
      }),
    );
  });
});

describe("coverage", () => {
  it("claims each byte once, like a plain list of flags would", () => {
    const range = fc.tuple(fc.nat(60), fc.nat(8)).map(([start, size]) => ({ start, end: start + size }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), (ranges) => {
        const coverage = new Coverage();
        const flags = new Array<boolean>(80).fill(false);
        for (const { start, end } of ranges) {
          const free = flags.slice(start, end).every((flag) => !flag);
          expect(coverage.claim(start, end) === undefined).toBe(free);
          if (free) flags.fill(true, start, end);
        }
        const end = flags.lastIndexOf(true) + 1;
        expect(coverage.end).toBe(end);
        const open = new Array<boolean>(80).fill(false);
        for (const gap of coverage.gaps()) open.fill(true, gap.start, gap.end);
        expect(open.slice(0, end)).toEqual(flags.slice(0, end).map((flag) => !flag));
      }),
    );
  });
});
