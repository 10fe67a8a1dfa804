import type { Issue } from "../issues/issue.ts";
import { type ValidateOptions, validateMesh } from "./validate.ts";

export interface RepairOptions extends ValidateOptions {
  /** Codes of the findings to mend; by default all that can be, save those that authors set by hand on purpose. */
  codes?: readonly string[];
}

/** A field that was computed anew, and the finding that was the reason. */
export interface RepairEntry {
  code: string;
  path: string;
  message: string;
}

export interface RepairResult {
  /** The file with all of it mended; the very bytes that were given if there is nothing to mend. */
  bytes: Uint8Array;
  repairs: RepairEntry[];
  /** What validate says of the mended bytes. */
  issues: Issue[];
  truncated: Record<string, number>;
}

/**
 * Computes anew what validate found wrong and what follows from the rest of the file: boxes, radii, counts and ranges,
 * truncated normals. Nothing else changes.
 *
 * @throws MeshglotError if the file can not be read to its end
 * @example
 * const { bytes, repairs } = await repairMesh(await readFile("sword.msh"));
 * for (const { path, message } of repairs) console.log(path, message);
 */
export async function repairMesh(bytes: Uint8Array, options: RepairOptions = {}): Promise<RepairResult> {
  const { mesh, issues, truncated } = await validateMesh(bytes, { ...options, ignore: [] });
  if (mesh.fault) throw mesh.fault;
  const { format, dialect } = mesh;
  const found = new Set([...issues.map(({ code }) => code), ...Object.keys(truncated)]);
  const wanted = ({ code, onRequest }: { code: string; onRequest?: boolean }) =>
    found.has(code) && (options.codes ? options.codes.includes(code) : !onRequest);
  let { file } = mesh;
  const repairs: RepairEntry[] = [];
  const done = new Set<unknown>();
  for (const repair of format.repairs.filter(wanted)) {
    if (done.has(repair.mend)) continue; // another finding with the same cure
    done.add(repair.mend);
    const mended = repair.mend(file, dialect);
    if (!mended) continue;
    file = mended.file;
    repairs.push(...mended.fields.map((field) => ({ code: repair.code, ...field })));
  }
  const written = repairs.length > 0 ? format.write(file, dialect) : bytes;
  const after = await validateMesh(written, options);
  return { bytes: written, repairs, issues: after.issues, truncated: after.truncated };
}
