import { createRequire } from "node:module";
import { decodeLz4, encodeLz4 } from "../../packages/core/src/bytes/lz4.ts";
import type { BenchResult } from "../case.ts";
import { compare } from "../compare.ts";

const SIZE = 16 * 2 ** 20;

/** Bytes like those of a mesh: floats that share their exponents, index triples, long runs. */
function meshLike(): Uint8Array {
  const bytes = new Uint8Array(SIZE);
  const floats = new Float32Array(bytes.buffer, 0, SIZE / 8);
  for (let i = 0; i < floats.length; i++) floats[i] = Math.round(Math.sin(i / 97) * 4096) / 512;
  const indices = new Uint16Array(bytes.buffer, SIZE / 2, SIZE / 8);
  for (let i = 0; i < indices.length; i++) indices[i] = Math.floor(i / 6) + (i % 3);
  return bytes;
}

/** Our decoder against the WebAssembly one that the tests use as an oracle, on the same block in the same run. */
export async function run(): Promise<BenchResult[]> {
  // A CommonJS package for Node; its own decoder wants the size in front of the block.
  const oracle = createRequire(import.meta.url)("lz4-wasm-nodejs") as { decompress: (input: Uint8Array) => Uint8Array };
  const plain = meshLike();
  const block = encodeLz4(plain);
  const prefixed = new Uint8Array(block.byteLength + 4);
  new DataView(prefixed.buffer).setUint32(0, plain.byteLength, true);
  prefixed.set(block, 4);
  return [
    await compare(
      "lz4 decode",
      () => decodeLz4(block, SIZE),
      () => oracle.decompress(prefixed),
      1 / 0.6,
    ),
  ];
}
