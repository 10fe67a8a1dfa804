/** Bytes decoded at once: OBJ files of hundreds of megabytes exceed the longest possible string. */
const CHUNK = 1 << 20;

/** A logical line: comments cut off, continued lines joined. */
export interface ObjLine {
  /** Of the first physical line, counted from 1. */
  number: number;
  words: string[];
}

/** The lines of an OBJ or MTL that say something. Line ends may be LF, CR LF or CR; a backslash joins two lines. */
export function* readLines(bytes: Uint8Array): Generator<ObjLine> {
  let number = 0;
  let pending = "";
  let startsAt = 1;
  for (const text of physicalLines(bytes)) {
    number++;
    if (pending === "") startsAt = number;
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
  }
  if (rest !== "") yield rest.replace(/\r$/, "");
}
