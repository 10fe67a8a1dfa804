import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gather, weld } from "../../src/scene/weld.ts";

describe("welding", () => {
  it("joins what is equal in every stream, in order of first use", () => {
    const positions = Float32Array.of(1, 1, 2, 2, 1, 1, 1, 1);
    const colors = Uint8Array.of(5, 5, 5, 6);
    const { remap, first } = weld(4, [
      { array: positions, stride: 2 },
      { array: colors, stride: 1 },
    ]);
    expect([...remap]).toEqual([0, 1, 0, 2]);
    expect([...first]).toEqual([0, 1, 3]);
    expect([...gather(positions, 2, first)]).toEqual([1, 1, 2, 2, 1, 1]);
  });

  it("compares bits: 0 is not -0, and NaN is itself", () => {
    const { remap } = weld(4, [{ array: Float32Array.of(0, -0, Number.NaN, Number.NaN), stride: 1 }]);
    expect([...remap]).toEqual([0, 1, 2, 2]);
  });

  it("numbers in the order asked for, and what is not met gets no number", () => {
    const { remap, first } = weld(4, [{ array: Uint16Array.of(7, 8, 8, 9), stride: 1 }], Uint32Array.of(3, 1));
    expect([...remap]).toEqual([0xffffffff, 1, 0xffffffff, 0]);
    expect([...first]).toEqual([3, 1]);
  });

  it("agrees with comparing every pair", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 200 }), (pairs) => {
        const a = Float32Array.from(pairs, ([x]) => x);
        const b = Int8Array.from(pairs, ([, y]) => y);
        const { remap, first } = weld(pairs.length, [
          { array: a, stride: 1 },
          { array: b, stride: 1 },
        ]);
        const keys = pairs.map((pair) => pair.join());
        const distinct = [...new Set(keys)];
        expect([...remap]).toEqual(keys.map((key) => distinct.indexOf(key)));
        expect([...first]).toEqual(distinct.map((key) => keys.indexOf(key)));
      }),
    );
  });
});
