import type { Companions, ConvertOptions } from "../format.ts";
import type { EngineProfile } from "./profile.ts";
import type { Report } from "./report.ts";

/** What a check knows beside the file, and where it puts what it finds. */
export interface CheckContext {
  readonly report: Report;
  /** Limits of the engine that the file is for. */
  readonly profile: EngineProfile;
  /** How a conversion would read the file: code page of its names, size of its texture. */
  readonly options: ConvertOptions;
  /** The file's name, where it has one: some rules are about its extension. */
  readonly fileName?: string | undefined;
  /** Files that belong to the one that is checked, whichever are at hand. */
  readonly companions: Companions;
}
