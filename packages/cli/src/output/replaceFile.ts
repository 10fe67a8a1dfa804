import { chmodSync, constants, copyFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MeshglotError } from "@meshglot/core";
import { temporaryName } from "../batch/temporary.ts";
import { outputFailed } from "./writeFiles.ts";

/** What is put behind the name of a file to name its backup. */
export const BACKUP_SUFFIX = ".bak";

/**
 * Puts other bytes into an existing file, so that it has the old ones or the new ones whole. A link stays a link, and
 * the file keeps its permissions.
 *
 * @param backup keep the old bytes beside it
 * @param force overwrite an older backup
 * @returns path of the backup, or null
 * @throws MeshglotError `OUTPUT_EXISTS` if there is an older backup, `OUTPUT_FAILED` with the system's reason
 */
export function replaceFile(
  path: string,
  bytes: Uint8Array,
  { backup, force }: { backup: boolean; force: boolean },
): string | null {
  const kept = backup ? path + BACKUP_SUFFIX : null;
  let temporary: string | undefined;
  try {
    const target = realpathSync(path);
    const { mode } = statSync(target);
    if (kept) copyFileSync(path, kept, force ? 0 : constants.COPYFILE_EXCL);
    temporary = join(dirname(target), temporaryName());
    writeFileSync(temporary, bytes, { flag: "wx" });
    chmodSync(temporary, mode);
    renameSync(temporary, target);
    return kept;
  } catch (error) {
    if (temporary) rmSync(temporary, { force: true });
    throw failure(error, kept);
  }
}

function failure(error: unknown, backup: string | null): MeshglotError {
  if (error instanceof Error && "code" in error && error.code === "EEXIST" && backup) {
    return new MeshglotError({
      code: "OUTPUT_EXISTS",
      detail: `${backup} exists already`,
      hint: "Move the older backup away, or use --force to overwrite it.",
    });
  }
  return outputFailed(error);
}
