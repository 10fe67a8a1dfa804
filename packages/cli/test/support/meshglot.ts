import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";

/** The folder of the project. */
export const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The built command. */
export const bin = join(root, "packages/cli/bin/meshglot.mjs");

/** Runs the command to its end. */
export function meshglot(words: readonly string[], options: SpawnSyncOptions = {}) {
  const result = spawnSync(process.execPath, [bin, ...words], { cwd: root, maxBuffer: 2 ** 28, ...options });
  return { code: result.status, out: String(result.stdout), err: String(result.stderr) };
}

/** What keeps a value from following a schema of docs/schemas; null if nothing does. */
export function schemaErrors(name: string, value: unknown): string | null {
  const schema = JSON.parse(readFileSync(join(root, `docs/schemas/${name}.schema.json`), "utf8")) as object;
  const validate = new Ajv2020({ strict: false }).compile(schema);
  return validate(value) ? null : JSON.stringify(validate.errors);
}

/** Each line of a text as JSON. */
export function jsonLines<T>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as T);
}

/** The files below a folder, sorted, without hidden ones. */
export function visibleFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** What is left of files that were being written. */
export function temporaryFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".tmp"));
}
