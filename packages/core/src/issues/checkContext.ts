import type { ConvertOptions } from "../format.ts";
import type { EngineProfile } from "./profile.ts";
import type { Report } from "./report.ts";

/** A file that belongs to the one that is checked: a material text, a skeleton. Its content says which it is. */
export interface Companion {
  name: string;
  bytes: Uint8Array;
}

/** What a check knows beside the file, and where it puts what it finds. */
export interface CheckContext {
  readonly report: Report;
  /** Limits of the engine that the file is for. */
  readonly profile: EngineProfile;
  /** How a conversion would read the file: code page of its names, size of its texture. */
  readonly options: ConvertOptions;
  /** The file's name, where it has one: some rules are about its extension. */
  readonly fileName?: string | undefined;
  readonly companions: readonly Companion[];
}
