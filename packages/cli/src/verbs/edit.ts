import { type EditResult, editMesh, listPoints, openMesh, placeInFile } from "@meshglot/core";
import { type EditOutputFlags, editOutputs } from "../editOutputs.ts";
import { type EditFlags, editSteps } from "../editSteps.ts";
import type { ExitCode } from "../exitCodes.ts";
import { type Input, readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { changeTable, rangesText } from "../output/changes.ts";
import { pointTable } from "../output/points.ts";
import { replaceFile } from "../output/replaceFile.ts";
import { bold, dim, green, yellow } from "../output/style.ts";
import { writeWhole } from "../output/writeFiles.ts";
import { type CommonOptions, type Outcome, print, runVerb, schemaOf } from "../run.ts";

interface EditOptions extends CommonOptions, EditFlags, EditOutputFlags {
  listPoints?: boolean;
  backup?: boolean;
  force?: boolean;
  codePage?: string;
}

/** Columns of a terminal that does not say how many it has. */
const WIDTH = 110;

export function edit(words: string[], options: EditOptions): Promise<ExitCode> {
  let outputs: ReadonlyMap<Input, string | null> = new Map();
  const verb = (input: Input) =>
    options.listPoints ? list(input, options) : change(input, outputs.get(input) ?? null, options);
  return runVerb("edit", words, options, verb, {
    prepare: (inputs) => {
      if (options.listPoints) return;
      editSteps(options, (place) => place); // wrong flags are wrong for all inputs, so nothing is read for them
      outputs = editOutputs(inputs, options);
    },
  });
}

async function list(input: Input, options: EditOptions): Promise<Outcome> {
  const points = await listPoints(await readInput(input), coreOptions(options));
  return {
    json: { schema: schemaOf("edit"), file: input.path, points },
    text: points.length === 0 ? `${input.path}: no points` : `${bold(input.path)}\n${pointTable(points)}`,
    ok: true,
  };
}

async function change(input: Input, output: string | null, options: EditOptions): Promise<Outcome> {
  const source = await readInput(input);
  const core = coreOptions(options);
  const { format } = openMesh(source, core);
  const steps = editSteps(options, (place) => (options.metres ? placeInFile(place, format.space) : place));
  const result = await editMesh(source, steps, core);
  const quiet = options.json || options.jsonl || options.quiet || output === "-";
  if (!quiet) print(plan(input, result));
  const backup = await write(input, output, result.bytes, result.ranges.total > 0, options);
  const { bytes, changes, total, ranges, issues, notes } = result;
  return {
    json: {
      schema: schemaOf("edit"),
      file: input.path,
      output,
      backup,
      size: bytes.byteLength,
      changes,
      total,
      bytes: ranges,
      issues,
      notes,
    },
    text: quiet ? "" : done(input, output, backup, result),
    ok: true,
  };
}

function coreOptions(options: EditOptions) {
  return { ...openOptions(options), ...(options.codePage === undefined ? {} : { codePage: options.codePage }) };
}

async function write(
  input: Input,
  output: string | null,
  bytes: Uint8Array,
  changed: boolean,
  { inPlace, backup = false, force = false }: EditOptions,
): Promise<string | null> {
  if (output === null) return null;
  if (output === "-") process.stdout.write(bytes);
  else if (!inPlace) await writeWhole(output, bytes, force);
  else if (changed) return replaceFile(input.path, bytes, { backup, force });
  return null;
}

/** What is going to change, said before anything is written. */
function plan(input: Input, { changes, total, notes, issues }: EditResult): string {
  const lines = [bold(input.path)];
  if (changes.length > 0) lines.push(changeTable(changes, total, ["now", "then"], process.stdout.columns ?? WIDTH));
  lines.push(...notes.map((note) => `  ${dim("note")} ${note}`));
  lines.push(...issues.map(({ code, message, path }) => `  ${yellow(code)} ${message} ${dim(path)}`));
  return lines.join("\n");
}

function done(input: Input, output: string | null, backup: string | null, { ranges }: EditResult): string {
  if (ranges.total === 0)
    return dim(`  nothing changes${output === null || output === input.path ? "" : `; copied to ${output}`}\n`);
  if (output === null) return `  ${rangesText(ranges)} would change; nothing was written\n`;
  const where = output === input.path ? green("written in place") : `-> ${green(output)}`;
  return `  ${rangesText(ranges)} ${where}${backup ? dim(`, the old file is ${backup}`) : ""}\n`;
}
