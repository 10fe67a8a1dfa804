import { lineText, type TextFile } from "../textFile.ts";

/** A word and what follows it on its line. */
export interface Statement {
  /** Number of the line, from 0. */
  line: number;
  word: string;
  args: string;
}

/** A statement with a block of braces behind it. */
export interface Block extends Statement {
  statements: Statement[];
  blocks: Block[];
}

/** Something that does not fit the grammar. */
export interface Misfit {
  line: number;
  message: string;
}

/**
 * The blocks of a material text: one statement a line, `{` and `}` alone on a line, `//` comments.
 *
 * @returns the blocks at the top, and what did not fit; nothing of the text is lost by that, its lines stay
 * @example parseMaterial(file).blocks.filter(({ word }) => word === "material")
 */
export function parseMaterial(file: TextFile): { blocks: Block[]; statements: Statement[]; misfits: Misfit[] } {
  const top: Block = { line: 0, word: "", args: "", statements: [], blocks: [] };
  const stack = [top];
  const misfits: Misfit[] = [];
  const take = (text: string, line: number): void => {
    const inner = stack.at(-1) ?? top;
    if (text === "}") {
      if (stack.length > 1) stack.pop();
      else misfits.push({ line, message: "a closing brace without an opening one" });
    } else if (text === "{") {
      const head = inner.statements.pop();
      if (!head) misfits.push({ line, message: "a block without a word in front of it" });
      const block: Block = { ...(head ?? { line, word: "", args: "" }), statements: [], blocks: [] };
      inner.blocks.push(block);
      stack.push(block);
    } else {
      const [word = ""] = text.split(/\s/, 1);
      inner.statements.push({ line, word: word.toLowerCase(), args: text.slice(word.length).trim() });
    }
  };
  file.lines.forEach((raw, line) => {
    const text = lineText(raw);
    const parts = text
      .split(/([{}])/)
      .map((part) => part.trim())
      .filter((part) => part !== "");
    if (parts.length > 1) misfits.push({ line, message: "a brace that is not alone on its line" });
    for (const part of parts) take(part, line);
  });
  for (const open of stack.slice(1))
    misfits.push({ line: open.line, message: `the block of "${open.word}" does not end` });
  return { blocks: top.blocks, statements: top.statements, misfits };
}
