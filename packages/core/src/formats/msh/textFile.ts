import { latin1 } from "../../bytes/codePage.ts";
import type { Faithful } from "../../layout/node.ts";
import { layoutOf, type RecordNode } from "../../layout/record.ts";
import type { RawText } from "../../layout/text.ts";
import { textLines } from "../../layout/textLines.ts";

/** A text file of the game: its lines as they are, each with its line end. */
export interface TextFile extends Faithful {
  lines: RawText[];
}

/** The layout of a text file. @param name of the format, for documentation */
export function textFileLayout(name: string): RecordNode<TextFile> {
  const { field, record } = layoutOf<TextFile>();
  return record(name, [field("lines", textLines(), { evidence: "verified", note: "each with its line end" })]);
}

/** The bytes of all lines. */
export function wholeText({ lines }: TextFile): Uint8Array {
  const size = lines.reduce((sum, { raw }) => sum + raw.byteLength, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const { raw } of lines) {
    bytes.set(raw, at);
    at += raw.byteLength;
  }
  return bytes;
}

/** A text as lines, each with its line end. */
export function linesOf(text: Uint8Array): RawText[] {
  const lines: RawText[] = [];
  for (let at = 0; at < text.byteLength; ) {
    const next = text.indexOf(0x0a, at);
    const end = next < 0 ? text.byteLength : next + 1;
    lines.push({ raw: text.slice(at, end) });
    at = end;
  }
  return lines;
}

/** What a line says: without comment, line end and blanks around it. Bytes above ASCII stay as they are (latin-1). */
export function lineText({ raw }: RawText): string {
  const text = latin1.decode(raw).text;
  const comment = text.indexOf("//");
  return (comment < 0 ? text : text.slice(0, comment)).replace("\u00ef\u00bb\u00bf", "").trim();
}

/** The first lines that say something. */
export function firstLines(bytes: Uint8Array, wanted: number): string[] {
  const head = bytes.subarray(0, 4096); // comments in front of the first statement are rarely longer
  if (head.includes(0)) return []; // no text, and every other kind of file is asked too
  return linesOf(head)
    .map(lineText)
    .filter((text) => text !== "")
    .slice(0, wanted);
}
