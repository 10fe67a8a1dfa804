import {
  type CompanionFile,
  type CompanionRole,
  type Companions,
  FORMATS,
  type Format,
  MeshglotError,
  type OpenedMesh,
  openCompanion,
  texturesNamedBy,
} from "@meshglot/core";
import type { Companion, FileAsk, Model, NamedBlob } from "../protocol.ts";
import { modelOf } from "./model.ts";
import { baseOf, stemOf } from "./names.ts";

/** What lies beside a file, opened. */
export interface Beside {
  companions: Companions;
  collision: Model | undefined;
  /** Everything that could have been used, is used, or is missing. */
  list: Companion[];
}

/** Roles that a conversion can take, in the order in which they are listed. */
const ROLES = ["skeleton", "animation", "material", "collision"] as const;

/**
 * The companions of a file among the files that were opened: those that its format wants by name, whatever their letter
 * case, unless the user chose otherwise. For a skeleton or a material the likeliest name wins, for animations all count.
 */
export async function companionsOf(mesh: OpenedMesh, ask: FileAsk): Promise<Beside> {
  const { format } = mesh;
  const wanted = format.wants?.(mesh.file, stemOf(ask.name)) ?? [];
  const opened: Partial<Record<CompanionRole, CompanionFile[]>> = {};
  const list: Companion[] = [];
  for (const role of rolesOf(format)) {
    const names = wanted.filter((entry) => entry.role === role).flatMap((entry) => entry.names);
    const many = role === "animation";
    const candidates = candidatesFor(role, format, ask);
    const matching = inOrder(names, candidates, ask.name);
    const chosen = candidates.filter(({ name }) => ask.choices[name]);
    const matched = matching.filter(({ name }) => ask.choices[name] !== false);
    const use = new Set(many ? [...matched, ...chosen] : (chosen.length > 0 ? chosen : matched).slice(0, 1));
    for (const candidate of candidates) {
      const entry: Companion = { role, name: candidate.name, wanted: "", used: false, fault: undefined };
      list.push(entry);
      if (!use.has(candidate)) continue;
      try {
        const bytes = new Uint8Array(await candidate.blob.arrayBuffer());
        opened[role] = [...(opened[role] ?? []), openCompanion(role, format, stemOf(candidate.name), bytes)];
        entry.used = true;
      } catch (error) {
        if (!(error instanceof MeshglotError)) throw error;
        // A text that turns out to be none of the game's was only a guess by its name.
        if (ask.choices[candidate.name] || role !== "material") entry.fault = error.toJSON();
        else list.pop();
      }
    }
    // Most meshes have no animation and no collision mesh that is called like them, so that there is none is no news.
    const needed = names.length > 0 && (role === "skeleton" || role === "material");
    if (needed && use.size === 0) list.push(missing(role, names.join(", ")));
  }
  const material = opened.material?.[0];
  const textures = await texturesAmong(texturesNamedBy(material), ask.companions, list);
  return {
    companions: { skeleton: opened.skeleton?.[0], animations: opened.animation ?? [], material, textures },
    collision: await collisionModel(opened.collision?.[0]),
    list,
  };
}

/** A mesh may have them all; an animation has a skeleton, a skeleton animations, and the rest stands alone. */
function rolesOf({ companion }: Format): readonly (typeof ROLES)[number][] {
  if (companion === undefined) return ROLES;
  return companion === "animation" ? ["skeleton"] : companion === "skeleton" ? ["animation"] : [];
}

/** Files that are called as files of that role are in the format's engine. */
function candidatesFor(role: CompanionRole, { engine }: Format, { companions, name }: FileAsk): NamedBlob[] {
  const formats = FORMATS.filter((other) => other.companion === role && other.engine === engine);
  const extensions = new Set(formats.flatMap((other) => other.extensions));
  return companions.filter((file) => file.name !== name && extensions.has(extensionOf(file.name)));
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(baseOf(name))?.[1]?.toLowerCase() ?? "";
}

/** Files that match a name, the likeliest name first; among those of one name the ones beside the mesh first. */
function inOrder(names: readonly string[], candidates: readonly NamedBlob[], mesh: string): NamedBlob[] {
  const folderOf = (path: string) => path.slice(0, path.length - baseOf(path).length);
  const near = [...candidates].sort(
    (a, b) => Number(folderOf(b.name) === folderOf(mesh)) - Number(folderOf(a.name) === folderOf(mesh)),
  );
  const found = names.flatMap((name) => near.filter((file) => matches(name, baseOf(file.name).toLowerCase())));
  return [...new Set(found)];
}

/** @param pattern a name in which `*` stands for anything */
function matches(pattern: string, name: string): boolean {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === name;
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

/** Pictures that a material names; a picture of the same name in another form serves where somebody converted it. */
async function texturesAmong(
  names: readonly string[],
  files: readonly NamedBlob[],
  list: Companion[],
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const name of names) {
    const forms = [name, ...["png", "tga", "dds"].map((extension) => `${stemOf(name)}.${extension}`)];
    const [file] = forms.flatMap((form) => files.filter((one) => baseOf(one.name).toLowerCase() === form));
    if (file) found.set(name, new Uint8Array(await file.blob.arrayBuffer()));
    list.push(
      file
        ? { role: "texture", name: file.name, wanted: name, used: true, fault: undefined }
        : missing("texture", name),
    );
  }
  return found;
}

function missing(role: Companion["role"], wanted: string): Companion {
  return { role, name: undefined, wanted, used: false, fault: undefined };
}

async function collisionModel(file: CompanionFile | undefined): Promise<Model | undefined> {
  if (!file) return undefined;
  const { document } = await file.format.toScene(file.file, file.dialect, { name: file.name }); // faces alone: one object
  return modelOf(document, undefined, []);
}
