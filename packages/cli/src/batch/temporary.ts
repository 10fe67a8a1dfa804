import { createHash, randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const NAME = /^\.meshglot-([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.tmp$/;
/** Whether a process of another machine still lives can not be asked; after a day it is taken for dead. */
const FOREIGN_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * A name for a file that is being written, in the folder of its target. It says whose it is, so that a later run can
 * tell a leftover from the work of a run that goes on beside it; it does not contain the target's name, which may be as
 * long as the file system allows.
 */
export function temporaryName(): string {
  return `.meshglot-${HOST}-${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
}

/** Removes what killed runs left half written in these folders. Called before a run writes anything of its own. */
export async function removeStale(folders: Iterable<string>): Promise<void> {
  for (const folder of new Set(folders)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const [, host, pid] = NAME.exec(name) ?? [];
      if (host === undefined) continue;
      const path = join(folder, name);
      const stale = host === HOST ? !runs(Number(pid)) : await olderThan(path, FOREIGN_AGE_MS);
      if (stale) await rm(path, { force: true });
    }
  }
}

/** Whether another process has this number. Our own number is that of a dead one: nothing of ours is written yet. */
function runs(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // another user's
  }
}

async function olderThan(path: string, milliseconds: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > milliseconds;
}
