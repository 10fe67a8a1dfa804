import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { materialsOf } from "../../src/formats/msh/material/materials.ts";
import { sectionsOf } from "../../src/formats/msh/model/sections.ts";
import type { TextFile } from "../../src/formats/msh/textFile.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { mapMesh, spansAtByte } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { detect } from "../../src/registry.ts";
import { exampleFiles } from "../support/files.ts";

const example = (format: string, name: string) =>
  exampleFiles(format).find((file) => file.name === name)?.bytes ?? new Uint8Array();
const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const codes = async (bytes: Uint8Array) =>
  (await validateMesh(bytes)).issues.map(({ code, path }) => `${code} ${path}`);

describe("material texts", () => {
  it("are told by their first two statements, whatever stands around them", () => {
    const known = (text: string) => {
      try {
        return detect(bytesOf(text)).format.id;
      } catch (error) {
        return error instanceof MeshglotError ? error.code : error;
      }
    };
    expect(known("material\n{\n}\n")).toBe("msh-material");
    expect(known("\u00ef\u00bb\u00bf// note\r\n\r\n  material // first\r\n{\r\n")).toBe("msh-material");
    expect(known("material wood\nnewmtl a\n")).toBe("UNKNOWN_FORMAT"); // the brace has to follow
    expect(known("materials are fine\n")).toBe("UNKNOWN_FORMAT");
  });

  it("give their passes, textures and culling", () => {
    const materials = materialsOf(openMesh(example("msh-material", "shield.txt")).file as TextFile);
    expect(materials.map(({ passes }) => passes.length)).toEqual([1, 2]);
    expect(materials[0]?.passes[0]).toMatchObject({
      cull: "none",
      alphaTest: "greater 128",
      shaderGroup: "Static",
      units: [{ texture: "Shield_Rim.dds", texCoordSet: 0, isLight: false }],
    });
    expect(materials[1]?.passes[0]?.units).toEqual([{ texture: "shield.dds", texCoordSet: 1, isLight: false }]);
  });

  it("of lightmap meshes have the lightmap in the first unit", () => {
    const unit = (texture: string) => `texture_unit\n{\ntexture ${texture}\n}\n`;
    const text = `material\n{\ntechnique\n{\npass\n{\nshader_group LightMap\n${unit("light.dds")}${unit("wood.dds")}}\n}\n}\n`;
    const [material] = materialsOf(openMesh(bytesOf(text)).file as TextFile);
    expect(material?.passes[0]?.units.map(({ isLight }) => isLight)).toEqual([true, false]);
  });

  it("a change per rule", async () => {
    expect(await codes(example("msh-material", "shield.txt"))).toEqual([]);
    expect(await codes(example("msh-material", "careless.txt"))).toEqual([
      "MATERIAL_SYNTAX lines[12]", // a brace too many
      "MATERIAL_WORD_UNKNOWN lines[2]",
      "MATERIAL_CUSTOM_PARAM lines[7]",
      "MATERIAL_CULL lines[8]",
    ]);
    expect(await codes(bytesOf("material\n{\ndiffuse 1 1\n}\n"))).toEqual([
      "MATERIAL_COLOR lines[2]",
      "MATERIAL_NO_PASS lines[0]",
    ]);
    expect(await codes(bytesOf("material\n{\ntechnique {\n}\n"))).toContain("MATERIAL_SYNTAX lines[2]");
    expect(await codes(bytesOf("material\n{\ntechnique\n{\n"))).toContain("MATERIAL_SYNTAX lines[0]");
  });

  it("are mapped line by line", () => {
    const bytes = example("msh-material", "careless.txt");
    const [, line] = spansAtByte(mapMesh(bytes).spans, 13);
    expect(line).toMatchObject({ path: "lines[2]", offset: 11, type: "line" });
  });

  it("of a million lines are a fault with a place, not a full memory", () => {
    const text = `material\n{\n${"\n".repeat(1_000_000)}`;
    expect(openMesh(bytesOf(text)).fault).toMatchObject({ code: "LIMIT_MEMORY" });
  });
});

describe("model texts", () => {
  it("are sections of values, on the word's own line or below", async () => {
    const bytes = example("msh-model", "shield_model.txt");
    const sections = sectionsOf(openMesh(bytes).file as TextFile);
    expect(sections.map(({ word, values }) => [word, values.map(({ text }) => text)])).toEqual([
      ["MODEL_CFG", []],
      ["AABOX", ["-50 0 -5", "50 100 5"]],
      ["SPHERE", ["0 50 0 70.9"]],
      ["COLLISION_MESH", ["shield.cms"]],
      ["MESH_LIST", ["shield.msh", "shield_strap.msh"]],
    ]);
    expect((await inspectMesh(bytes)).bounds?.metres).toEqual({ min: [-0.5, 0, -0.05], max: [0.5, 1, 0.05] });
  });

  it("a change per rule", async () => {
    expect(await codes(example("msh-model", "shield_model.txt"))).toEqual([]);
    expect(await codes(bytesOf("#MODEL_CFG\n#SPHERE 1 2 3\n"))).toEqual(["MODEL_NUMBERS lines[1]"]);
    expect(await codes(bytesOf("#MODEL_CFG\n#SPHERE 1 2 3 4\n#SPHERE 1 2 3 4\n"))).toEqual([
      "MODEL_SECTION_DUPLICATE lines[2]",
    ]);
  });
});
