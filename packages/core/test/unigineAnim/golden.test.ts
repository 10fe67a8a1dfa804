import { describe, expect, it } from "vitest";
import type { An11File, An13File } from "../../src/formats/unigine/an/file.ts";
import { motionsOf } from "../../src/formats/unigine/an/frames.ts";
import { unigineAnim } from "../../src/formats/unigine/an/index.ts";
import { nameOf } from "../../src/formats/unigine/names.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { fromHex } from "../support/hex.ts";

const ONE = "0000803f";
/** Joint "a", a root: a string of two bytes with its zero, then -1. */
const joints = "02 6100 ffff";
/** Two frames: position (0, 0, 1); nothing, which is zero. */
const frames = `02 01 00000000 00000000 ${ONE} 00`;
const guid = "29000000 30303030303030303030303030303030303030303030303030303030303030303030303030303030 00";
const head = `01000000 ${joints} ${guid} 03000000 6200 00 01 0000 1e000000 01`;
/** By hand from the format's page, not made by our writer. */
const AN12 = fromHex(`616e3132 ${head} 616e3132 ${frames} 616e3132`);
const AN13 = fromHex(`616e3133 ${head} ${"00".repeat(12)} 616e3133 ${frames} 616e3133`);
const AN11 = fromHex(`
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
const newer: An13File = {
  ...common,
  skeletonGuid: nameOf("0".repeat(40)),
  skeletonPath: { raw: Uint8Array.of(0x62, 0, 0) },
  fps: 30,
  rootMotion: 1,
};
const older: An11File = { ...common, bind: Float32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1) };

describe.each([
  ["an12", AN12, newer],
  ["an13", AN13, newer],
  ["an11", AN11, older],
])("the golden %s", (id, bytes, expected) => {
  it("is read as the page says", () => {
    const mesh = openMesh(bytes);
    expect(mesh.fault).toBeUndefined();
    expect(mesh).toMatchObject({ dialect: id, file: expected });
  });
  it("is written byte for byte", () => expect(unigineAnim.write(expected, id)).toEqual(bytes));
  it("gives zero where a frame has no position", () => {
    expect(motionsOf(expected.frames, 1, 2)).toEqual([{ position: Float32Array.of(0, 0, 1, 0, 0, 0) }]);
  });
});

describe("an13", () => {
  it("with other than zeros in front of the frames is refused, with the place", () => {
    const bytes = AN13.slice();
    const at = bytes.byteLength - 4 - 15 - 4 - 12;
    expect(spanAt(mapMesh(bytes).spans, "syncMarkers")).toMatchObject({ offset: at, size: 12 });
    bytes[at + 3] = 1;
    expect(openMesh(bytes).fault?.toJSON()).toMatchObject({
      code: "ANIM_SYNC_MARKERS",
      path: "syncMarkers",
      offset: at,
    });
  });
});
