import { describe, expect, it } from "vitest";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";

const MOST = 32_767;
/** Bounds of an empty mesh as the published page gives them: +1e9, -1e9, centre 0, radius -1. */
const BOUNDS = new Uint8Array(Float32Array.of(1e9, 1e9, 1e9, -1e9, -1e9, -1e9, 0, 0, 0, -1).buffer);
const MAGIC = new TextEncoder().encode("ms13");
/** A number from 8191 to a million in the three bytes of a compact integer. */
const int3 = (value: number) => [0x80 | (value & 0x3f), 0x80 | ((value >> 6) & 0x7f), value >> 13];

/** Name of three letters, lightmap bytes, bounds, number of targets. */
const SURFACE = 5 + 2 + BOUNDS.length + 1;
/** Counts of weights, both UVs, colours and both index arrays. */
const GEOMETRY = 6;

/** An ms13 that says it has `said` surfaces and has `real` of them, all empty. */
function meshOf(said: readonly number[], real: number): Uint8Array {
  const head = Uint8Array.of(...MAGIC, ...BOUNDS, 0, ...said);
  const bytes = new Uint8Array(head.length + real * (SURFACE + GEOMETRY) + 2 * MAGIC.length);
  bytes.set(head);
  let at = head.length;
  for (let i = 0; i < real; i++, at += SURFACE) {
    const letters = [i % 100, Math.floor(i / 100) % 100, Math.floor(i / 10_000)].map((digit) => 0x21 + (digit % 90));
    bytes.set([4, ...letters, 0], at);
    bytes.set(BOUNDS, at + 7);
  }
  bytes.set(MAGIC, at);
  bytes.set(MAGIC, bytes.length - MAGIC.length);
  return bytes;
}

const limitsFound = async (bytes: Uint8Array) => {
  const { mesh, issues } = await validateMesh(bytes, { maxMemory: 2 ** 30, perCode: 3 });
  expect(mesh.fault).toBeUndefined();
  return issues.filter(({ code }) => code === "UNIGINE_LIMIT");
};

describe("more surfaces than the engine takes", () => {
  it("are an error at the count, one fewer are none", async () => {
    expect(await limitsFound(meshOf(int3(MOST), MOST))).toEqual([]);
    expect(await limitsFound(meshOf(int3(MOST + 1), MOST + 1))).toMatchObject([
      {
        severity: "error",
        path: "surfaceCount",
        offset: 45,
        length: 3,
        message: "32768 surfaces, 32767 can be loaded",
      },
    ]);
  });

  it.each([
    ["just above the limit", int3(MOST + 1)],
    ["a million less one", int3(999_999)],
    ["2^31 - 1", [0xbf, 0xff, 0xff, 0xff, 0x0f]],
  ])("that are not there end the reading where they end: %s", async (_, said) => {
    const bytes = meshOf(said, 3);
    const { file, fault } = openMesh(bytes);
    // The identifier behind the third surface, read as the length of a name: 6d is -45.
    expect(fault?.toJSON()).toMatchObject({ code: "UNIGINE_NEGATIVE_COUNT", path: "surfaces[3].name.length" });
    expect((file as { surfaces: unknown[] }).surfaces.length).toBeLessThanOrEqual(4);
    expect((await validateMesh(bytes)).issues.map(({ code }) => code)).toEqual(["UNIGINE_NEGATIVE_COUNT"]);
  });
});
