import { describe, expect, it } from "vitest";
import { motionsOf } from "../../src/formats/unigine/an/frames.ts";
import { unigineAnim } from "../../src/formats/unigine/an/index.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { AN11, AN12, AN13, newer, older } from "./goldenFiles.ts";

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
