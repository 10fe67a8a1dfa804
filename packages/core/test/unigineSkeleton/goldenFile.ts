import { nameOf } from "../../src/formats/unigine/names.ts";
import type { SnFile } from "../../src/formats/unigine/sn/file.ts";
import { fromHex } from "../support/hex.ts";

const ONE = "0000803f";
/** By hand from the format's page: a root at (1, 2, 3), a mask, a retarget entry. Not made by our writer. */
export const GOLDEN = fromHex(`
  736e3130 01000000 02 6100 ffff
  ${ONE} 00000040 00004040  00000000 00000000 00000000 ${ONE}  ${ONE} ${ONE} 00000040
  736e3130
  01000000 02000000 6d00 01000000 0000003f
  00000000 00000000
  01000000 02000000 000080bf
  736e3130`);

/** What it holds. */
export const expected: SnFile = {
  jointCount: 1,
  joints: [{ name: nameOf("a"), parent: -1 }],
  bind: Float32Array.of(1, 2, 3, 0, 0, 0, 1, 1, 1, 2),
  maskCount: 1,
  masks: [{ name: nameOf("m"), valueCount: 1, values: Float32Array.of(0.5) }],
  timeProfileCount: 0,
  timeProfiles: [],
  weightProfileCount: 0,
  weightProfiles: [],
  retargetCount: 1,
  retarget: [{ mode: 2, customLength: -1 }],
  trailing: new Uint8Array(0),
};
