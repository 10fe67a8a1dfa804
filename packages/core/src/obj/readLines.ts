import { MeshglotError } from "../bytes/fault.ts";

/** Bytes decoded at once: OBJ files of hundreds of megabytes exceed the longest possible string. */
const CHUNK = 1 << 20;

/** Characters of one line: a face of a hundred thousand corners has fewer, and words take thirty times their text. */
const LONGEST = 2 ** 21;

/** A logical line: comments cut off, continued lines joined. */
export interface ObjLine {
  /** Of the first physical line, counted from 1. */
  number: number;
  words: string[];
}

/**
 * The lines of an OBJ or MTL that say something. Line ends may be LF, CR LF or CR; a backslash joins two lines.
 * @throws MeshglotError `OBJ_SYNTAX` for a line of more than two million characters
 */
export function* readLines(bytes: Uint8Array): Generator<ObjLine> {
  let number = 0;
  let pending = "";
  let startsAt = 1;
  for (const text of physicalLines(bytes)) {
    number++;
    if (pending === "") startsAt = number;
    if (pending.length + text.length > LONGEST) throw tooLong(startsAt);
    if (text.endsWith("\\")) {
      pending += `${text.slice(0, -1)} `;
      continue;
    }
    const words = wordsOf(pending + text);
    pending = "";
    if (words.length > 0) yield { number: startsAt, words };
  }
  const words = wordsOf(pending);
  if (words.length > 0) yield { number: startsAt, words };
}

function tooLong(line: number): MeshglotError {
  return new MeshglotError({
    code: "OBJ_SYNTAX",
    path: `line ${line}`,
    detail: `line ${line}: more than ${LONGEST} characters`,
    hint: "The file is damaged, or no OBJ.",
  });
}

function wordsOf(line: string): string[] {
  const comment = line.indexOf("#");
  const text = (comment < 0 ? line : line.slice(0, comment)).trim();
  return text === "" ? [] : text.split(/[ \t]+/);
}

function* physicalLines(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for (let at = 0; at < bytes.byteLength; at += CHUNK) {
    const text = rest + decoder.decode(bytes.subarray(at, at + CHUNK), { stream: at + CHUNK < bytes.byteLength });
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > LONGEST) break; // whoever reads it refuses it, so the rest of it is not needed
  }
  if (rest !== "") yield rest.replace(/\r$/, "");
}
