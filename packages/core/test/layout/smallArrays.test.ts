import { describe, expect, it } from "vitest";
import { type MshFile, msh } from "../../src/index.ts";
import { openMesh } from "../../src/operations/open.ts";
import { memoryLimit, peakMemory } from "../support/peakMemory.ts";
import { triangleMsh } from "../support/triangleMsh.ts";

const text = (words: string) => ({ raw: new TextEncoder().encode(words) });

/** A mesh of one triangle with very many control points, 12 bytes of position and three strings each. */
function pointsOf(count: number): Uint8Array {
  const file = triangleMsh({
    version: 2002,
    controlPointCount: count,
    controlPoints: Array.from({ length: count }, (_, i) => ({
      typeIndex: text(`trail_${i}`),
      linkedBone: text(i % 2 === 0 ? "" : "Bip01 R Hand"),
      extraInfo: text("a text of more than sixty-four bytes, which has a buffer of its own, as it is too long"),
      position: Float32Array.of(i, i + 0.5, -i),
    })),
  });
  return msh.write(file, "MSH");
}

describe("small arrays share pages", () => {
  it("and do not change with the bytes that were read, nor with each other", () => {
    const bytes = pointsOf(500);
    const before = bytes.slice();
    const file = openMesh(bytes).file as MshFile; // made above
    bytes.fill(0);
    expect(msh.write(file, "MSH")).toEqual(before);
    const [first, second, third] = file.controlPoints ?? [];
    second?.typeIndex.raw.fill(0x58);
    second?.position.fill(7);
    expect([...(first?.position ?? []), ...(third?.position ?? [])]).toEqual([0, 0.5, -0, 2, 2.5, -2]);
    expect([first, second, third].map((point) => new TextDecoder().decode(point?.typeIndex.raw))).toEqual([
      "trail_0",
      "XXXXXXX",
      "trail_2",
    ]);
    expect(msh.write(openMesh(before).file as MshFile, "MSH")).toEqual(before);
  });

  it("and survive a copy to a worker", () => {
    const bytes = pointsOf(300);
    expect(msh.write(structuredClone(openMesh(bytes).file as MshFile), "MSH")).toEqual(bytes);
  });

  // A buffer for each took 166 MB of 88 for some sixty thousand points.
  it.each(["open", "verify", "convert"] as const)(
    "so that a file of very many takes no more memory: %s",
    (operation) => {
      const bytes = pointsOf(20_000);
      expect(peakMemory(operation, bytes)).toBeLessThan(memoryLimit(bytes));
    },
  );
});
