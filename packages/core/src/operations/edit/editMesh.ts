import { MeshglotError } from "../../bytes/fault.ts";
import type { Issue } from "../../issues/issue.ts";
import type { Report } from "../../issues/report.ts";
import { checkMesh } from "../checkMesh.ts";
import type { Change } from "../diff/change.ts";
import { type ByteDifferences, diffBytes } from "../diff/diffBytes.ts";
import { diffOpened } from "../diff/diffMesh.ts";
import { mapMesh, spanAt } from "../map.ts";
import type { OpenedMesh, OpenOptions } from "../open.ts";
import type { Edit } from "./edit.ts";

export interface EditOptions extends OpenOptions {
  /** Code page of new names instead of the format's own. */
  codePage?: string;
}

/** An edited file, and what the edit did. */
export interface EditResult {
  bytes: Uint8Array;
  /** The fields that changed, at most 10,000. */
  changes: Change[];
  /** Number of changes, listed or not. */
  total: number;
  /** The byte ranges that changed. */
  ranges: ByteDifferences;
  /** What `validate` says now and did not say before; never an error. */
  issues: Issue[];
  /** What the edit did not do, or did beside what was asked for. */
  notes: string[];
}

/**
 * Edits a mesh file. What no edit touches keeps its bytes, compressed blocks included.
 *
 * @param edits one after the other: `setField`, `renameBone`, `addPoint`, `transform`, …
 * @throws MeshglotError if the file can not be read to its end; `EDIT_*` and `WRITE_*` if an edit is impossible;
 *   `EDIT_REFUSED` if the result could not be read again as it was meant, or would have errors that the file has not
 * @example
 * const { bytes, ranges } = await editMesh(sword, [addPoint({ name: "trailstart_0", position: [0, 35, 0] })]);
 */
export async function editMesh(
  source: Uint8Array,
  edits: readonly Edit[],
  options: EditOptions = {},
): Promise<EditResult> {
  const before = mapMesh(source, options);
  if (before.mesh.fault) throw before.mesh.fault;
  const { format, dialect } = before.mesh;
  const editing = await format.editing();
  const notes: string[] = [];
  let mesh = before.mesh;
  for (const edit of edits) {
    const edited = await edit({ mesh, editing, codePage: options.codePage ?? format.codePage });
    mesh = { ...mesh, file: edited.file };
    notes.push(...edited.notes);
  }
  const file = editing.settle?.(mesh.file, before.mesh.file, dialect) ?? mesh.file;
  const bytes = format.write(file, dialect);
  const after = readAgain(bytes, before.mesh, options);
  const misread = await diffOpened({ ...mesh, file }, after.spans, after.mesh, after.spans);
  const wrong = misread.changes.find(({ kind }) => kind !== "encoding");
  if (wrong) throw refused(`the result would be read with another ${wrong.path}`, wrong.path);
  return {
    bytes,
    ...(await diffOpened(before.mesh, before.spans, after.mesh, after.spans, options)),
    ranges: diffBytes(source, before.spans, bytes, after.spans),
    issues: await newIssues(before.mesh, after),
    notes: [...new Set(notes)],
  };
}

function readAgain(bytes: Uint8Array, before: OpenedMesh, options: EditOptions): ReturnType<typeof mapMesh> {
  try {
    const after = mapMesh(bytes, options);
    const { fault, format, dialect } = after.mesh;
    if (fault) throw refused(`the result could not be read: ${fault.message}`, fault.path);
    if (format === before.format && dialect === before.dialect) return after;
    throw refused(`the result would be taken for ${format.title}, layout ${dialect}`, "");
  } catch (error) {
    if (!(error instanceof MeshglotError) || error.code === "EDIT_REFUSED") throw error;
    throw refused(`the result could not be read: ${error.message}`, error.path);
  }
}

/** @throws MeshglotError `EDIT_REFUSED` for the first error that the file did not have */
async function newIssues(before: OpenedMesh, { mesh, spans }: ReturnType<typeof mapMesh>): Promise<Issue[]> {
  const { report: old } = await checkMesh(before);
  const { report: now } = await checkMesh(mesh);
  const totalOf = (report: Report, code: string, severity: Issue["severity"]) =>
    report.truncated[code] ??
    report.issues.filter((issue) => issue.code === code && issue.severity === severity).length;
  const added = now.issues.filter(({ code, severity }) => totalOf(now, code, severity) > totalOf(old, code, severity));
  const error = added.find(({ severity }) => severity === "error");
  if (error)
    throw refused(`the result would not pass validate: ${error.code}, ${error.message}`, error.path, error.hint);
  return added.map((issue) => {
    const span = spanAt(spans, issue.path);
    return span ? { ...issue, offset: span.offset, length: span.size } : issue;
  });
}

function refused(detail: string, path: string, hint?: string | null): MeshglotError {
  return new MeshglotError({ code: "EDIT_REFUSED", detail, path, hint: hint ?? "Nothing was written." });
}
