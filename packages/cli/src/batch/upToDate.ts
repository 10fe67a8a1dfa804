import { createHash } from "node:crypto";
import { dirname, join, relative, sep } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { readOrNothing } from "../files.ts";
import { isAsWritten, sha256, type WrittenFile } from "../output/writeFiles.ts";
import type { ManifestRecord } from "./manifest.ts";
import type { Job, Memory, Outcome } from "./outcome.ts";

/** A file that an output follows from, beside the input itself. */
export interface SourceFile {
  path: string;
  /** Null: it was not there. */
  sha256: string | null;
}

/** Options that change what is said and how the work is done, not what is written. An unknown one changes the output. */
const WITHOUT_EFFECT = new Set([
  ...["json", "jsonl", "quiet", "verbose", "failFast", "jobs", "report", "shard", "progress"],
  ...["force", "watch", "output", "outDir", "maxMemory"],
]);

/**
 * The work of a verb that writes outputs, unless an earlier run did it: the same bytes, the same files beside it, the
 * same options, the same version of meshglot, and every output is still there as it was written.
 *
 * @param make does the work; `mayReplace` says that what is there now is an untouched output of an earlier run
 */
export async function unlessUpToDate(
  job: Job,
  bytes: Uint8Array,
  options: object,
  make: (mayReplace: boolean) => Promise<Outcome>,
): Promise<Outcome> {
  const { memory, output } = job;
  if (!memory || output === undefined) return make(false);
  const { before } = memory;
  const key = recordKey(bytes, options);
  const untouched = before !== undefined && allAsWritten(before.files, memory);
  if (before?.key === key && untouched && allUnchanged(before.sources, job))
    return { json: before.entries, text: "", ok: true, upToDate: true };
  const outcome = await make(untouched);
  return outcome.ok ? { ...outcome, record: recordOf(job, outcome, key, output, memory) } : outcome;
}

function recordOf(
  job: Job,
  { json, files = [], sources = [] }: Outcome,
  key: string,
  output: string,
  { folder }: Memory,
): ManifestRecord {
  const name = (path: string, from = folder) => relative(from, path).split(sep).join("/");
  return {
    schema: "meshglot.manifest/1",
    output: name(output),
    key,
    files: files.map((file) => ({ ...file, path: name(file.path) })),
    sources: sources.map((file) => ({ ...file, path: name(file.path, dirname(job.path)) })),
    entries: Array.isArray(json) ? json : [json],
  };
}

/** SHA-256 of all that an output follows from. */
function recordKey(bytes: Uint8Array, options: object): string {
  const settings = Object.entries(options)
    .filter(([name, value]) => !WITHOUT_EFFECT.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([version, sha256(bytes), settings]))
    .digest("hex");
}

function allUnchanged(sources: readonly SourceFile[], { path }: Job): boolean {
  return sources.every((source) => {
    const bytes = readOrNothing(join(dirname(path), source.path));
    return (bytes ? sha256(bytes) : null) === source.sha256;
  });
}

function allAsWritten(files: readonly WrittenFile[], { folder }: Memory): boolean {
  return files.length > 0 && files.every((file) => isAsWritten({ ...file, path: join(folder, file.path) }));
}
