import type { OpenOptions } from "@meshglot/core";
import type { CommonOptions } from "./run.ts";

/** The options of reading among the flags that every verb takes. */
export function openOptions({ maxMemory, as }: CommonOptions): OpenOptions {
  const [format, dialect] = as?.split(":") ?? [];
  return {
    ...(maxMemory === undefined ? {} : { maxMemory: maxMemory * 2 ** 20 }),
    ...(format ? { format } : {}),
    ...(dialect ? { dialect } : {}),
  };
}
