import { chmod, constants, copyFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
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
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  { backup, force }: { backup: boolean; force: boolean },
): Promise<string | null> {
  const kept = backup ? path + BACKUP_SUFFIX : null;
  let temporary: string | undefined;
  try {
    const target = await realpath(path);
    const { mode } = await stat(target);
    if (kept) await copyFile(path, kept, force ? 0 : constants.COPYFILE_EXCL);
    temporary = join(dirname(target), temporaryName());
    await writeFile(temporary, bytes, { flag: "wx" });
    await chmod(temporary, mode);
    await rename(temporary, target);
    return kept;
  } catch (error) {
    if (temporary) await rm(temporary, { force: true });
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
