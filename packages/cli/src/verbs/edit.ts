import { type EditResult, editMesh, listPoints, openMesh, placeInFile } from "@meshglot/core";
import type { Job, Outcome, Verb } from "../batch/outcome.ts";
import { type EditOutputFlags, editOutputs } from "../editOutputs.ts";
import { type EditFlags, editSteps } from "../editSteps.ts";
import type { ExitCode } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { changeTable, rangesText } from "../output/changes.ts";
import { pointTable } from "../output/points.ts";
import { replaceFile } from "../output/replaceFile.ts";
import { shownPath } from "../output/shownPath.ts";
import { bold, dim, green, yellow } from "../output/style.ts";
import { sha256, type WrittenFile, writeWhole } from "../output/writeFiles.ts";
import { type CommonOptions, print, runVerb, schemaOf } from "../run.ts";

interface EditOptions extends CommonOptions, EditFlags, EditOutputFlags {
  listPoints?: boolean;
  backup?: boolean;
  force?: boolean;
  codePage?: string;
}

/** Columns of a terminal that does not say how many it has. */
const WIDTH = 110;

export function edit(words: string[], options: EditOptions): Promise<ExitCode> {
  const { listPoints: listing, outDir } = options;
  return runVerb("edit", words, options, editFile(options, print), {
    prepare: () => {
      // Wrong flags are wrong for all inputs, so nothing is read for them.
      if (!listing) editSteps(options, (place) => place);
    },
    outputs: (inputs) => (listing ? new Map() : editOutputs(inputs, options)),
    outDir,
  });
}

/**
 * @param announce says what is going to change before anything is written; a worker, which can not print in turn, says
 *   it together with the rest
 */
export function editFile(options: EditOptions, announce?: (text: string) => void): Verb {
  return (job) => (options.listPoints ? list(job, options) : change(job, options, announce));
}

async function list(input: Job, options: EditOptions): Promise<Outcome> {
  const points = await listPoints(await readInput(input), coreOptions(options));
  return {
    json: { schema: schemaOf("edit"), file: input.path, points },
    text:
      points.length === 0
        ? `${shownPath(input.path)}: no points`
        : `${bold(shownPath(input.path))}\n${pointTable(points)}`,
    ok: true,
  };
}

async function change(job: Job, options: EditOptions, announce?: (text: string) => void): Promise<Outcome> {
  const source = await readInput(job);
  const core = coreOptions(options);
  const { format } = openMesh(source, core);
  const steps = editSteps(options, (place) => (options.metres ? placeInFile(place, format.space) : place));
  const result = await editMesh(source, steps, core);
  const silent = options.json || options.jsonl || options.quiet || job.output === "-";
  const before = silent ? "" : plan(job, result);
  if (before) announce?.(before);
  const { backup, files } = write(job, result, options);
  const { bytes, changes, total, ranges, issues, notes } = result;
  const output = job.output ?? null;
  const said = announce || !before ? "" : `${before}\n`;
  return {
    json: {
      schema: schemaOf("edit"),
      file: job.path,
      output,
      backup,
      size: bytes.byteLength,
      changes,
      total,
      bytes: ranges,
      issues,
      notes,
    },
    text: silent ? "" : said + done(job, backup, result),
    ok: true,
    files,
  };
}

function coreOptions(options: EditOptions) {
  return { ...openOptions(options), ...(options.codePage === undefined ? {} : { codePage: options.codePage }) };
}

function write(
  { path, output }: Job,
  { bytes, ranges }: EditResult,
  { inPlace, backup = false, force = false }: EditOptions,
): { backup: string | null; files: WrittenFile[] } {
  if (output === undefined || (inPlace && ranges.total === 0)) return { backup: null, files: [] };
  if (output === "-") {
    process.stdout.write(bytes);
    return { backup: null, files: [] };
  }
  if (!inPlace) return { backup: null, files: [writeWhole(output, bytes, force)] };
  const kept = replaceFile(path, bytes, { backup, force });
  return { backup: kept, files: [{ path, size: bytes.byteLength, sha256: sha256(bytes) }] };
}

/** What is going to change, said before anything is written. */
function plan({ path }: Job, { changes, total, notes, issues }: EditResult): string {
  const lines = [bold(shownPath(path))];
  const style = { width: process.stdout.columns ?? WIDTH, scenes: false };
  if (changes.length > 0) lines.push(changeTable(changes, total, ["now", "then"], style));
  lines.push(...notes.map((note) => `  ${dim("note")} ${note}`));
  lines.push(...issues.map((issue) => `  ${yellow(issue.code)} ${issue.message} ${dim(issue.path)}`));
  return lines.join("\n");
}

function done({ path, output }: Job, backup: string | null, { ranges }: EditResult): string {
  const inPlace = output === path;
  if (ranges.total === 0) {
    return dim(`  nothing changes${output === undefined || inPlace ? "" : `; copied to ${shownPath(output)}`}\n`);
  }
  if (output === undefined) return `  ${rangesText(ranges)} would change; nothing was written\n`;
  const where = inPlace ? green("written in place") : `-> ${green(shownPath(output))}`;
  const old = backup ? dim(`, the old file is ${shownPath(backup)}`) : "";
  return `  ${rangesText(ranges)} ${where}${old}\n`;
}
