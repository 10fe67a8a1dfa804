import { realpathSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { MeshglotError } from "@meshglot/core";
import { type Input, systemPath } from "./inputs.ts";
import { extensionOf } from "./targets.ts";

interface OutputOptions {
  to: string;
  output?: string;
  outDir?: string;
}

/** Where the output of an input goes: `-o`, or the input's stem beside it, or below `--out-dir`. */
export function outputPathOf(input: Input, options: OutputOptions): string {
  if (options.output !== undefined) return options.output;
  if (input.path === "-") throw usage("standard input needs -o", "Add -o FILE, or -o - for standard output.");
  const name = `${basename(input.path, extname(input.path))}.${extensionOf(options.to)}`;
  if (options.outDir === undefined) return join(dirname(input.path), name);
  const below = input.root === undefined ? "" : relative(input.root, dirname(input.path));
  return join(options.outDir, below.startsWith("..") ? "" : below, name);
}

/**
 * The outputs of all inputs, checked before anything is written.
 * @throws MeshglotError `SAME_OUTPUT` naming two inputs that would overwrite each other, `OUTPUT_IS_INPUT`
 */
export function outputPaths(inputs: readonly Input[], options: OutputOptions): ReadonlyMap<Input, string> {
  return distinctOutputs(inputs, options.output, (input) => outputPathOf(input, options));
}

/**
 * Outputs by whatever rule, none of them the place of another one or of an input.
 * @param single the one file that the user named, if so
 * @throws MeshglotError `WRONG_USAGE`, `SAME_OUTPUT`
 */
export function distinctOutputs(
  inputs: readonly Input[],
  single: string | undefined,
  pathOf: (input: Input) => string,
): ReadonlyMap<Input, string> {
  if (single !== undefined && inputs.length > 1) {
    throw usage(`-o names one file, and there are ${inputs.length} inputs`, "Use --out-dir for several inputs.");
  }
  const taken = new Map<string, string>();
  const placeOf = placesWithoutLinks();
  const sources = new Set(inputs.flatMap((input) => [placeOf(input.path), targetOf(input)]));
  const paths = new Map<Input, string>();
  for (const input of inputs) {
    if (input.unreadable !== undefined) continue; // a folder that could not be opened becomes nothing
    const path = pathOf(input);
    paths.set(input, path);
    if (path === "-") continue; // standard output overwrites nothing
    const key = placeOf(path);
    const other = taken.get(key);
    if (other !== undefined) throw sameOutput(other, input.path, path);
    if (sources.has(key))
      throw usage(
        `${path} is one of the inputs`,
        "Choose another -o or --out-dir; only `edit --in-place` changes an input.",
      );
    taken.set(key, input.path);
  }
  return paths;
}

/** Absolute paths of files, however many links lead to their folders: two ways to one place are one place. */
function placesWithoutLinks(): (path: string) => string {
  const folders = new Map<string, string>();
  const real = (folder: string): string => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    let found: string;
    try {
      found = realpathSync.native(folder);
    } catch {
      const above = dirname(folder); // not there yet
      found = above === folder ? folder : join(real(above), basename(folder));
    }
    folders.set(folder, found);
    return found;
  };
  return (path) => join(real(dirname(resolve(path))), basename(path));
}

/** The file that an input leads to, if it is a link. */
function targetOf(input: Input): string {
  try {
    return realpathSync.native(systemPath(input));
  } catch {
    return resolve(input.path); // reading it will tell
  }
}

function sameOutput(a: string, b: string, path: string): MeshglotError {
  return new MeshglotError({
    code: "SAME_OUTPUT",
    detail: `${a} and ${b} would both become ${path}`,
    hint: "Give their common folder as input together with --out-dir, which mirrors the folders, or rename one.",
  });
}

function usage(detail: string, hint: string): MeshglotError {
  return new MeshglotError({ code: "WRONG_USAGE", detail, hint });
}
