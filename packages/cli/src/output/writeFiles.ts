import { createHash } from "node:crypto";
import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MeshglotError } from "@meshglot/core";
import { temporaryName } from "../batch/temporary.ts";
import { readOrNothing, statOrNothing } from "../files.ts";

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
export function writeWhole(path: string, bytes: Uint8Array, force: boolean, keepSame = false): WrittenFile {
  const written = { path, size: bytes.byteLength, sha256: sha256(bytes) };
  if (keepSame && isAsWritten(written)) return written;
  if (!force && statOrNothing(path)) throw outputExists(path);
  const temporary = join(dirname(path), temporaryName());
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, bytes, { flag: "wx" });
    if (force) renameSync(temporary, path);
    else moveUnlessThere(temporary, path);
  } catch (error) {
    if (error instanceof MeshglotError) throw error;
    throw outputFailed(error);
  } finally {
    removeQuietly(temporary);
  }
  return written;
}

/** Whether a file is there, with the bytes that were written. */
export function isAsWritten({ path, size, sha256: expected }: WrittenFile): boolean {
  const found = statOrNothing(path);
  if (!found?.isFile() || found.size !== size) return false;
  const bytes = readOrNothing(path);
  return bytes !== undefined && sha256(bytes) === expected;
}

/** Trouble with it is not told: what went wrong before is. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A later run removes what is left over.
  }
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
function moveUnlessThere(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw outputExists(path);
    renameSync(temporary, path); // a file system without hard links
  }
}

function outputExists(path: string): MeshglotError {
  return new MeshglotError({
    code: "OUTPUT_EXISTS",
    detail: `${path} exists already`,
    hint: "Use --force to overwrite it, or another -o or --out-dir.",
  });
}
