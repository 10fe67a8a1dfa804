import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode4001, decode4002, encode4001, encode4002 } from "../../src/formats/msh/ani/quantize.ts";

const HALF = Math.SQRT1_2;

/*
 * By hand. 4001: the largest component is omitted and made positive; the others c become trunc((c + 1) / 2 * 1023).
 * 0 gives 511 (0x1ff), 0.7071 gives trunc(873.185) = 873 (0x369), -0.6 gives trunc(204.6) = 204 (0xcc).
 */
const GOLDEN_4001: readonly [name: string, rotation: number[], word: number][] = [
  // w omitted (3): 3 << 30 | 0x1ff << 20 | 0x1ff << 10 | 0x1ff
  ["no rotation", [0, 0, 0, 1], 0xdff7fdff],
  // x omitted (0) as the first of two equal ones: y 0x1ff, z 0x1ff, w 0x369
  ["90 degrees about x", [HALF, 0, 0, HALF], 0x1ff7ff69],
  // x is the largest and negative, so all are negated: y 0x1ff, z -0.6 -> 0xcc, w 0x1ff
  ["a negative largest component", [-0.8, 0, 0.6, 0], 0x1ff331ff],
  // the same rotation of length 2: normalised first
  ["not of unit length", [-1.6, 0, 1.2, 0], 0x1ff331ff],
];

/*
 * 4002: x, y, z become round((c + 1) / 2 * 65535), w round(w * 65535), negated first if w is negative.
 * 0 gives round(32767.5) = 32768 (0x8000), -0.6 gives 0.2 * 65535 = 13107 (0x3333), 0.8 gives 52428 (0xcccc).
 */
const GOLDEN_4002: readonly [name: string, rotation: number[], high: number, low: number][] = [
  ["no rotation", [0, 0, 0, 1], 0x80008000, 0x8000ffff],
  ["a negative w", [0.6, 0, 0, -0.8], 0x33338000, 0x8000cccc],
];

describe("rotations of version 4001", () => {
  it.each(GOLDEN_4001)("%s", (_, rotation, word) => expect(encode4001(rotation)).toBe(word));

  it("are decoded as 2v/1023 - 1, the omitted one from the rest", () => {
    // 511 is -1/1023; three of them leave sqrt(1 - 3 / 1023^2) for w.
    const [x, y, z, w] = decode4001(0xdff7fdff);
    for (const value of [x, y, z]) expect(value).toBeCloseTo(-1 / 1023, 12);
    expect(w).toBeCloseTo(Math.sqrt(1 - 3 / 1023 ** 2), 12);
  });

  it("whose three components are longer than 1 have nothing left for the fourth", () => {
    // All zero bits: y, z and w are -1, x is 0; renormalised.
    expect(decode4001(0).map((value) => value + 0)).toEqual([0, ...new Array<number>(3).fill(-1 / Math.sqrt(3))]);
  });

  it("come back from single precision as the same word", () => {
    const component = fc.integer({ min: 0, max: 1023 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), component, component, component, (omitted, a, b, c) => {
        const squares = [a, b, c].reduce((sum, v) => sum + ((2 * v) / 1023 - 1) ** 2, 0);
        const largest = Math.max(...[a, b, c].map((v) => Math.abs((2 * v) / 1023 - 1)));
        // A writer omits the largest component, so the others are smaller than what is left for it.
        fc.pre(squares < 1 && Math.sqrt(1 - squares) > largest + 1e-6);
        const word = ((omitted << 30) | (a << 20) | (b << 10) | c) >>> 0;
        expect(encode4001(Float32Array.from(decode4001(word)))).toBe(word);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("rotations of version 4002", () => {
  it.each(GOLDEN_4002)("%s", (_, rotation, high, low) => expect(encode4002(rotation)).toEqual([high, low]));

  it("are decoded as 2v/65535 - 1, w as v/65535, and renormalised", () => {
    const length = Math.hypot(-0.6, 1 / 65535, 1 / 65535, 0.8);
    const due = [-0.6, 1 / 65535, 1 / 65535, 0.8].map((value) => value / length);
    decode4002(0x33338000, 0x8000cccc).forEach((value, i) => {
      expect(value).toBeCloseTo(due[i] ?? Number.NaN, 12);
    });
  });

  it("are off by less than a step and a half", () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(component, component, component, component, (x, y, z, w) => {
        const length = Math.hypot(x, y, z, w);
        fc.pre(length > 0.01);
        const rotation = [x, y, z, w].map((value) => value / length);
        const sign = (rotation[3] ?? 0) < 0 ? -1 : 1;
        const [high, low] = encode4002(rotation);
        decode4002(high, low).forEach((value, i) => {
          expect(Math.abs(value - (rotation[i] ?? 0) * sign)).toBeLessThan(3 / 65535);
        });
      }),
    );
  });
});
