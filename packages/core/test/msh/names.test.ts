import { describe, expect, it } from "vitest";
import { codePageFor, loadCodePage } from "../../src/bytes/codePage.ts";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { exampleFiles } from "../support/files.ts";
import { nodeNames } from "../support/gltf.ts";

const example = (name: string) => {
  const found = exampleFiles("msh").find((file) => file.name === name);
  if (!found) throw new Error(`no example ${name}`);
  return found.bytes;
};

describe("CP949 names", () => {
  // Codes from the code page's published table: 검 B0CB, 팔 C6C8, 머리 B8D3 B8AE; 갂 8141 is one that EUC-KR lacks.
  it.each([
    ["검", [0xb0, 0xcb]],
    ["팔", [0xc6, 0xc8]],
    ["머리", [0xb8, 0xd3, 0xb8, 0xae]],
    ["갂", [0x81, 0x41]],
  ])("%s is decoded and encoded", async (text, bytes) => {
    const page = await loadCodePage("cp949");
    expect(page.decode(Uint8Array.from(bytes))).toEqual({ text, exact: true });
    expect(Array.from(page.encode(text))).toEqual(bytes);
  });

  it.each([
    ["a lone lead byte", [0x80]],
    ["a cut pair", [0x42, 0xc6]],
    ["0xFF", [0xff]],
    ["a NUL inside", [0x41, 0x00, 0x42]],
  ])("%s is shown and marked inexact", async (_, bytes) => {
    const page = await codePageFor("cp949", [Uint8Array.from(bytes)]);
    const { text, exact } = page.decode(Uint8Array.from(bytes));
    expect(exact).toBe(false);
    expect(text).toContain("\ufffd");
  });

  it("refuses text that it lacks instead of writing a question mark", async () => {
    const page = await loadCodePage("cp949");
    expect(() => page.encode("emoji 🗡")).toThrow(MeshglotError);
  });

  it("refuses an unknown code page and names some", async () => {
    await expect(loadCodePage("cp9999")).rejects.toMatchObject({ code: "UNKNOWN_CODE_PAGE" });
  });
});

describe("names in a mesh", () => {
  it("are shown in inspect and in the GLB", async () => {
    const bytes = example("column_skinned.msh");
    const inspection = await inspectMesh(bytes);
    expect(inspection.details.boneNames).toEqual(["Bip01 Pelvis", "팔", "머리"]);
    const { document } = await meshToScene(bytes);
    expect(nodeNames(await readGlb(await writeGlb(document)))).toEqual(expect.arrayContaining(["팔", "머리"]));
  });

  it("survive a rewrite even when they are no CP949", async () => {
    const bytes = example("column_bad_names.msh");
    expect(verifyMesh(bytes).identical).toBe(true);
    const inspection = await inspectMesh(bytes);
    // 80 is no lead byte in iconv-lite's table, so the letter behind it stands; C6 at the end is a cut pair.
    expect(inspection.details.boneNames).toEqual([
      { text: "\ufffdA", hex: "8041" },
      { text: "B\ufffd", hex: "42c6" },
      { text: "", hex: "", length: -7 },
    ]);
    expect(inspection.details.inexactNames).toBe(2);
  });

  it("can be read in another code page", async () => {
    const inspection = await inspectMesh(example("column_skinned.msh"), {}, { codePage: "latin1" });
    expect(inspection.details.boneNames).toEqual(["Bip01 Pelvis", "ÆÈ", "¸Ó¸®"]);
  });
});
