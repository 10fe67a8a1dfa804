import { basename, join, relative, resolve } from "node:path";
import { MeshglotError } from "@meshglot/core";
import type { Input } from "./inputs.ts";

export interface EditOutputFlags {
  output?: string;
  outDir?: string;
  inPlace?: boolean;
  dryRun?: boolean;
}

/**
 * Where the edited copy of each input goes: its own path for `--in-place`, null where nothing is written. Names stay as
 * they are, because an edit never changes the format.
 *
 * @throws MeshglotError `WRONG_USAGE`, or `SAME_OUTPUT` naming two inputs that would overwrite each other
 */
export function editOutputs(inputs: readonly Input[], flags: EditOutputFlags): ReadonlyMap<Input, string | null> {
  const { output, outDir, inPlace, dryRun } = flags;
  const chosen = [output, outDir, inPlace || undefined].filter((value) => value !== undefined).length;
  if (dryRun) return new Map(inputs.map((input) => [input, null]));
  if (chosen !== 1) {
    throw usage(
      chosen === 0 ? "where should the result go?" : "-o, --out-dir and --in-place exclude each other",
      "Use -o FILE, --out-dir FOLDER or --in-place; --dry-run writes nothing.",
    );
  }
  if (output !== undefined && inputs.length > 1) {
    throw usage(
      `-o names one file, and there are ${inputs.length} inputs`,
      "Use --out-dir or --in-place for several inputs.",
    );
  }
  const sources = new Set(inputs.map(({ path }) => resolve(path)));
  const taken = new Map<string, string>();
  return new Map(
    inputs.map((input) => {
      const path = inPlace ? ownPath(input) : (output ?? mirrored(input, outDir ?? "."));
      if (path === "-" || inPlace) return [input, path];
      const key = resolve(path);
      if (sources.has(key)) throw usage(`${path} is one of the inputs`, "Use --in-place to edit a file where it is.");
      const other = taken.get(key);
      if (other !== undefined) {
        throw new MeshglotError({
          code: "SAME_OUTPUT",
          detail: `${other} and ${input.path} would both become ${path}`,
          hint: "Give their common folder as input together with --out-dir, which mirrors the folders.",
        });
      }
      taken.set(key, input.path);
      return [input, path];
    }),
  );
}

function ownPath({ path }: Input): string {
  if (path === "-")
    throw usage("standard input can not be edited in place", "Use -o FILE, or -o - for standard output.");
  return path;
}

function mirrored({ path, root }: Input, outDir: string): string {
  if (path === "-")
    throw usage("standard input has no name for --out-dir", "Use -o FILE, or -o - for standard output.");
  const below = root === undefined ? basename(path) : relative(root, path);
  return join(outDir, below.startsWith("..") ? basename(path) : below);
}

function usage(detail: string, hint: string): MeshglotError {
  return new MeshglotError({ code: "WRONG_USAGE", detail, hint });
}
