import type { ConvertOptions } from "../format.ts";
import type { CheckContext } from "../issues/checkContext.ts";
import type { Issue } from "../issues/issue.ts";
import { chooseProfile } from "../issues/profile.ts";
import { Report, type ReportOptions } from "../issues/report.ts";
import { issueFacts } from "../issues/table.ts";
import { FORMATS } from "../registry.ts";
import { mapMesh, spanAt } from "./map.ts";
import type { OpenedMesh, OpenOptions } from "./open.ts";

const PROFILE_IDS = FORMATS.flatMap(({ profiles }) => profiles.map(({ id }) => id));

/** What a validation is told beside the bytes. */
export interface ValidateOptions extends OpenOptions, ReportOptions, Partial<Pick<CheckContext, "companions">> {
  /** Engine whose limits count; by default that of the format, `none` for the format alone. */
  profile?: string | undefined;
  /** The file's name, for the rules about extensions. */
  fileName?: string | undefined;
  /** How the file is read where it does not say so itself: `codePage`, `textureSize`, … */
  convertOptions?: ConvertOptions;
}

export interface Validation {
  mesh: OpenedMesh;
  /** Id of the engine profile whose limits the file was held to. */
  profile: string;
  issues: Issue[];
  /** Codes found more often than listed, with the true number. */
  truncated: Record<string, number>;
}

/**
 * What is wrong with a file, each finding with its bytes. A fault that ends the reading can be given another severity,
 * but not be ignored: nothing would be known of the rest of the file.
 *
 * @throws MeshglotError if the content is no known format, or `UNKNOWN_PROFILE`
 * @example
 * const { issues } = await validateMesh(bytes, { fileName: "sword.msh", convertOptions: { codePage: "big5" } });
 */
export async function validateMesh(bytes: Uint8Array, options: ValidateOptions = {}): Promise<Validation> {
  const { mesh, spans } = mapMesh(bytes, options);
  const report = new Report(options);
  const profile = chooseProfile(mesh.format.profiles, options.profile, PROFILE_IDS);
  if (mesh.fault) {
    const { code, path, message, offset, hint } = mesh.fault;
    const facts = issueFacts(code);
    const fault: Issue = {
      code,
      severity: options.severity?.[code] ?? facts.severity,
      path,
      offset: offset ?? null,
      length: offset === undefined ? null : bytes.byteLength - offset,
      message,
      hint: hint ?? facts.hint ?? null,
    };
    return { mesh, profile: profile.id, issues: [fault], truncated: {} };
  }
  await mesh.format.check(mesh.file, mesh.dialect, {
    report,
    profile,
    options: options.convertOptions ?? {},
    fileName: options.fileName,
    companions: options.companions ?? [],
  });
  for (const issue of report.issues) {
    const span = spanAt(spans, issue.path);
    if (!span) continue;
    issue.offset = span.offset;
    issue.length = span.size;
  }
  return { mesh, profile: profile.id, issues: report.issues, truncated: report.truncated };
}
