import type { IssuePairs } from "../support/pairs.ts";

const text = (characters: string) => () => Uint8Array.from(characters, (char) => char.charCodeAt(0));
/** A material with one statement in its pass. */
const pass = (statement: string) => text(`material\n{\ntechnique\n{\npass\n{\n${statement}\n}\n}\n}\n`);

export const MATERIAL_PAIRS: IssuePairs = {
  MATERIAL_SYNTAX: { bytes: text("material\n{\ntechnique\n{\n}\n}\n}\n"), path: "lines[6]", offset: 27 },
  MATERIAL_EMPTY: { bytes: text("// nothing\n"), path: "lines", offset: 0, options: { format: "msh-material" } },
  MATERIAL_NO_PASS: { bytes: text("material\n{\n}\n"), path: "lines[0]", offset: 0 },
  MATERIAL_WORD_UNKNOWN: { bytes: pass("culll none"), path: "lines[6]", offset: 30 },
  MATERIAL_COLOR: {
    bytes: text("material\n{\ndiffuse 1 1\ntechnique\n{\n}\n}\n"),
    path: "lines[2]",
    offset: 11,
  },
  MATERIAL_CULL: { bytes: pass("cull sideways"), path: "lines[6]", offset: 30 },
  MATERIAL_CUSTOM_PARAM: { bytes: pass("custom_param rim colorvalue 1 1 1"), path: "lines[6]", offset: 30 },
};

export const MODEL_PAIRS: IssuePairs = {
  MODEL_NUMBERS: { bytes: text("#MODEL_CFG\n#SPHERE 1 2 3\n"), path: "lines[1]", offset: 11 },
  MODEL_SECTION_DUPLICATE: {
    bytes: text("#MODEL_CFG\n#MESH_LIST a\n#MESH_LIST b\n"),
    path: "lines[2]",
    offset: 24,
  },
};
