import { MeshglotError } from "../bytes/fault.ts";

/** A scene that can not become a file: what is wrong, where, how many, and what to do about it. */
export function sceneFault(
  code: string,
  path: string,
  detail: string,
  hint: string,
  numbers: { needed?: number; available?: number } = {},
): MeshglotError {
  return new MeshglotError({ code, path, detail, hint, ...numbers });
}
