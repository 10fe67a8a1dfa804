import type { Issue } from "../issues/issue.ts";
import { issueFacts } from "../issues/table.ts";
import { type CheckOptions, checkMesh } from "./checkMesh.ts";
import { mapMesh, spanAt } from "./map.ts";
import type { OpenedMesh, OpenOptions } from "./open.ts";

/** What a validation is told beside the bytes. */
export interface ValidateOptions extends OpenOptions, CheckOptions {}

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
  const { report, profile } = await checkMesh(mesh, options);
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
    return { mesh, profile, issues: [fault], truncated: {} };
  }
  for (const issue of report.issues) {
    const span = spanAt(spans, issue.path);
    if (!span) continue;
    issue.offset = span.offset;
    issue.length = span.size;
  }
  return { mesh, profile, issues: report.issues, truncated: report.truncated };
}
