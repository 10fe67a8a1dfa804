import { extname, relative } from "node:path";
import type { Input } from "../inputs.ts";

/** Extensions of what programs exchange: no format of an engine, and compared as a scene. */
export const SCENE_EXTENSIONS: readonly string[] = ["glb", "gltf", "obj"];

/** Two inputs that are compared, or one that has no counterpart. */
export interface Sides {
  a?: Input;
  b?: Input;
  /** Why they are a pair although their names differ; undefined where they do not, or where the user named both. */
  pairedBy?: "case" | "stem";
}

/** The paths of both sides, as entries name them; null for a side that has no file. */
export function pathsOf({ a, b }: Sides): { a: string | null; b: string | null } {
  return { a: a?.path ?? null, b: b?.path ?? null };
}

/** The path of an input below the folder that it was found in, or as the user named it. */
export function nameBelow({ path, root }: Input): string {
  return root === undefined ? path : relative(root, path);
}

/** True if a file is called like a GLB, glTF or OBJ. */
export function isCalledScene({ path }: Input): boolean {
  return SCENE_EXTENSIONS.includes(extname(path).slice(1).toLowerCase());
}
