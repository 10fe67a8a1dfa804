import { fromHex } from "../support/hex.ts";
import type { IssuePairs } from "../support/pairs.ts";

/** By hand from the format's page: one triangle of (0, 0, 0), (0, 100, 0), (100, 0, 0). Not made by our writer. */
export const GOLDEN = fromHex(`
  434d5300 88130000 03000000
  00000000 00000000 00000000  00000000 0000c842 00000000  0000c842 00000000 00000000
  01000000 0000 0100 0200`);

function withBytes(offset: number, ...values: number[]): () => Uint8Array {
  return () => {
    const bytes = GOLDEN.slice();
    bytes.set(values, offset);
    return bytes;
  };
}

/** 65,537 vertices at one place and a face of the first one. */
function crowd(): Uint8Array {
  const count = 65537;
  const bytes = new Uint8Array(12 + 12 * count + 10);
  bytes.set(GOLDEN.subarray(0, 8));
  const view = new DataView(bytes.buffer);
  view.setInt32(8, count, true);
  view.setInt32(12 + 12 * count, 1, true);
  return bytes;
}

export const PAIRS: IssuePairs = {
  CMS_BAD_MAGIC: { bytes: withBytes(3, 1), path: "magic", offset: 0, options: { format: "cms" } },
  CMS_TRUNCATED: { bytes: () => GOLDEN.subarray(0, 30), path: "positions", offset: 12 },
  CMS_NEGATIVE_COUNT: { bytes: withBytes(8, 255, 255, 255, 255), path: "vertexCount", offset: 8 },
  CMS_TRAILING_BYTES: { bytes: () => Uint8Array.from([...GOLDEN, 7]), path: "trailing", offset: 58 },
  CMS_UNKNOWN_VERSION: { bytes: withBytes(4, 0), path: "version", offset: 4 },
  CMS_TOO_MANY_VERTICES: { bytes: crowd, path: "vertexCount", offset: 8 },
  CMS_INDEX_OUT_OF_RANGE: { bytes: withBytes(56, 3), path: "indices[0]", offset: 52 },
  CMS_NOT_FINITE: { bytes: withBytes(24, 0, 0, 0xc0, 0x7f), path: "positions[1]", offset: 24 },
};
