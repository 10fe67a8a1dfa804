import { DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import { MeshglotError } from "../../../bytes/fault.ts";
import { fieldsEditing } from "../../../fieldsEditing.ts";
import { type Detection, type Format, NO_COUNTS, type Summary } from "../../../format.ts";
import { writeRecord } from "../../../layout/record.ts";
import { MSH_SPACE } from "../space.ts";
import { firstLines, type TextFile, textFileLayout } from "../textFile.ts";
import { checkMaterial } from "./check.ts";
import { baseUnitOf, materialsOf, textureKey, texturesOf } from "./materials.ts";

/** Materials shown at most. */
const SHOWN = 256;
const layout = textFileLayout("material text");

/** Lost Saga material texts, `resource/material/<mesh>.txt`. */
export const mshMaterial: Format<TextFile> = {
  id: "msh-material",
  title: "Lost Saga material text",
  engine: "io3DEngine (Lost Saga)",
  extensions: ["txt"],
  companion: "material",
  family: "MATERIAL",
  space: MSH_SPACE,
  codePage: DEFAULT_CODE_PAGE,
  layouts: { text: layout },
  options: [],
  detect,
  read: (cursor) => layout.read(cursor, undefined),
  write: (file) => writeRecord(layout, file),
  summarize,
  textures: texturesOf,
  profiles: [],
  repairs: [],
  editing: async () => fieldsEditing("a Lost Saga material text", (raw) => ({ raw })),
  check: (file, _dialect, { report }) => checkMaterial(file, report),
  toScene: async () => {
    throw new MeshglotError({
      code: "MESH_NEEDED",
      detail: "a material text alone has nothing to show",
      hint: "Convert the mesh of the same name; --material gives it this text.",
    });
  },
  builder: {
    targets: [{ name: "msh-material", extension: "txt", summary: "the materials of the scene as a Lost Saga text" }],
    options: [],
    fromScene: async (document) => (await import("./fromScene.ts")).materialFromScene(document),
  },
};

/** A text whose first statement is `material`, with an opening brace alone on the next line that says something. */
function detect(bytes: Uint8Array): Detection | undefined {
  const [first = "", second] = firstLines(bytes, 2);
  return /^material\b/.test(first) && second === "{" ? { dialect: "text", version: "text" } : undefined;
}

function summarize(file: TextFile): Summary {
  const materials = materialsOf({ lines: file.lines ?? [] });
  const textures = materials.flatMap(({ passes }) =>
    passes.flatMap(({ units }) => units.flatMap(({ texture }) => (texture === "" ? [] : [textureKey(texture)]))),
  );
  return {
    counts: { ...NO_COUNTS, materials: materials.length, textures: new Set(textures).size },
    bounds: null,
    features: [],
    details: {
      lines: file.lines?.length ?? 0,
      materials: materials.slice(0, SHOWN).map((material, i) => ({
        material: `Sub${i + 1}`,
        passes: material.passes.length,
        shaderGroup: material.passes[0]?.shaderGroup ?? "",
        baseTexture: baseUnitOf(material)?.texture ?? "",
        cull: material.passes[0]?.cull ?? "",
      })),
    },
  };
}
