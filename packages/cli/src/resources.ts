import { dirname, resolve, sep } from "node:path";
import type { ResourceReader } from "@meshglot/core";
import type { SourceFile } from "./batch/upToDate.ts";
import { readOrNothing } from "./files.ts";
import { sha256 } from "./output/writeFiles.ts";

/**
 * Files that a glTF or OBJ names, looked for beside it and nowhere above.
 * @param sources gets what was looked for, where an output follows from it too
 */
export function resourcesBeside(path: string, sources?: SourceFile[]): ResourceReader {
  const folder = resolve(dirname(path));
  return async (uri) => {
    const file = resolve(folder, uri);
    if (!file.startsWith(folder + sep)) return undefined;
    const bytes = readOrNothing(file);
    sources?.push({ path: file, sha256: bytes ? sha256(bytes) : null });
    return bytes;
  };
}
