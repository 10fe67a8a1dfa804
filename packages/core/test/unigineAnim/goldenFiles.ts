import type { An11File, An13File } from "../../src/formats/unigine/an/file.ts";
import { nameOf } from "../../src/formats/unigine/names.ts";
import { fromHex } from "../support/hex.ts";

const ONE = "0000803f";
/** Joint "a", a root: a string of two bytes with its zero, then -1. */
const joints = "02 6100 ffff";
/** Two frames: position (0, 0, 1); nothing, which is zero. */
const frames = `02 01 00000000 00000000 ${ONE} 00`;
const guid = `29000000 ${"30".repeat(40)} 00`;
const head = `01000000 ${joints} ${guid} 03000000 6200 00 01 0000 1e000000 01`;

/** By hand from the format's page, not made by our writer. */
export const AN12 = fromHex(`616e3132 ${head} 616e3132 ${frames} 616e3132`);
export const AN13 = fromHex(`616e3133 ${head} ${"00".repeat(12)} 616e3133 ${frames} 616e3133`);
export const AN11 = fromHex(`
  616e3131 01 ${joints} 616e3131
  00000000 00000000 00000000  00000000 00000000 00000000 ${ONE}  ${ONE} ${ONE} ${ONE}
  01 0000 ${frames} 616e3131`);

const common = {
  jointCount: 1,
  joints: [{ name: nameOf("a"), parent: -1 }],
  animatedCount: 1,
  animated: Int16Array.of(0),
  frameCount: 2,
  frames: { flags: Uint8Array.of(1, 0), values: Float32Array.of(0, 0, 1) },
  trailing: new Uint8Array(0),
};
/** What AN12 and AN13 hold. */
export const newer: An13File = {
  ...common,
  skeletonGuid: nameOf("0".repeat(40)),
  skeletonPath: { raw: Uint8Array.of(0x62, 0, 0) },
  fps: 30,
  rootMotion: 1,
};
/** What AN11 holds. */
export const older: An11File = { ...common, bind: Float32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1) };
