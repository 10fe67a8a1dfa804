import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Span } from "../../src/bytes/trace.ts";
import { diffBytes, MAX_RANGES } from "../../src/operations/diff/diffBytes.ts";

const span = (path: string, offset: number, size: number): Span => ({ path, offset, size, type: "u8" });
const bytes = (...values: number[]) => Uint8Array.from(values);

describe("byte ranges", () => {
  it("a field that became longer does not make what is behind it different", () => {
    const rest = Array.from({ length: 30 }, (_, i) => i);
    const a = bytes(1, 2, 3, ...rest);
    const b = bytes(1, 2, 7, 3, ...rest);
    b[33] = 99;
    const result = diffBytes(a, [span("name", 0, 3), span("rest", 3, 30)], b, [
      span("name", 0, 4),
      span("rest", 4, 30),
    ]);
    expect(result).toEqual({
      ranges: [
        { path: "name", a: { offset: 2, size: 0 }, b: { offset: 2, size: 1 } },
        { path: "rest", a: { offset: 32, size: 1 }, b: { offset: 33, size: 1 } },
      ],
      total: 2,
      changed: 2,
    });
  });

  it("a field that only one side has is a range of its own", () => {
    const a = bytes(5, 6);
    const b = bytes(5, 1, 2, 3, 6);
    const result = diffBytes(a, [span("x", 0, 1), span("z", 1, 1)], b, [
      span("x", 0, 1),
      span("y", 1, 3),
      span("z", 4, 1),
    ]);
    expect(result.ranges).toEqual([{ path: "y", a: { offset: 1, size: 0 }, b: { offset: 1, size: 3 } }]);
    const back = diffBytes(b, [span("x", 0, 1), span("y", 1, 3), span("z", 4, 1)], a, [
      span("x", 0, 1),
      span("z", 1, 1),
    ]);
    expect(back.ranges).toEqual([{ path: "y", a: { offset: 1, size: 3 }, b: { offset: 1, size: 0 } }]);
  });

  it("numbers that are next to each other are one range, and only bytes that differ are counted", () => {
    const a = new Uint8Array(64);
    const b = a.slice();
    b[0] = b[12] = b[40] = 1;
    const whole = [span("all", 0, 64)];
    const { ranges, changed } = diffBytes(a, whole, b, whole);
    expect(ranges.map((range) => [range.a.offset, range.a.size])).toEqual([
      [0, 13],
      [40, 1],
    ]);
    expect(changed).toBe(3);
  });

  it("very many ranges are counted, not listed", () => {
    const a = new Uint8Array(64 * (MAX_RANGES + 5));
    const b = a.map((_, i) => (i % 64 === 0 ? 1 : 0));
    const whole = [span("all", 0, a.length)];
    const { ranges, total } = diffBytes(a, whole, b, whole);
    expect([ranges.length, total]).toEqual([MAX_RANGES, MAX_RANGES + 5]);
  });

  it("replacing the ranges of a by those of b gives b, whatever the fields are", () => {
    const field = fc.record({ path: fc.constantFrom("p", "q", "r", "s", "t"), bytes: fc.uint8Array({ maxLength: 6 }) });
    const side = fc.uniqueArray(field, { selector: ({ path }) => path, maxLength: 5 }).map((fields) => {
      let offset = 0;
      const spans = fields.map(({ path, bytes: own }) => {
        offset += own.length;
        return span(path, offset - own.length, own.length);
      });
      return { spans, bytes: Uint8Array.from(fields.flatMap(({ bytes: own }) => [...own])) };
    });
    fc.assert(
      fc.property(side, side, (a, b) => {
        const { ranges, total } = diffBytes(a.bytes, a.spans, b.bytes, b.spans);
        const patched: number[] = [];
        let at = 0;
        for (const range of ranges) {
          patched.push(
            ...a.bytes.subarray(at, range.a.offset),
            ...b.bytes.subarray(range.b.offset, range.b.offset + range.b.size),
          );
          at = range.a.offset + range.a.size;
        }
        patched.push(...a.bytes.subarray(at));
        expect(patched).toEqual([...b.bytes]);
        expect(total === 0).toBe(Buffer.compare(a.bytes, b.bytes) === 0);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});
