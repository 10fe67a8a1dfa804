import { describe, expect, it } from "vitest";
import { curveOver } from "../../src/scene/sampling.ts";

const times = Float32Array.of(0, 2);
const over = (rows: readonly (readonly number[])[], ...more: [Parameters<typeof curveOver>[2], boolean]) =>
  curveOver(times, (element) => [...(rows[element] ?? [])], ...more);

describe("a curve over keys", () => {
  it("is the first key before it and the last behind it", () => {
    const curve = over([[1], [3]], "LINEAR", false);
    expect([-1, 0, 0.5, 2, 9].map((at) => curve.at(at))).toEqual([[1], [1], [1.5], [3], [3]]);
  });

  it("holds each key where it makes steps", () => {
    const curve = over([[1], [3]], "STEP", false);
    expect([0, 1.99, 2].map((at) => curve.at(at))).toEqual([[1], [1], [3]]);
  });

  it("turns the shortest way: from no turn to -q of 90 degrees about z lies q of 45 degrees half way", () => {
    const half = Math.SQRT1_2;
    const middle = over(
      [
        [0, 0, 0, 1],
        [0, 0, -half, -half],
      ],
      "LINEAR",
      true,
    ).at(1);
    for (const [i, value] of [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)].entries())
      expect(middle[i]).toBeCloseTo(value, 12);
  });

  it("follows cubic splines: in the middle half the sum of the ends and an eighth of the tangents' difference times 2 s", () => {
    // Rows are in-tangent, value, out-tangent of each key; Hermite at t = 1/2: (p0 + p1) / 2 + 2 s (m0 - m1) / 8.
    const curve = over([[7], [1], [4], [2], [3], [7]], "CUBICSPLINE", false);
    expect(curve.at(1)).toEqual([(1 + 3) / 2 + (2 * (4 - 2)) / 8]);
  });

  it("makes rotations of unit length, and leaves four morph weights as they are", () => {
    const zero = [0, 0, 0, 0];
    const rows = [zero, [0, 0, 0, 2], zero, zero, [0, 0, 0, 4], zero];
    expect(over(rows, "CUBICSPLINE", true).at(1)).toEqual([0, 0, 0, 1]);
    expect(over(rows, "CUBICSPLINE", false).at(1)).toEqual([0, 0, 0, 3]);
  });
});
