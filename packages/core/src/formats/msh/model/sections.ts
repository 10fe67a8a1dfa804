import { lineText, type TextFile } from "../textFile.ts";

/** A `#WORD` of a model text and the lines up to the next one. */
export interface ModelSection {
  /** Number of the line, from 0. */
  line: number;
  /** In upper case, without the `#`. */
  word: string;
  /** What follows the word on its line and on the lines below, blanks and comments left out. */
  values: { line: number; text: string }[];
}

/** The sections of a model text, in order. Lines in front of the first one belong to none. */
export function sectionsOf(file: TextFile): ModelSection[] {
  const sections: ModelSection[] = [];
  file.lines.forEach((raw, line) => {
    const text = lineText(raw);
    if (text === "") return;
    if (!text.startsWith("#")) {
      sections.at(-1)?.values.push({ line, text });
      return;
    }
    const [word = ""] = text.split(/\s/, 1);
    const section: ModelSection = { line, word: word.slice(1).toUpperCase(), values: [] };
    const same = text.slice(word.length).trim();
    if (same !== "") section.values.push({ line, text: same });
    sections.push(section);
  });
  return sections;
}

/** The numbers of a section, and the texts that are none. */
export function numbersOf(section: ModelSection | undefined): { numbers: number[]; others: string[] } {
  const parts = (section?.values ?? []).flatMap(({ text }) => text.split(/[\s,]+/)).filter((part) => part !== "");
  const isNumber = (part: string) => Number.isFinite(Number(part));
  return { numbers: parts.filter(isNumber).map(Number), others: parts.filter((part) => !isNumber(part)) };
}
