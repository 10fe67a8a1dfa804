import { describe, expect, it } from "vitest";
import { typeAndIndex } from "../../src/formats/msh/checkControlPoints.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { GOLDEN } from "./golden.ts";
import { companion, edited, fine, name, skeletonText, weighted } from "./pairs.ts";

describe("a check of MSH", () => {
  it("of a name asks the code page that the user chose", async () => {
    const bytes = edited({ ...weighted(...fine), boneNames: [name("\u0080"), name("b")] });
    const { issues } = await validateMesh(bytes, { convertOptions: { codePage: "latin1" } });
    expect(issues.map(({ code }) => code)).toEqual(["MSH_NAME_NOT_ASCII"]);
  });

  it("of companions is absent where they fit", async () => {
    const companions = {
      material: companion("material", "material\n{\n}\n"),
      skeleton: companion("skeleton", skeletonText("b", "a")),
    };
    expect((await validateMesh(edited(weighted(...fine)), { companions })).issues).toEqual([]);
  });

  it("is absent from the golden file", async () => expect((await validateMesh(GOLDEN)).issues).toEqual([]));
});

describe("the name of a control point", () => {
  it.each([
    ["trailstart_0", { type: "trailstart", index: 0 }],
    ["hand_left_1", { type: "hand", index: 0 }],
    ["a_12x", { type: "a", index: 12 }],
    ["grip", undefined],
    ["_1", undefined],
    ["grip_", undefined],
  ])("%s is split as the client does", (text, split) => expect(typeAndIndex(text)).toEqual(split));
});
