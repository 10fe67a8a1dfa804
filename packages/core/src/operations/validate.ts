import type { Companions } from "../format.ts";
import type { Issue } from "../issues/issue.ts";
import { Report, type ReportOptions } from "../issues/report.ts";
import { issueFacts } from "../issues/table.ts";
import { mapMesh, spanAt } from "./map.ts";
import type { OpenedMesh, OpenOptions } from "./open.ts";

export interface Validation {
  mesh: OpenedMesh;
  issues: Issue[];
  /** Codes found more often than listed, with the true number. */
  truncated: Record<string, number>;
}

/**
 * What is wrong with a file, each finding with its bytes. A fault that ends the reading can be given another severity,
 * but not be ignored: nothing would be known of the rest of the file.
 *
 * @throws MeshglotError if the content is no known format
 */
export function validateMesh(
  bytes: Uint8Array,
  options: OpenOptions & ReportOptions & { companions?: Companions } = {},
): Validation {
  const { mesh, spans } = mapMesh(bytes, options);
  const report = new Report(options);
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
    return { mesh, issues: [fault], truncated: {} };
  }
  mesh.format.check(mesh.file, mesh.dialect, report, options.companions);
  for (const issue of report.issues) {
    const span = spanAt(spans, issue.path);
    if (!span) continue;
    issue.offset = span.offset;
    issue.length = span.size;
  }
  return { mesh, issues: report.issues, truncated: report.truncated };
}
