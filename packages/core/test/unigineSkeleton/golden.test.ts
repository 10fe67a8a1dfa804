import { describe, expect, it } from "vitest";
import { nameOf } from "../../src/formats/unigine/names.ts";
import type { SnFile } from "../../src/formats/unigine/sn/file.ts";
import { unigineSkeleton } from "../../src/formats/unigine/sn/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { fromHex } from "../support/hex.ts";

const ONE = "0000803f";
/** By hand from the format's page: a root at (1, 2, 3), a mask, a retarget entry. Not made by our writer. */
const GOLDEN = fromHex(`
  736e3130 01000000 02 6100 ffff
  ${ONE} 00000040 00004040  00000000 00000000 00000000 ${ONE}  ${ONE} ${ONE} 00000040
  736e3130
  01000000 02000000 6d00 01000000 0000003f
  00000000 00000000
  01000000 02000000 000080bf
  736e3130`);

const expected: SnFile = {
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

describe("the golden sn10", () => {
  it("is read as the page says", () => expect(openMesh(GOLDEN).file).toEqual(expected));
  it("is written byte for byte", () => expect(unigineSkeleton.write(expected, "sn10")).toEqual(GOLDEN));
  it("stands in glTF at (-x, z, y), its scale as (sx, sz, sy)", async () => {
    const { document } = await meshToScene(GOLDEN);
    const [joint] = document.getRoot().listSkins()[0]?.listJoints() ?? [];
    expect(joint?.getTranslation()).toEqual([-1, 3, 2]);
    expect(joint?.getScale()).toEqual([1, 2, 1]);
  });
});

describe("a change per rule of skeletons", () => {
  const codesWith = async (change: Partial<SnFile>) =>
    (await validateMesh(unigineSkeleton.write({ ...expected, ...change }, "sn10"))).issues.map(
      ({ code, path }) => `${code} ${path}`,
    );

  it("a skeleton that is right has no issues", async () => expect(await codesWith({})).toEqual([]));
  it.each<[Partial<SnFile>, string]>([
    [{ joints: [{ name: { raw: Uint8Array.of(0x61) }, parent: -1 }] }, "SKELETON_STRING joints[0].name"],
    [{ joints: [{ name: nameOf("a"), parent: 4 }] }, "SKELETON_JOINT_PARENT joints[0].parent"],
    [{ joints: [{ name: nameOf("a"), parent: 0 }] }, "SKELETON_JOINT_CYCLE joints[0].parent"],
    [{ bind: expected.bind.map((value, i) => (i === 4 ? Number.NaN : value)) }, "SKELETON_NOT_FINITE bind"],
    [
      { masks: [{ name: nameOf("m"), valueCount: 0, values: new Float32Array(0) }] },
      "SKELETON_COUNT_MISMATCH masks[0]",
    ],
    [
      { masks: [{ name: nameOf("m"), valueCount: 1, values: Float32Array.of(1.5) }] },
      "SKELETON_MASK_RANGE masks[0].values",
    ],
    [{ retarget: [{ mode: 3, customLength: -1 }] }, "SKELETON_RETARGET_MODE retarget[0]"],
    [{ trailing: Uint8Array.of(1) }, "SKELETON_TRAILING_BYTES trailing"],
  ])("%j", async (change, expected) => expect(await codesWith(change)).toEqual([expected]));
});
