import type { FaultJson } from "../bytes/fault.ts";
import type { Bounds, ConvertOptions, Summary } from "../format.ts";
import type { Severity } from "../issues/issue.ts";
import { boundsInMetres } from "../scene/space.ts";
import { checkedOptions } from "./checkedOptions.ts";
import type { OpenOptions } from "./open.ts";
import { validateMesh } from "./validate.ts";

/** What `inspect` says about a file; see the JSON contract. */
export interface Inspection extends Omit<Summary, "bounds"> {
  size: number;
  format: { id: string; title: string; version: string; dialect: string };
  bounds: { file: Bounds; metres: Bounds } | null;
  issues: { errors: number; warnings: number; infos: number };
  /** Where reading ended early; the rest of the entry says what was known by then. */
  error?: FaultJson;
}

/**
 * A file at a glance. A damaged one is described as far as it could be read.
 * @throws MeshglotError if the content is no known format; `OPTION_VALUE` for an option that can not be
 */
export async function inspectMesh(
  bytes: Uint8Array,
  options: OpenOptions = {},
  convertOptions: ConvertOptions = {},
): Promise<Inspection> {
  const { mesh, issues, truncated } = await validateMesh(bytes, { ...options, convertOptions });
  const checked = checkedOptions(convertOptions, mesh.format.options);
  const summary = await mesh.format.summarize(mesh.file, mesh.dialect, checked);
  const countOf = (severity: Severity) => {
    const listed = issues.filter((issue) => issue.severity === severity);
    const codes = new Set(listed.map((issue) => issue.code));
    const beyond = [...codes].reduce((sum, code) => {
      const total = truncated[code];
      return total === undefined ? sum : sum + total - listed.filter((issue) => issue.code === code).length;
    }, 0);
    return listed.length + beyond;
  };
  return {
    size: bytes.byteLength,
    format: { id: mesh.format.id, title: mesh.format.title, version: mesh.version, dialect: mesh.dialect },
    ...summary,
    bounds: summary.bounds && { file: summary.bounds, metres: boundsInMetres(summary.bounds, mesh.format.space) },
    issues: { errors: countOf("error"), warnings: countOf("warning"), infos: countOf("info") },
    ...(mesh.fault ? { error: mesh.fault.toJSON() } : {}),
  };
}
