import { DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import { MeshglotError } from "../../../bytes/fault.ts";
import { fieldsEditing } from "../../../fieldsEditing.ts";
import { type Detection, type Format, NO_COUNTS, type Summary } from "../../../format.ts";
import type { Report } from "../../../issues/report.ts";
import { writeRecord } from "../../../layout/record.ts";
import { MSH_SPACE } from "../space.ts";
import { firstLines, type TextFile, textFileLayout } from "../textFile.ts";
import { numbersOf, sectionsOf } from "./sections.ts";

const layout = textFileLayout("model text");
/** Numbers that a section holds: two corners; a centre and a radius. */
const NUMBERS: Readonly<Record<string, number>> = { AABOX: 6, SPHERE: 4 };

/** Lost Saga model texts: which meshes make a model, its box and sphere. */
export const mshModel: Format<TextFile> = {
  id: "msh-model",
  title: "Lost Saga model text",
  engine: "io3DEngine (Lost Saga)",
  extensions: ["txt"],
  companion: "model",
  family: "MODEL",
  space: MSH_SPACE,
  codePage: DEFAULT_CODE_PAGE,
  layouts: { text: layout },
  options: [],
  detect,
  read: (cursor) => layout.read(cursor, undefined),
  write: (file) => writeRecord(layout, file),
  summarize,
  profiles: [],
  repairs: [],
  editing: async () => fieldsEditing("a Lost Saga model text", (raw) => ({ raw })),
  check: (file, _dialect, { report }) => check(file, report),
  toScene: async () => {
    throw new MeshglotError({
      code: "MESH_NEEDED",
      detail: "a model text alone has nothing to show",
      hint: "Convert the meshes that it lists.",
    });
  },
};

function detect(bytes: Uint8Array): Detection | undefined {
  const [first = ""] = firstLines(bytes, 1);
  return /^#MODEL_CFG\b/i.test(first) ? { dialect: "text", version: "text" } : undefined;
}

function summarize(file: TextFile): Summary {
  const sections = sectionsOf({ lines: file.lines ?? [] });
  const { numbers } = numbersOf(sections.find(({ word }) => word === "AABOX"));
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = numbers;
  return {
    counts: { ...NO_COUNTS },
    bounds: numbers.length === NUMBERS.AABOX ? { min: [x0, y0, z0], max: [x1, y1, z1] } : null,
    features: [],
    details: Object.fromEntries(sections.map(({ word, values }) => [word, values.map(({ text }) => text).join(" | ")])),
  };
}

/** Adds what is wrong with a model text. */
function check(file: TextFile, report: Report): void {
  const seen = new Set<string>();
  for (const section of sectionsOf(file)) {
    const { line, word } = section;
    const path = `lines[${line}]`;
    if (seen.has(word)) report.add("MODEL_SECTION_DUPLICATE", path, `line ${line + 1}: #${word} stands there twice`);
    seen.add(word);
    const wanted = NUMBERS[word];
    if (wanted === undefined) continue;
    const { numbers, others } = numbersOf(section);
    if (numbers.length !== wanted || others.length > 0)
      report.add("MODEL_NUMBERS", path, `line ${line + 1}: #${word} wants ${wanted} numbers, has ${numbers.length}`);
  }
}
