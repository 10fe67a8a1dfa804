import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, parse, resolve } from "node:path";
import {
  type CompanionFile,
  type Companions,
  MeshglotError,
  type OpenedMesh,
  openCompanion,
  openMesh,
  texturesNamedBy,
  type WantedCompanion,
} from "@meshglot/core";

import type { SourceFile } from "./batch/upToDate.ts";
import { statOrNothing } from "./files.ts";
import { sha256 } from "./output/writeFiles.ts";

/** Flags that name companions. */
export interface CompanionFlags {
  skeleton?: string;
  animation?: string[];
  material?: string;
  textures?: string;
  /** Companions whose content says what they are. */
  with?: string[];
  /** False with `--no-companions`: only what is named is used. */
  companions?: boolean;
}

/** What was looked for beside a mesh. */
export interface CompanionReport {
  role: string;
  /** Null if it was not found. */
  path: string | null;
  /** What was looked for. */
  wanted: string;
}

/** What belongs to a mesh, opened, and how it was found. */
export interface FoundCompanions {
  companions: Companions;
  report: CompanionReport[];
  /** What the conversion follows from besides the mesh: files with their hash, null for those that are not there. */
  sources: SourceFile[];
}

/**
 * The companions of a mesh: those that the flags name, and, for what they do not name, those that lie where the game
 * keeps them or beside the mesh. Letter case does not count.
 *
 * @throws MeshglotError `COMPANION_WRONG`, `UNREADABLE` for a file that a flag names; what was only found is reported
 */
export function findCompanions(path: string, mesh: OpenedMesh, flags: CompanionFlags): FoundCompanions {
  if (mesh.fault) return { companions: {}, report: [], sources: [] }; // the conversion says what is wrong
  const named = byContent(flags);
  const search = new Search(path, mesh, flags.companions !== false && path !== "-");
  const skeleton = search.one("skeleton", named.skeleton);
  const animations = search.all("animation", named.animation ?? []);
  const material = search.one("material", named.material);
  const textures = search.textures(texturesNamedBy(material), flags.textures);
  return { companions: { skeleton, animations, material, textures }, report: search.report, sources: search.sources };
}

/** The collision mesh that lies beside a mesh, if there is one: no conversion takes it, but it can be looked at. */
export function findCollision(path: string, mesh: OpenedMesh): string | undefined {
  const search = new Search(path, mesh, mesh.fault === undefined);
  search.one("collision", undefined);
  return search.report[0]?.path ?? undefined;
}

/** The flags with the files of `--with` where they belong. @throws MeshglotError `COMPANION_WRONG` for what is no companion */
function byContent(flags: CompanionFlags): CompanionFlags {
  const named = { ...flags, animation: [...(flags.animation ?? [])] };
  for (const path of flags.with ?? []) {
    const { format } = openMesh(readBytes(path));
    if (format.companion === "animation") named.animation.push(path);
    else if (format.companion === "skeleton" || format.companion === "material") named[format.companion] = path;
    else {
      throw new MeshglotError({
        code: "COMPANION_WRONG",
        detail: `${path} is a ${format.title}; a skeleton, an animation or a material text is needed`,
        hint: "Give a file that lies beside the mesh in the game.",
      });
    }
  }
  return named;
}

type FileRole = "skeleton" | "animation" | "material" | "collision";

class Search {
  readonly report: CompanionReport[] = [];
  readonly sources: SourceFile[] = [];
  readonly #path: string;
  readonly #mesh: OpenedMesh;
  readonly #wanted: readonly WantedCompanion[];

  constructor(path: string, mesh: OpenedMesh, looks: boolean) {
    this.#path = path;
    this.#mesh = mesh;
    this.#wanted = looks ? (mesh.format.wants?.(mesh.file, parse(path).name) ?? []) : [];
  }

  one(role: FileRole, named: string | undefined): CompanionFile | undefined {
    return this.all(role, named === undefined ? [] : [named])[0];
  }

  all(role: FileRole, named: readonly string[]): CompanionFile[] {
    if (named.length > 0) return named.map((file) => this.#open(role, file));
    const found: CompanionFile[] = [];
    for (const wanted of this.#wanted.filter((entry) => entry.role === role)) {
      const paths = this.#matches(wanted);
      for (const file of role === "animation" ? paths : paths.slice(0, 1)) {
        const opened = this.#tryOpen(role, file);
        if (opened) found.push(opened);
      }
      // Most meshes have no animation that is called like them, so that none was found is no news.
      if (paths.length === 0 && role !== "animation")
        this.report.push({ role, path: null, wanted: wanted.names.join(", ") });
    }
    return found;
  }

  /** The bytes of textures by name. @param named folder of a flag; without it the game's and the mesh's own */
  textures(names: readonly string[], named: string | undefined): ReadonlyMap<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    const folders = named === undefined ? this.#folders("texture") : [named];
    for (const name of names) {
      // A PNG or TGA of the same name serves where somebody has converted the texture.
      const stem = name.replace(/\.[^.]+$/, "");
      const [path] = this.#matchesIn(folders, [name, `${stem}.png`, `${stem}.tga`, `${stem}.dds`]);
      this.report.push({ role: "texture", path: path ?? null, wanted: name });
      if (path !== undefined) found.set(name, this.#read(path));
    }
    return found;
  }

  #open(role: FileRole, path: string): CompanionFile {
    const file = openCompanion(role, this.#mesh.format, parse(path).name, this.#read(path));
    this.report.push({ role, path, wanted: path });
    return file;
  }

  /** What nobody named must not stop the conversion: a damaged or foreign file is reported as missing. */
  #tryOpen(role: FileRole, path: string): CompanionFile | undefined {
    try {
      return this.#open(role, path);
    } catch (error) {
      if (!(error instanceof MeshglotError)) throw error;
      this.report.push({ role, path: null, wanted: `${path}: ${error.code} ${error.message}` });
      return undefined;
    }
  }

  #read(path: string): Uint8Array {
    const bytes = readBytes(path);
    this.sources.push({ path: resolve(path), sha256: sha256(bytes) });
    return bytes;
  }

  #matches({ folder, names }: WantedCompanion): string[] {
    return this.#matchesIn(this.#folders(folder), names);
  }

  /** Paths of the files that match, the first name first; for each name the first folder that has it. */
  #matchesIn(folders: readonly string[], names: readonly string[]): string[] {
    const found: string[] = [];
    for (const name of names) {
      const pattern = new RegExp(`^${name.split("*").map(escapeRegExp).join(".*")}$`);
      for (const folder of folders) {
        const own = namesIn(folder).filter((entry) => pattern.test(entry.toLowerCase()));
        found.push(...own.map((entry) => join(folder, entry)));
        // A file that turns up later makes another output.
        if (own.length === 0 && !name.includes("*")) this.sources.push({ path: resolve(folder, name), sha256: null });
        if (own.length > 0) break;
      }
    }
    return [...new Set(found)];
  }

  /** The mesh's own folder, and the one where the game keeps such files: below the `resource` folder above the mesh. */
  #folders(below: string | undefined): string[] {
    const own = dirname(this.#path);
    if (below === undefined) return [own];
    for (let at = resolve(own); dirname(at) !== at; at = dirname(at)) {
      if (basename(at).toLowerCase() !== "resource") continue;
      const entry = namesIn(at).find((name) => name.toLowerCase() === below);
      return entry === undefined ? [own] : [join(at, entry), own];
    }
    return [own];
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The last listings of this thread: in a folder of 10,000 meshes each would list all of them anew. */
const LISTINGS = new Map<string, { changed: number; names: readonly string[] }>();
const MOST_LISTINGS = 16;
/** A folder that changed so recently may have changed again without another time. */
const SETTLED_MS = 2000;

/** The file names of a folder, sorted; none if it can not be read. */
function namesIn(folder: string): readonly string[] {
  const changed = statOrNothing(folder)?.mtimeMs;
  const known = LISTINGS.get(folder);
  if (known && known.changed === changed) return known.names;
  const names = readNames(folder);
  if (changed === undefined || Date.now() - changed < SETTLED_MS) return names;
  if (LISTINGS.size >= MOST_LISTINGS) LISTINGS.clear();
  LISTINGS.set(folder, { changed, names });
  return names;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // nothing is found in it
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MeshglotError({ code: "UNREADABLE", detail: reason, hint: "Check the name and the permissions." });
  }
}
