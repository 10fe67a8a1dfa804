import { describe, expect, it } from "vitest";
import { unigineSkeleton } from "../../src/formats/unigine/sn/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { expected, GOLDEN } from "./goldenFile.ts";

describe("the golden sn10", () => {
  it("is read as the page says", () => expect(openMesh(GOLDEN).file).toEqual(expected));
  it("is written byte for byte", () => expect(unigineSkeleton.write(expected, "sn10")).toEqual(GOLDEN));
  it("has no issues", async () => expect((await validateMesh(GOLDEN)).issues).toEqual([]));
  it("stands in glTF at (-x, z, y), its scale as (sx, sz, sy)", async () => {
    const { document } = await meshToScene(GOLDEN);
    const [joint] = document.getRoot().listSkins()[0]?.listJoints() ?? [];
    expect(joint?.getTranslation()).toEqual([-1, 3, 2]);
    expect(joint?.getScale()).toEqual([1, 2, 1]);
  });
});
