import { createHash } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MeshglotError } from "@meshglot/core";
import { temporaryName } from "../batch/temporary.ts";

/** A file that was written, as it can be recognised later. */
export interface WrittenFile {
  path: string;
  size: number;
  sha256: string;
}

/**
 * Writes a file so that it is there whole or not at all: beside its target under another name, then moved.
 * @param force replace what is there
 * @param keepSame a file that holds these very bytes already counts as written
 * @throws MeshglotError `OUTPUT_EXISTS` unless `force`, `OUTPUT_FAILED` with the system's reason
 */
export async function writeWhole(
  path: string,
  bytes: Uint8Array,
  force: boolean,
  keepSame = false,
): Promise<WrittenFile> {
  const written = { path, size: bytes.byteLength, sha256: sha256(bytes) };
  if (keepSame && (await isAsWritten(written))) return written;
  if (!force && (await stat(path).catch(() => undefined))) throw outputExists(path);
  const temporary = join(dirname(path), temporaryName());
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, bytes, { flag: "wx" });
    await (force ? rename(temporary, path) : moveUnlessThere(temporary, path));
  } catch (error) {
    if (error instanceof MeshglotError) throw error;
    throw outputFailed(error);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined); // what went wrong before is the reason to tell
  }
  return written;
}

/** Whether a file is there, with the bytes that were written. */
export async function isAsWritten({ path, size, sha256: expected }: WrittenFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== size) return false;
  const bytes = await readFile(path).catch(() => undefined);
  return bytes !== undefined && sha256(bytes) === expected;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A file that could not be written. */
export function outputFailed(error: unknown): MeshglotError {
  return new MeshglotError({
    code: "OUTPUT_FAILED",
    detail: error instanceof Error ? error.message : String(error),
    hint: "Check the folder's permissions and the free space.",
  });
}

/** A link, unlike a rename, never replaces a file that another process wrote a moment ago. */
async function moveUnlessThere(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw outputExists(path);
    await rename(temporary, path); // a file system without hard links
  }
}

function outputExists(path: string): MeshglotError {
  return new MeshglotError({
    code: "OUTPUT_EXISTS",
    detail: `${path} exists already`,
    hint: "Use --force to overwrite it, or another -o or --out-dir.",
  });
}
