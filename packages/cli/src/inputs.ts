import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { FORMATS, type Format, MeshglotError } from "@meshglot/core";

/** A file that a verb works on. */
export interface Input {
  /** As the user would name it; `-` is standard input. */
  path: string;
  /** The folder or pattern that it was found in, for mirroring; undefined if it was named itself. */
  root?: string;
}

/** Extensions of our formats that mostly belong to something else, so that folders are not searched for them. */
const SHARED: readonly string[] = ["txt"];

/**
 * Files, folders and patterns as a list of files, each once. A named file is always taken, whatever it is called; in
 * folders only the extensions of known formats are.
 *
 * @param accepts formats of which files are taken from folders
 * @throws MeshglotError `NO_SUCH_INPUT`
 */
export async function findInputs(
  words: readonly string[],
  accepts: (format: Format) => boolean = () => true,
): Promise<Input[]> {
  const extensions = FORMATS.filter(accepts)
    .flatMap((format) => format.extensions)
    .filter((extension) => !SHARED.includes(extension));
  const inputs = new Map<string, Input>();
  const add = (input: Input) => {
    const key = input.path === "-" ? "-" : resolve(input.path);
    if (!inputs.has(key)) inputs.set(key, input);
  };
  for (const word of words) {
    if (word === "-") {
      add({ path: "-" });
      continue;
    }
    const found = await stat(word).catch(() => undefined);
    if (found?.isDirectory()) for (const path of await below(word, extensions)) add({ path, root: word });
    else if (found) add({ path: word });
    else if (/[*?{[]/.test(word)) for (const path of await matching(word)) add({ path, root: "." });
    else throw noSuchInput(word);
  }
  return [...inputs.values()];
}

async function below(folder: string, extensions: readonly string[]): Promise<string[]> {
  const { glob } = await import("tinyglobby");
  const found = await glob(`**/*.{${extensions.join(",")}}`, {
    cwd: folder,
    absolute: true,
    caseSensitiveMatch: false,
    followSymbolicLinks: false,
  });
  if (found.length > 0) return found.map((path) => relative(".", path)).sort();
  throw new MeshglotError({
    code: "NO_SUCH_INPUT",
    detail: `the folder ${folder} holds no file with a known extension (${extensions.join(", ")})`,
    hint: "Name the files themselves if they are called otherwise; their content decides.",
  });
}

async function matching(pattern: string): Promise<string[]> {
  const { glob } = await import("tinyglobby");
  const found = await glob(pattern, { onlyFiles: true });
  if (found.length > 0) return found.sort();
  throw noSuchInput(pattern);
}

function noSuchInput(word: string): MeshglotError {
  return new MeshglotError({
    code: "NO_SUCH_INPUT",
    detail: `there is no file, folder or match for ${word}`,
    hint: "Check the spelling; patterns want quotes, for instance 'models/**/*.msh'.",
  });
}

/** The bytes of an input. @throws MeshglotError `UNREADABLE` with the system's reason */
export async function readInput(input: Input): Promise<Uint8Array> {
  try {
    if (input.path !== "-") return new Uint8Array(await readFile(input.path));
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
    return new Uint8Array(Buffer.concat(chunks));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MeshglotError({ code: "UNREADABLE", detail: reason, hint: "Check the permissions and the disk." });
  }
}
