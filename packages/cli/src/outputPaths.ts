import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { MeshglotError } from "@meshglot/core";
import type { Input } from "./inputs.ts";
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
  if (options.output !== undefined && inputs.length > 1) {
    throw usage(`-o names one file, and there are ${inputs.length} inputs`, "Use --out-dir for several inputs.");
  }
  const taken = new Map<string, string>();
  const sources = new Set(inputs.map((input) => resolve(input.path)));
  const paths = new Map<Input, string>();
  for (const input of inputs) {
    const path = outputPathOf(input, options);
    paths.set(input, path);
    if (path === "-") continue; // standard output overwrites nothing
    const key = resolve(path);
    const other = taken.get(key);
    if (other !== undefined) throw sameOutput(other, input.path, path);
    if (sources.has(key))
      throw usage(`${path} is one of the inputs`, "Choose another -o or --out-dir; inputs are never overwritten.");
    taken.set(key, input.path);
  }
  return paths;
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
