import { basename, join, relative } from "node:path";
import { MeshglotError } from "@meshglot/core";
import type { Input } from "./inputs.ts";
import { distinctOutputs } from "./outputPaths.ts";

export interface EditOutputFlags {
  output?: string;
  outDir?: string;
  inPlace?: boolean;
  dryRun?: boolean;
}

/**
 * Where the edited copy of each input goes: its own path for `--in-place`, nowhere for `--dry-run`. Names stay as they
 * are, because an edit never changes the format.
 *
 * @throws MeshglotError `WRONG_USAGE`, or `SAME_OUTPUT` naming two inputs that would overwrite each other
 */
export function editOutputs(inputs: readonly Input[], flags: EditOutputFlags): ReadonlyMap<Input, string> {
  const { output, outDir, inPlace, dryRun } = flags;
  if (dryRun) return new Map();
  const chosen = [output, outDir, inPlace || undefined].filter((value) => value !== undefined).length;
  if (chosen !== 1) {
    throw usage(
      chosen === 0 ? "where should the result go?" : "-o, --out-dir and --in-place exclude each other",
      "Use -o FILE, --out-dir FOLDER or --in-place; --dry-run writes nothing.",
    );
  }
  if (!inPlace) return distinctOutputs(inputs, output, (input) => output ?? mirrored(input, outDir ?? "."));
  return new Map(inputs.flatMap((input) => (input.unreadable === undefined ? [[input, ownPath(input)] as const] : [])));
}

function ownPath({ path, raw }: Input): string {
  if (path === "-")
    throw usage("standard input can not be edited in place", "Use -o FILE, or -o - for standard output.");
  if (raw === undefined) return path;
  throw usage(`the name of ${path} is no text, so it can not be edited in place`, "Use --out-dir, or rename it.");
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
