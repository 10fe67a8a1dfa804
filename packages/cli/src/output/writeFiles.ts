import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MeshglotError } from "@meshglot/core";

/**
 * Writes a file so that it is there whole or not at all: beside its target under another name, then renamed.
 * @throws MeshglotError `OUTPUT_EXISTS` unless `force`, `OUTPUT_FAILED` with the system's reason
 */
export async function writeWhole(path: string, bytes: Uint8Array, force: boolean): Promise<void> {
  if (!force && (await stat(path).catch(() => undefined))) {
    throw new MeshglotError({
      code: "OUTPUT_EXISTS",
      detail: `${path} exists already`,
      hint: "Use --force to overwrite it, or another -o or --out-dir.",
    });
  }
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, bytes, { flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new MeshglotError({
      code: "OUTPUT_FAILED",
      detail: reason,
      hint: "Check the folder's permissions and the free space.",
    });
  }
}
