import { MeshglotError } from "../bytes/fault.ts";

/**
 * What a node, a mesh, a primitive or a material takes with its accessor, its edges and its JSON: 5 to 8 KB, measured
 * on files with tens of thousands of them. In an engine's file the same may take 8 bytes.
 */
const PER_OBJECT = 7000;

/** Bytes that the objects of a scene may take whatever the file's size: enough for some 3,600. */
export const SCENE_ALLOWANCE = 24 * 2 ** 20;
/** Times the file's size on top of that. With the file's own objects and arrays this stays under 10 x size + 64 MB. */
const ALLOWANCE_PER_BYTE = 4;

/**
 * Bytes that the objects of a file's scene may take.
 * @param limit what the user allows, in bytes; by default it follows from the file's size
 */
export function sceneMemoryOf(fileSize: number, limit?: number): number {
  return limit ?? SCENE_ALLOWANCE + ALLOWANCE_PER_BYTE * fileSize;
}

/** @throws MeshglotError `LIMIT_MEMORY` if so many objects take more than that */
export function requireMemory(objects: number, memory: number): void {
  if (objects * PER_OBJECT <= memory) return;
  throw new MeshglotError({
    code: "LIMIT_MEMORY",
    detail: `a scene of this file's parts would take more than ${Math.round(memory / 2 ** 20)} MB of memory`,
    needed: objects * PER_OBJECT,
    available: memory,
    hint: "If the file really has that many parts, raise the limit with --max-memory.",
  });
}
