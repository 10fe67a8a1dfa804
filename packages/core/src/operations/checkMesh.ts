import type { ConvertOptions } from "../format.ts";
import type { CheckContext } from "../issues/checkContext.ts";
import { chooseProfile } from "../issues/profile.ts";
import { Report, type ReportOptions } from "../issues/report.ts";
import { FORMATS } from "../registry.ts";
import type { OpenedMesh } from "./open.ts";

const PROFILE_IDS = FORMATS.flatMap(({ profiles }) => profiles.map(({ id }) => id));

/** What the checks of a file are told beside the file. */
export interface CheckOptions extends ReportOptions, Partial<Pick<CheckContext, "companions">> {
  /** Engine whose limits count; by default that of the format, `none` for the format alone. */
  profile?: string | undefined;
  /** The file's name, for the rules about extensions. */
  fileName?: string | undefined;
  /** How the file is read where it does not say so itself: `codePage`, `textureSize`, … */
  convertOptions?: ConvertOptions;
}

/**
 * Runs the checks of a file that could be read to its end; findings have no bytes yet.
 * @throws MeshglotError `UNKNOWN_PROFILE`
 */
export async function checkMesh(
  { format, file, dialect, fault }: OpenedMesh,
  options: CheckOptions = {},
): Promise<{ report: Report; profile: string }> {
  const report = new Report(options);
  const profile = chooseProfile(format.profiles, options.profile, PROFILE_IDS);
  if (!fault) {
    await format.check(file, dialect, {
      report,
      profile,
      options: options.convertOptions ?? {},
      fileName: options.fileName,
      companions: options.companions ?? {},
    });
  }
  return { report, profile: profile.id };
}
