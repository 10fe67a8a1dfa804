import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeFrames, encodeFrame } from "../../src/formats/unigine/frames.ts";

const half = Math.trunc(Math.SQRT1_2 * 32767); // 23169: truncated, as the page says
const frameOf = (...q: number[]) => {
  const { normals, tangents, signs, degenerate } = decodeFrames(Int16Array.from(q));
  return { normal: Array.from(normals), tangent: Array.from(tangents), sign: signs[0], degenerate };
};
const close = (a: readonly number[], b: readonly number[]) =>
  a.every((value, i) => Math.abs(value - (b[i] ?? 0)) < 1e-4);

describe("a tangent quaternion", () => {
  it("0.70710678 is written as 23169", () => expect(half).toBe(23169));

  // Rotations worked out by hand: columns of the matrix are tangent, binormal, normal.
  it.each<[string, number[], number[], number[], number]>([
    ["no rotation, w > 0", [0, 0, 0, 32767], [1, 0, 0], [0, 0, 1], 1],
    ["no rotation, w < 0", [0, 0, 0, -32767], [1, 0, 0], [0, 0, 1], -1],
    ["a quarter turn about z", [0, 0, half, half], [0, 1, 0], [0, 0, 1], 1],
    ["a quarter turn about y, negated", [0, -half, 0, -half], [0, 0, -1], [1, 0, 0], -1],
    ["a quarter turn about x", [half, 0, 0, half], [1, 0, 0], [0, -1, 0], 1],
  ])("of %s", (_, q, tangent, normal, sign) => {
    const frame = frameOf(...q);
    expect(close(frame.tangent, tangent)).toBe(true);
    expect(close(frame.normal, normal)).toBe(true);
    expect(frame).toMatchObject({ sign, degenerate: 0 });
  });

  it("of half the length, as degenerate UVs give it, is normalised first", () => {
    const frame = frameOf(-16383, 0, -16383, -32);
    expect(Math.hypot(...frame.normal)).toBeCloseTo(1, 6);
    expect(Math.hypot(...frame.tangent)).toBeCloseTo(1, 6);
    expect(frame.sign).toBe(-1);
  });

  it("of zero becomes the axes, and w = 0 counts as unmirrored", () => {
    expect(frameOf(0, 0, 0, 0)).toEqual({ tangent: [1, 0, 0], normal: [0, 0, 1], sign: -1, degenerate: 1 });
  });

  it("in ms10 is three shorts and a sign", () => {
    const bytes = new Uint8Array(7);
    const view = new DataView(bytes.buffer);
    view.setInt16(4, half, true); // z; w = sqrt(1 - z * z) is the same
    view.setInt8(6, -127);
    const { tangents, normals, signs } = decodeFrames(bytes);
    expect(close(Array.from(tangents), [0, 1, 0])).toBe(true);
    expect(close(Array.from(normals), [0, 0, 1])).toBe(true);
    expect(signs[0]).toBe(-1);
  });

  it("encodes any frame so that it decodes to the same, with w never near zero", () => {
    const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
    fc.assert(
      fc.property(angle, angle, angle, fc.constantFrom<1 | -1>(1, -1), (a, b, c, sign) => {
        const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
        // Columns of Rz(a) Ry(b) Rx(c).
        const tangent = [ca * cb, sa * cb, -sb] as const;
        const normal = [ca * sb * cc + sa * sc, sa * sb * cc - ca * sc, cb * cc] as const;
        const q = encodeFrame(tangent, normal, sign);
        expect(Math.abs(q[3])).toBeGreaterThanOrEqual(32);
        expect(Math.sign(q[3])).toBe(sign);
        const frame = frameOf(...q);
        const error = Math.max(...[0, 1, 2].map((i) => Math.abs((frame.normal[i] ?? 0) - (normal[i] ?? 0))));
        expect(error).toBeLessThan(0.0025); // w is raised to 0.001
        expect(frame.sign).toBe(sign);
      }),
      { numRuns: 1000, seed: 5 },
    );
    expect(encodeFrame([1, 0, 0], [0, 0, 1], -1)).toEqual([0, 0, 0, -32767]);
  });
});
