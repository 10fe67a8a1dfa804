import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { detect, MeshglotError, openMesh } from "@meshglot/core";
import { walkFolder } from "./batch/walk.ts";
import { findCollision, findCompanions } from "./companions.ts";
import { findInputs, type Input, readInput } from "./inputs.ts";

/** What materials name, in the forms that the page can show. */
const PICTURES = ["dds", "tga", "png", "jpg", "jpeg"];
/** A material text of the game has some hundred bytes; what is larger than this is a text of somebody else. */
const LARGEST_TEXT = 2 ** 20;

/**
 * The files that the page is given: those that are named, the pictures and texts of the game in named folders, and what
 * lies beside named meshes as `convert` would find it, their collision meshes too. Each once, the named ones first.
 *
 * @throws MeshglotError `NO_SUCH_INPUT`
 */
export async function viewedFiles(words: readonly string[]): Promise<string[]> {
  const inputs = await findInputs(words);
  const folders = await foldersAmong(words);
  const found: string[] = inputs.map(({ path }) => path);
  for (const folder of folders) found.push(...(await besideIn(folder)));
  for (const input of inputs) if (!folders.includes(input.root ?? "")) found.push(...(await besideMesh(input)));
  const byPlace = new Map(found.map((path) => [path === "-" ? path : resolve(path), path]));
  return [...byPlace.values()];
}

async function foldersAmong(words: readonly string[]): Promise<string[]> {
  const kinds = await Promise.all(words.map((word) => stat(word).catch(() => undefined)));
  return words.filter((_, i) => kinds[i]?.isDirectory());
}

async function besideIn(folder: string): Promise<string[]> {
  const { files } = await walkFolder(folder, [...PICTURES, "txt"]);
  const kept = await Promise.all(files.map(async ({ path }) => !/\.txt$/i.test(path) || (await isOfTheGame(path))));
  return files.filter((_, i) => kept[i]).map(({ path }) => path);
}

/** Whether a text is one of a format that we know. */
async function isOfTheGame(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).size > LARGEST_TEXT) return false;
    detect(new Uint8Array(await readFile(path)));
    return true;
  } catch {
    return false; // no format of ours, or not to be read: nothing that anybody asked for
  }
}

async function besideMesh(input: Input): Promise<string[]> {
  if (input.path === "-" || input.unreadable !== undefined) return [];
  try {
    const bytes = await readInput(input);
    const mesh = openMesh(bytes);
    if (mesh.format.companion !== undefined) return [];
    const { report } = findCompanions(input.path, mesh, {});
    const paths = [...report.map(({ path }) => path), findCollision(input.path, mesh)];
    return paths.filter((path) => typeof path === "string");
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return []; // the page says what is wrong with it
  }
}
