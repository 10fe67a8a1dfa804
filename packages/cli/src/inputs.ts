import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { FORMATS, type Format, MeshglotError } from "@meshglot/core";
import { type Found, walkFolder } from "./batch/walk.ts";

/** A file that a verb works on. */
export interface Input {
  /** As the user would name it; `-` is standard input. Bytes that are no UTF-8 are escaped, see {@link raw}. */
  path: string;
  /** The folder that it was found in, for mirroring; undefined if it was named itself. */
  root?: string;
  /** The bytes of the path where they are no text. */
  raw?: Uint8Array;
  /** The system's reason why a folder could not be looked into: it is an input that nothing can be done with. */
  unreadable?: string;
}

/** Extensions of our formats that mostly belong to something else, so that folders are not searched for them. */
const SHARED: readonly string[] = ["txt"];

interface FindOptions {
  /** Formats of which files are taken from folders; all without. */
  accepts?: ((format: Format) => boolean) | undefined;
  /** Extensions of other files that are taken from folders. */
  others?: readonly string[];
  /** Folder whose files are no inputs unless they are named: what a run writes must not be what the next one reads. */
  except?: string | undefined;
  /** Called with what a person should know about the search. */
  notice?: (text: string) => void;
}

/**
 * Files, folders and patterns as a list of files, each once. A named file is always taken, whatever it is called; in
 * folders only the extensions of known formats are.
 *
 * @throws MeshglotError `NO_SUCH_INPUT`
 */
export async function findInputs(words: readonly string[], options: FindOptions = {}): Promise<Input[]> {
  const inputs = new Map<string, Input>();
  const add = (input: Input) => {
    const key = input.raw ? `bytes ${Buffer.from(input.raw).toString("latin1")}` : resolve(input.path);
    if (!inputs.has(key)) inputs.set(key, input);
  };
  for (const word of words) {
    const found = word === "-" ? undefined : await stat(word).catch(() => undefined);
    if (found?.isDirectory()) for (const file of await below(word, options)) add({ ...file, root: word });
    else if (found || word === "-") add({ path: word });
    else if (/[*?{[]/.test(word)) for (const input of await matching(word, options)) add(input);
    else throw noSuchInput(word);
  }
  return [...inputs.values()];
}

async function below(folder: string, options: FindOptions): Promise<Found[]> {
  const files = await filesBelow(folder, options);
  if (files.length > 0) return files;
  throw nothingKnown(`the folder ${folder} holds no`, options.accepts);
}

/** The files below a folder that have a known extension, sorted by path; there may be none. */
export async function filesBelow(
  folder: string,
  { accepts, others = [], except, notice }: FindOptions,
): Promise<Found[]> {
  const { files, links, leftOut } = await walkFolder(folder, [...extensionsOf(accepts), ...others], except);
  for (const link of links) {
    notice?.(`${link} is a link to a folder and is not followed; name it as an input of its own to include it`);
  }
  for (const path of leftOut) notice?.(`${path} is where the outputs go; what lies in it is no input`);
  return files;
}

function extensionsOf(accepts: (format: Format) => boolean = () => true): string[] {
  return FORMATS.filter(accepts)
    .flatMap((format) => format.extensions)
    .filter((extension) => !SHARED.includes(extension));
}

/** @param where for instance "the folder models holds no" */
export function nothingKnown(
  where: string,
  accepts?: (format: Format) => boolean,
  others: readonly string[] = [],
): MeshglotError {
  return new MeshglotError({
    code: "NO_SUCH_INPUT",
    detail: `${where} file with a known extension (${[...extensionsOf(accepts), ...others].join(", ")})`,
    hint: "Name the files themselves if they are called otherwise; their content decides.",
  });
}

async function matching(pattern: string, { except }: FindOptions): Promise<Input[]> {
  const { glob } = await import("tinyglobby");
  const root = fixedPart(pattern);
  const found = await glob(pattern, {
    absolute: isAbsolute(pattern),
    onlyFiles: true,
    followSymbolicLinks: false,
  });
  const leftOut = except !== undefined && isBelow(root, except) ? except : undefined;
  const inputs = found.filter((path) => leftOut === undefined || !isBelow(leftOut, path));
  if (inputs.length === 0) throw noSuchInput(pattern);
  return inputs.sort().map((path) => ({ path, root }));
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The folders of a pattern before its first wildcard, so that `models/**` mirrors as the folder `models` does. */
export function fixedPart(pattern: string): string {
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => /[*?{[\]!(]/.test(part));
  const fixed = parts.slice(0, wild === -1 ? -1 : wild).join("/");
  return fixed === "" ? (pattern.startsWith("/") ? "/" : ".") : fixed;
}

function noSuchInput(word: string): MeshglotError {
  return new MeshglotError({
    code: "NO_SUCH_INPUT",
    detail: `there is no file, folder or match for ${word}`,
    hint: word.includes("\ufffd")
      ? "Words of a command line have to be UTF-8; a name that is not is found by naming its folder."
      : "Check the spelling; patterns want quotes, for instance 'models/**/*.msh'.",
  });
}

/** The bytes of an input. @throws MeshglotError `UNREADABLE` with the system's reason */
export async function readInput(input: Input): Promise<Uint8Array> {
  try {
    if (input.unreadable !== undefined) throw new Error(input.unreadable);
    if (input.path !== "-") return bytesOf(readFileSync(systemPath(input)));
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
    return bytesOf(Buffer.concat(chunks));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MeshglotError({ code: "UNREADABLE", detail: reason, hint: "Check the permissions and the disk." });
  }
}

/** The same memory without the methods of a Buffer, whose `slice` is a view where the core means a copy. */
function bytesOf({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The path as the file system knows it. */
export function systemPath({ path, raw }: Input): string | Buffer {
  return raw === undefined ? path : Buffer.from(raw);
}
