import { describe, expect, it } from "vitest";
import type { SklFile } from "../../src/formats/msh/skl/file.ts";
import { skl } from "../../src/formats/msh/skl/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { fromHex } from "../support/hex.ts";

const ZERO = "00000000";
const ONE = "0000803f";
/** By hand from the format's page: a root at (0, 2, 3) without rotation, linked to nothing. Not made by our writer. */
const GOLDEN = fromHex(`
  534b4c00 e8030000 01000000
  01000000 62
  ${ZERO} 00000040 00004040
  ${ZERO} ${ZERO} ${ZERO} ${ONE}
  ${ZERO} 000000c0 000040c0
  ${ZERO} ${ZERO} ${ZERO} ${ONE}
  ${ONE} ${ZERO} ${ZERO} ${ZERO}  ${ZERO} ${ONE} ${ZERO} ${ZERO}  ${ZERO} ${ZERO} ${ONE} ${ZERO}
  ${ZERO} 00000040 00004040 ${ONE}
  08000000 4e6f506172656e74
  00000000
  00000000`);

const text = (characters: string) => ({ raw: Uint8Array.from(characters, (char) => char.charCodeAt(0)) });

describe("the golden SKL", () => {
  const expected: SklFile = {
    version: 1000,
    boneCount: 1,
    bones: [
      {
        name: text("b"),
        localPosition: Float32Array.of(0, 2, 3),
        localRotation: Float32Array.of(0, 0, 0, 1),
        inverseBindPosition: Float32Array.of(0, -2, -3),
        inverseBindRotation: Float32Array.of(0, 0, 0, 1),
        objectMatrix: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 3, 1),
        parentName: text("NoParent"),
        childNames: [],
      },
    ],
    linkedSkeleton: text(""),
    trailing: new Uint8Array(0),
  };

  it("is read as the page says", () => expect(openMesh(GOLDEN).file).toEqual(expected));
  it("is written byte for byte", () => expect(skl.write(expected, "SKL")).toEqual(GOLDEN));
  it("is mapped to the offsets of the page", () => {
    const { spans } = mapMesh(GOLDEN);
    expect(spanAt(spans, "bones[0].localRotation")).toMatchObject({ offset: 29, size: 16 });
    expect(spanAt(spans, "bones[0].objectMatrix")).toMatchObject({ offset: 73, size: 64 });
    expect(spanAt(spans, "linkedSkeleton.length")).toMatchObject({ offset: 153, size: 4 });
  });

  it("stands in glTF at (0, 2, -3) below a root of 0.01, and its inverse bind matrix undoes that", async () => {
    const { document } = await meshToScene(GOLDEN);
    const [skin] = document.getRoot().listSkins();
    const [joint] = skin?.listJoints() ?? [];
    expect(joint?.getTranslation()).toEqual([0, 2, -3]);
    expect(joint?.getParentNode()?.getScale()).toEqual([0.01, 0.01, 0.01]);
    const inverse = skin
      ?.getInverseBindMatrices()
      ?.getElement(0, [])
      .map((value) => value + 0);
    expect(inverse).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 3, 1]);
  });
});
