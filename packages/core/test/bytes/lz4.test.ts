import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameBytes, toHex } from "../../src/bytes/codePage.ts";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { decodeLz4, encodeLz4, keepsLz4EndRule, lz4SizeLimit } from "../../src/bytes/lz4.ts";
import { mutate, seededRandom } from "../support/random.ts";

/** The independent implementation (a CommonJS package): both of its functions put the decoded size in front as u32. */
const oracle = createRequire(import.meta.url)("lz4-wasm-nodejs") as {
  compress: (input: Uint8Array) => Uint8Array;
  decompress: (input: Uint8Array) => Uint8Array;
};

function oracleDecode(block: Uint8Array, size: number): Uint8Array {
  const prefixed = new Uint8Array(block.byteLength + 4);
  new DataView(prefixed.buffer).setUint32(0, size, true);
  prefixed.set(block, 4);
  return oracle.decompress(prefixed);
}

/** Text-like, run-like and random parts in turn: all kinds of literals and matches. */
function sample(size: number, seed: number): Uint8Array {
  const random = seededRandom(seed);
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const length = 1 + Math.floor(random() ** 3 * 600);
    const kind = Math.floor(random() * 4);
    const back = 1 + Math.floor(random() * Math.min(at, 70_000));
    for (let i = 0; i < length && at < size; i++, at++) {
      if (kind === 0) bytes[at] = random() * 256;
      else if (kind === 1) bytes[at] = 7;
      else bytes[at] = at >= back ? (bytes[at - back] ?? 0) : at % 5;
    }
  }
  return bytes;
}

const SIZES = [0, 1, 4, 5, 11, 12, 13, 14, 15, 16, 17, 64, 255, 270, 4096, 65_535, 65_536, 70_000, 300_000];

describe("LZ4 blocks", () => {
  it.each(SIZES)("of %i bytes are decoded by the oracle and by us, whoever encoded them", (size) => {
    for (let seed = 1; seed <= 4; seed++) {
      const plain = sample(size, seed);
      const ours = encodeLz4(plain);
      expect(sameBytes(decodeLz4(ours, size), plain)).toBe(true);
      expect(keepsLz4EndRule(ours, size)).toBe(true);
      if (size > 0) expect(sameBytes(oracleDecode(ours, size), plain)).toBe(true);
      const theirs = oracle.compress(plain).subarray(4);
      if (size > 0) expect(sameBytes(decodeLz4(theirs, size), plain)).toBe(true);
      if (size > 0) expect(keepsLz4EndRule(theirs, size)).toBe(true);
    }
  });

  it("are decoded for any bytes", () => {
    const runs = fc
      .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 80 })), {
        maxLength: 12,
      })
      .map((parts) =>
        Uint8Array.from(
          parts.flatMap(
            ([bytes, times]) =>
              Array(times)
                .fill([...bytes])
                .flat() as number[],
          ),
        ),
      );
    fc.assert(
      fc.property(runs, (plain) => {
        const block = encodeLz4(plain);
        expect(decodeLz4(block, plain.length)).toEqual(plain);
        if (plain.length > 0) expect(oracleDecode(block, plain.length)).toEqual(plain);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it("repeat a pattern that overlaps its own copy", () => {
    // Worked out by hand: three literals, a match of 4 + 15 + 81 from 3 back, five literals.
    const block = Uint8Array.of(0x3f, 1, 2, 3, 3, 0, 81, 0x50, 9, 9, 9, 9, 9);
    const expected = Uint8Array.from({ length: 108 }, (_, i) => (i < 103 ? (i % 3) + 1 : 9));
    expect(decodeLz4(block, 108)).toEqual(expected);
    expect(oracleDecode(block, 108)).toEqual(expected);
  });

  it.each<[string, number[], number, RegExp]>([
    ["nothing at all", [], 4, /can not become|empty/],
    ["an empty block", [], 0, /empty/],
    ["a size beyond what a block can become", [0x10, 1], 2 * 255 + 17, /can not become/],
    ["the end inside literals", [0x40, 1, 2], 4, /4 literals are due, 2 bytes are left/],
    ["the end inside the length of literals", [0xf0, 255, 255], 600, /inside the length of literals/],
    ["the end inside an offset", [0x40, 1, 2, 3, 4, 1], 20, /inside an offset/],
    ["the end inside the length of a match", [0x4f, 1, 2, 3, 4, 1, 0, 255], 600, /inside the length of a match/],
    ["offset 0", [0x44, 1, 2, 3, 4, 0, 0, 0x50, 1, 2, 3, 4, 5], 17, /offset 0/],
    ["an offset before the start", [0x40, 1, 2, 3, 4, 5, 0, 0x50, 1, 2, 3, 4, 5], 13, /offset 5 after 4 bytes/],
    ["literals beyond the size", [0x50, 1, 2, 3, 4, 5], 4, /literals go beyond/],
    ["a match beyond the size", [0x4f, 1, 2, 3, 4, 1, 0, 50, 0x10, 1], 20, /match goes beyond/],
    ["too few bytes", [0x50, 1, 2, 3, 4, 5], 6, /becomes 5 bytes, 6 are declared/],
    ["a match at the very end", [0x40, 1, 2, 3, 4, 1, 0], 8, /ends with a match/],
  ])("with %s are refused", (_, bytes, size, message) => {
    expect(() => decodeLz4(Uint8Array.from(bytes), size)).toThrow(message);
  });

  it.each([-1, Number.NaN, 2 ** 62, Infinity])("with the declared size %d are refused before allocating", (size) => {
    expect(() => decodeLz4(Uint8Array.of(0x10, 1), size)).toThrow(MeshglotError);
    expect(lz4SizeLimit(2)).toBe(526);
  });

  it("that end against the rule are decoded and told apart", () => {
    const block = Uint8Array.of(0x40, 1, 2, 3, 4, 4, 0, 0x10, 9); // one literal after the match
    expect(decodeLz4(block, 9)).toEqual(Uint8Array.of(1, 2, 3, 4, 1, 2, 3, 4, 9));
    expect(keepsLz4EndRule(block, 9)).toBe(false);
  });

  it("damaged in 20,000 ways give the declared size or a typed error, quickly", () => {
    const random = seededRandom(20);
    const sources = [200, 2_000, 20_000].map((size, i) => ({ size, block: encodeLz4(sample(size, i + 9)) }));
    let worst = 0;
    let decoded = 0;
    for (let i = 0; i < 20_000; i++) {
      const { size, block } = sources[i % 3] ?? { size: 0, block: new Uint8Array() };
      const damaged = mutate(block, random);
      const time = (): number => {
        const start = performance.now();
        try {
          expect(decodeLz4(damaged, size).length).toBe(size);
          decoded++;
        } catch (error) {
          if (!(error instanceof MeshglotError) || error.code !== "LZ4") throw error;
        }
        return performance.now() - start;
      };
      const first = time();
      // What was slow once may have met a pause of the machine; what is slow by itself is slow again.
      worst = Math.max(worst, first < 5 ? first : Math.min(first, time(), time()));
    }
    expect(decoded).toBeGreaterThan(1000); // a block has no checksum: changed literals go through
    expect(worst).toBeLessThan(20);
  });

  it("that are damaged are never accepted where the oracle finds a fault", () => {
    const random = seededRandom(7);
    const plain = sample(900, 3);
    const block = encodeLz4(plain);
    for (let i = 0; i < 2_000; i++) {
      const damaged = mutate(block, random);
      let ours: Uint8Array | undefined;
      try {
        ours = decodeLz4(damaged, plain.length);
      } catch {
        continue;
      }
      // Whatever we accept, the oracle decodes to the same bytes.
      expect(oracleDecode(damaged, plain.length)).toEqual(ours);
    }
  });

  const liblz4 = [
    "import ctypes, ctypes.util, sys",
    "lib = ctypes.CDLL(ctypes.util.find_library('lz4'))",
    "for line in sys.stdin:",
    "    block, size = line.split()",
    "    block = bytes.fromhex(block)",
    "    out = ctypes.create_string_buffer(int(size) + 1)",
    "    n = lib.LZ4_decompress_safe(block, out, len(block), int(size))",
    "    print(out.raw[:n].hex() if n >= 0 else 'refused')",
  ].join("\n");
  const decodeWithLiblz4 = (lines: string) => spawnSync("python3", ["-c", liblz4], { input: lines, encoding: "utf8" });
  const atHand = decodeWithLiblz4("").status === 0;

  it.skipIf(!atHand)(`of ours are decoded by liblz4${atHand ? "" : " (skipped: no python3 with liblz4)"}`, () => {
    const samples = [1, 5, 12, 13, 14, 40, 300, 5_000, 70_000].map((size) => sample(size, size));
    const lines = samples.map((plain) => `${toHex(encodeLz4(plain))} ${plain.length}`).join("\n");
    const { stdout } = decodeWithLiblz4(lines);
    expect(stdout.trim().split("\n")).toEqual(samples.map(toHex));
  });
});
