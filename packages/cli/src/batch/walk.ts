import { isUtf8 } from "node:buffer";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

/** A file below a folder, see {@link walkFolder}. */
export interface Found {
  path: string;
  raw?: Uint8Array;
  unreadable?: string;
}

/** What {@link walkFolder} found. */
export interface Walk {
  /** Sorted by path. Folders that could not be opened are among them, with the reason. */
  files: Found[];
  /** Links to folders: not followed, so that a loop of links can not become a loop of ours. */
  links: string[];
  /** The folder that was to be left out, if it lies below. */
  leftOut: string[];
}

interface Folder {
  path: string;
  system: Buffer;
}

/**
 * All files below a folder whose extension is one of these, in any case. Names that begin with a dot are hidden.
 *
 * Names are read as bytes: what is no UTF-8 would come back from the system as replacement characters, under which
 * nothing can be opened. Such a name keeps its bytes in `raw`, and in its `path` each byte above 0x7f is written `%XX`.
 */
export async function walkFolder(folder: string, extensions: readonly string[], except?: string): Promise<Walk> {
  const known = new Set(extensions.map((extension) => extension.toLowerCase()));
  const exceptPath = except === undefined ? undefined : resolve(except);
  const walk: Walk = { files: [], links: [], leftOut: [] };
  const open: Folder[] = [{ path: folder, system: Buffer.from(folder) }];
  for (let current = open.pop(); current; current = open.pop()) {
    const entries = await list(current, walk);
    for (const entry of entries) {
      const path = join(current.path, textOf(entry.name));
      const system = Buffer.concat([current.system, Buffer.from("/"), entry.name]);
      if (entry.name[0] === 0x2e) continue; // hidden
      const found = isUtf8(system) ? { path } : { path, raw: system };
      if (entry.isDirectory()) {
        if (resolve(path) === exceptPath) walk.leftOut.push(path);
        else open.push({ path, system });
      } else if (entry.isFile() && isKnown(path, known)) walk.files.push(found);
      else if (entry.isSymbolicLink()) {
        const target = await stat(system).catch(() => undefined);
        if (target?.isDirectory()) walk.links.push(path);
        else if (isKnown(path, known)) walk.files.push(found); // one that leads nowhere is a row of its own
      }
    }
  }
  walk.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return walk;
}

async function list({ path, system }: Folder, walk: Walk) {
  try {
    return await readdir(system, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    walk.files.push({ path, unreadable: error instanceof Error ? error.message : String(error) });
    return [];
  }
}

function isKnown(path: string, extensions: ReadonlySet<string>): boolean {
  return extensions.has(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}

function textOf(name: Buffer): string {
  if (isUtf8(name)) return name.toString();
  return name.toString("latin1").replace(/[\x80-\xff]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
