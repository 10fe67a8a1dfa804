import { describe, expect, it } from "vitest";
import { Budget } from "../../src/bytes/budget.ts";
import { Cursor } from "../../src/bytes/cursor.ts";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { encodeLz4 } from "../../src/bytes/lz4.ts";
import { Trace } from "../../src/bytes/trace.ts";
import { array } from "../../src/layout/arrays.ts";
import { type Block, block, blockOf } from "../../src/layout/block.ts";
import { layoutOf, writeRecord } from "../../src/layout/record.ts";
import { count, u8 } from "../../src/layout/scalars.ts";
import { expectTiling } from "../support/fidelity.ts";

interface Inner {
  n: number;
  values: Uint8Array;
}
interface Outer {
  part: Block<Inner>;
  end: number;
}
const inner = layoutOf<Inner>();
const innerLayout = inner.record("inner", [
  inner.field("n", count(u8)),
  inner.field("values", array(Uint8Array, 1, "n")),
]);
const outer = layoutOf<Outer>();
const layout = outer.record("outer", [outer.field("part", block(innerLayout)), outer.field("end", u8)]);

const i64 = (value: bigint) => new Uint8Array(BigInt64Array.of(value).buffer);
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const plain = Uint8Array.from({ length: 101 }, (_, i) => (i === 0 ? 100 : i % 4));
const stored = join(i64(101n), i64(101n), plain, Uint8Array.of(0xee));
const payload = encodeLz4(plain);
const compressed = join(i64(101n), i64(BigInt(payload.length)), payload, Uint8Array.of(0xee));

function read(bytes: Uint8Array, trace = new Trace()) {
  return layout.read(new Cursor(bytes, { family: "TEST", trace }), undefined);
}

function faultOf(bytes: Uint8Array, trace = new Trace()): MeshglotError {
  const cursor = new Cursor(bytes, { family: "TEST", trace });
  try {
    layout.read(cursor, undefined);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    trace.fail(error, cursor.offset, bytes.byteLength);
    return error;
  }
  throw new Error("no fault");
}

describe("a block", () => {
  it("stored as it is maps straight through", () => {
    const trace = new Trace();
    const file = read(stored, trace);
    expect(file.part).toEqual({ uncompressedSize: 101, stored: true, value: { n: 100, values: plain.slice(1) } });
    expect(writeRecord(layout, file)).toEqual(stored);
    expectTiling(trace.roots, stored.length);
    const span = trace.roots[0]?.children?.[2];
    expect(span).toMatchObject({ path: "part.payload", offset: 16, size: 101 });
    expect(span?.children?.[1]).toMatchObject({ path: "part.payload.values", offset: 17, size: 100, count: 100 });
  });

  it("compressed keeps its payload, and its spans count from the decoded bytes", () => {
    const trace = new Trace();
    const file = read(compressed, trace);
    expect(file.part).toMatchObject({ uncompressedSize: 101, stored: false, payload });
    expect(file.part.value).toEqual({ n: 100, values: plain.slice(1) });
    expect(writeRecord(layout, file)).toEqual(compressed);
    expectTiling(trace.roots, compressed.length);
    const span = trace.roots[0]?.children?.[2];
    expect(span).toMatchObject({ path: "part.payload", offset: 16, size: payload.length });
    expect(span?.inner?.[1]).toMatchObject({ path: "part.payload.values", offset: 1, size: 100 });
  });

  it("keeps the compressed bytes where they lie, and a copy of those that lie in another block", () => {
    expect(read(compressed).part.payload?.buffer).toBe(compressed.buffer);
    const { field, record } = layoutOf<{ first: Block<Outer>; second: Block<Outer> }>();
    const nested = record("two blocks of blocks", [field("first", block(layout)), field("second", block(layout))]);
    // The inner block's payload can not be compressed again, but the zeros of its sizes can.
    const blockOfBlock = (end: number) => {
      const decoded = compressed.slice();
      decoded[decoded.length - 1] = end;
      return decoded;
    };
    const pack = (decoded: Uint8Array) => {
      const packed = encodeLz4(decoded);
      expect(packed.length).toBeLessThan(decoded.length);
      return join(i64(BigInt(decoded.length)), i64(BigInt(packed.length)), packed);
    };
    const bytes = join(pack(blockOfBlock(1)), pack(blockOfBlock(2)));
    const file = nested.read(new Cursor(bytes, { family: "TEST" }), undefined);
    expect(file.first.value).toMatchObject({ end: 1, part: { payload } });
    expect(file.second.value).toMatchObject({ end: 2, part: { payload } });
    expect(writeRecord(nested, { first: blockOf(file.first.value), second: file.second })).toEqual(bytes);
  });

  it("without a payload is encoded from its value, or stored where that is no longer", () => {
    const file = read(compressed);
    expect(writeRecord(layout, { ...file, part: blockOf(file.part.value) })).toEqual(compressed);
    expect(writeRecord(layout, { ...file, part: blockOf(file.part.value, true) })).toEqual(stored);
    const tiny = { part: blockOf({ n: 2, values: Uint8Array.of(8, 9) }), end: 0 };
    expect(writeRecord(layout, tiny)).toEqual(join(i64(3n), i64(3n), Uint8Array.of(2, 8, 9, 0)));
  });

  it("with a payload that can not be one is not written", () => {
    const { part, end } = read(compressed);
    expect(() => writeRecord(layout, { part: { ...part, stored: true }, end })).toThrow(/payload of/);
    expect(() => writeRecord(layout, { part: { ...part, uncompressedSize: 3 }, end })).toThrow(/payload of/);
  });

  it.each<[string, Uint8Array, string, string, number]>([
    ["2^62 bytes", join(i64(2n ** 62n), i64(4n), new Uint8Array(8)), "TEST_BLOCK_SIZE", "part.uncompressedSize", 0],
    ["a negative size", join(i64(-1n), i64(4n), new Uint8Array(8)), "TEST_BLOCK_SIZE", "part.uncompressedSize", 0],
    ["more bytes compressed", join(i64(3n), i64(4n), new Uint8Array(8)), "TEST_BLOCK_SIZE", "part.compressedSize", 8],
    ["a payload that is not there", join(i64(99n), i64(99n)), "TEST_TRUNCATED", "part.payload", 16],
    ["a damaged payload", join(i64(9n), i64(2n), Uint8Array.of(0x40, 1, 0)), "TEST_LZ4", "part.payload", 17],
  ])("of %s is refused", (_, bytes, code, path, offset) => {
    const trace = new Trace();
    expect(faultOf(bytes, trace).toJSON()).toMatchObject({ code, path, offset });
    expectTiling(trace.roots, bytes.length);
  });

  it("whose value ends early or late names the field, and what was read is kept", () => {
    const late = Uint8Array.from(plain);
    late[0] = 99;
    const early = Uint8Array.from(plain);
    early[0] = 101;
    for (const [bytes, code, path] of [
      [late, "TEST_BLOB_LEFTOVER", "part.payload"],
      [early, "TEST_TRUNCATED", "part.payload.values"],
    ] as const) {
      const packed = encodeLz4(bytes);
      for (const file of [
        join(i64(101n), i64(101n), bytes, Uint8Array.of(0)),
        join(i64(101n), i64(BigInt(packed.length)), packed, Uint8Array.of(0)),
      ]) {
        const trace = new Trace();
        const fault = faultOf(file, trace);
        expect(fault.toJSON()).toMatchObject({ code, path });
        expect(fault.partial).toMatchObject({ part: { uncompressedSize: 101, value: { n: bytes[0] } } });
        expectTiling(trace.roots, file.length);
      }
    }
  });

  it("is charged to the budget before it is decoded", () => {
    const big = encodeLz4(new Uint8Array(1000));
    const bytes = join(i64(1000n), i64(BigInt(big.length)), big, Uint8Array.of(0));
    const cursor = new Cursor(bytes, { family: "TEST", budget: new Budget(bytes.length, 900) });
    expect(() => layout.read(cursor, undefined)).toThrow(/memory/);
  });
});
