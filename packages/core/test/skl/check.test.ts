import { describe, expect, it } from "vitest";
import { ascii, skeletonOf } from "../../../../scripts/examples/lostSaga.ts";
import type { SklFile } from "../../src/formats/msh/skl/file.ts";
import { skl } from "../../src/formats/msh/skl/index.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { exampleFiles } from "../support/files.ts";

const plans = [
  { name: ascii("root"), parent: -1, position: [0, 10, 0] as const },
  { name: ascii("arm"), parent: 0, position: [5, 0, 0] as const },
  { name: ascii("hand"), parent: 1, position: [5, 0, 0] as const },
];

async function codesWith(change: (file: SklFile) => void): Promise<string[]> {
  const file = skeletonOf(plans);
  change(file);
  return (await validateMesh(skl.write(file, "SKL"))).issues.map(({ code, path }) => `${code} ${path}`);
}
const bone = (file: SklFile, i: number) => {
  const found = file.bones[i];
  if (!found) throw new Error(`no bone ${i}`);
  return found;
};

describe("a change per rule of skeletons", () => {
  it("a skeleton that is right has no issues", async () => expect(await codesWith(() => undefined)).toEqual([]));

  it.each<[string, (file: SklFile) => void, string[]]>([
    ["version", (f) => Object.assign(f, { version: 999 }), ["SKL_UNKNOWN_VERSION version"]],
    [
      "unknown child",
      (f) => bone(f, 2).childNames.push(ascii("Hand")), // letter case counts
      ["SKL_CHILD_UNKNOWN bones[2].childNames[0]"],
    ],
    ["circle", (f) => bone(f, 2).childNames.push(ascii("root")), ["SKL_CYCLE bones[2].childNames[0]"]],
    ["out of reach", (f) => bone(f, 1).childNames.pop(), ["SKL_UNREACHABLE_BONE bones[2]"]],
    [
      "parent",
      (f) => Object.assign(bone(f, 2), { parentName: ascii("root") }),
      ["SKL_PARENT_MISMATCH bones[2].parentName"],
    ],
    [
      "bind pose",
      (f) => bone(f, 1).inverseBindPosition.set([0, 0, 7]),
      ["SKL_BIND_MISMATCH bones[1].inverseBindPosition"],
    ],
    ["not finite", (f) => bone(f, 0).objectMatrix.set([Number.NaN]), ["SKL_NOT_FINITE bones[0].objectMatrix"]],
    ["length", (f) => bone(f, 2).localRotation.set([0, 0, 0, 2]), ["SKL_QUATERNION_LENGTH bones[2].localRotation"]],
    ["trailing", (f) => Object.assign(f, { trailing: Uint8Array.of(1) }), ["SKL_TRAILING_BYTES trailing"]],
  ])("%s", async (_, change, expected) => expect(await codesWith(change)).toEqual(expected));

  it("two bones of one name", async () => {
    const found = await codesWith((file) => {
      bone(file, 2).name = ascii("arm");
      bone(file, 1).childNames = [];
    });
    expect(found).toContain("SKL_NAME_DUPLICATE bones[2].name");
  });

  it("the example with a broken tree has one of each kind", async () => {
    const bytes = exampleFiles("skl").find(({ name }) => name === "biped_broken_tree.skl")?.bytes ?? new Uint8Array();
    expect((await validateMesh(bytes)).issues.map(({ code }) => code)).toEqual([
      "SKL_CHILD_UNKNOWN",
      "SKL_CYCLE",
      "SKL_UNREACHABLE_BONE",
      "SKL_TRAILING_BYTES",
    ]);
  });
});
