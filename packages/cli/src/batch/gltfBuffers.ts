import { dirname, extname, resolve } from "node:path";
import { externalUris } from "@meshglot/core";
import { readOrNothing } from "../files.ts";
import { systemPath } from "../inputs.ts";
import type { Found } from "./walk.ts";

/**
 * Files of a folder without the `.bin` that belong to a glTF beside them: those that it names, and, where it can not be
 * read, the one that is called like it.
 */
export function withoutGltfBuffers(files: readonly Found[]): Found[] {
  if (!files.some(({ path }) => isCalled(path, ".bin"))) return [...files];
  const buffers = new Set(files.filter(({ path }) => isCalled(path, ".gltf")).flatMap(buffersOf));
  return files.filter(({ path }) => !isCalled(path, ".bin") || !buffers.has(resolve(path)));
}

function isCalled(path: string, extension: string): boolean {
  return extname(path).toLowerCase() === extension;
}

function buffersOf(gltf: Found): string[] {
  const bytes = readOrNothing(systemPath(gltf));
  try {
    const uris = externalUris(JSON.parse(new TextDecoder().decode(bytes)));
    return uris.map((uri) => resolve(dirname(gltf.path), uri));
  } catch {
    return [`${resolve(gltf.path).slice(0, -".gltf".length)}.bin`];
  }
}
