import { describe, expect, it } from "vitest";
import { BMESH_ISSUES } from "../../src/issues/bmesh.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { edited, example, fileOf, nameField } from "./build.ts";
import { bones, FAULTS, fail, sections } from "./pairs.ts";

describe("the checks of bMesh", () => {
  it.each(FAULTS)("%s in %s at %#", async (code, name, change, path, message, severity) => {
    const { issues } = await validateMesh(edited(name, change));
    const found = issues.find((issue) => issue.code === code && issue.path === path);
    expect(found, JSON.stringify(issues)).toBeDefined();
    expect(found?.message).toMatch(message);
    expect(found?.severity).toBe(severity ?? BMESH_ISSUES[code]?.severity);
    expect(found?.offset).toBeGreaterThanOrEqual(0);
  });

  it.each([
    "vase_sections",
    "robot_skinned",
    "head_variant",
    "hair_conform",
    "crates_unnamed",
    "ring_direct",
    "rod_pairs",
    "rod_rigid",
    "empty",
  ])("find nothing in %s", async (name) => expect((await validateMesh(example(name))).issues).toEqual([]));

  it("take a vertex range whose end is one more, since nobody knows whether it is inclusive", async () => {
    const bytes = edited(
      "vase_sections",
      sections((section) => ({ vertexMax: (section as { vertexMax: number }).vertexMax + 1 })),
    );
    expect((await validateMesh(bytes)).issues).toEqual([]);
  });

  it("compare names up to the first zero", async () => {
    const tails = bones((_, i) => ({ name: nameField(`bone${i}`, String(i)) }));
    expect((await validateMesh(edited("rod_skinned", tails))).issues).toEqual([]);
  });

  it("stay quick when sections overlap thousandfold", async () => {
    const file = fileOf("ring_flat");
    const section = file.materialSections[0];
    const bytes = edited("ring_flat", () => ({
      materialSections: Array.from({ length: 20_000 }, () => section ?? fail()),
    }));
    const start = performance.now();
    const { truncated } = await validateMesh(bytes);
    expect(performance.now() - start).toBeLessThan(3000);
    expect(truncated.BMESH_SECTION_RANGE).toBe(19_999);
  });
});
