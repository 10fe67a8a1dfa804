import { dirname } from "node:path";
import { type Format, MeshglotError } from "@meshglot/core";
import { isFailure, type Result } from "./batch/attempt.ts";
import { runInOrder } from "./batch/inOrder.ts";
import { interruptible } from "./batch/interrupt.ts";
import type { MemoryStore } from "./batch/manifest.ts";
import { Notes } from "./batch/notes.ts";
import type { Job, Verb } from "./batch/outcome.ts";
import { runnerFor } from "./batch/runners.ts";
import { isInShard, type Shard } from "./batch/shard.ts";
import { Tally } from "./batch/tally.ts";
import { removeStale } from "./batch/temporary.ts";
import { EXIT, type ExitCode } from "./exitCodes.ts";
import { findInputs, type Input } from "./inputs.ts";
import { complain, Emitter, print } from "./output/emitter.ts";
import { faultText } from "./output/faultText.ts";
import { type ProgressMode, progressOn } from "./output/progress.ts";
import { Report } from "./output/report.ts";
import { schemaOf } from "./output/schemaOf.ts";

export type { Outcome, Verb } from "./batch/outcome.ts";
export { complain, faultText, print, schemaOf };

/** Options that every verb takes. */
export interface CommonOptions {
  json?: boolean;
  jsonl?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  failFast?: boolean;
  /** Megabytes. */
  maxMemory?: number;
  /** `format` or `format:dialect`. */
  as?: string;
  /** Files that are worked on at a time. */
  jobs?: number;
  /** File for a row about each input. */
  report?: string;
  shard?: Shard;
  progress?: ProgressMode;
}

/** What a verb may do around the run. */
export interface RunHooks {
  /** Formats of which files are taken from folders; all without. */
  accepts?: (format: Format) => boolean;
  /** Looks at all inputs before the first one is touched; throws MeshglotError to refuse. */
  prepare?: (inputs: readonly Input[]) => void;
  /** Says where each input's output goes, before the first one is touched; throws MeshglotError to refuse. */
  outputs?: (inputs: readonly Input[]) => ReadonlyMap<Input, string>;
  /** Folder of the outputs; what lies in it is no input unless it is named. */
  outDir?: string | undefined;
  /** Opens what is known of earlier outputs. Called when nothing speaks against the run any more. */
  memory?: () => MemoryStore | undefined;
  /** One document about all inputs instead of what they print themselves. */
  summarize?: ((entries: readonly object[]) => string) | undefined;
  /** Gets each result as it is there, whatever is printed. */
  finished?: (result: Result) => void;
  /** What the progress line calls inputs whose answer is not "fine"; they failed without. */
  notFine?: string;
  /** Says what came of the run, in place of the usual table. */
  close?: (run: { seconds: number; total: number }) => void;
  /** The exit code, where it is not the usual one. */
  exitCode?: (tally: Tally) => ExitCode;
}

/** From this many inputs on the end of a run is summed up even if all went well. */
const MANY = 20;

/**
 * Runs a verb over all inputs: data to standard output, the rest to standard error, one bad file never stops the
 * others.
 *
 * @param options the verb's own ones too; a worker makes the verb anew from them, so they have to be plain data
 */
export async function runVerb(
  name: string,
  words: readonly string[],
  options: CommonOptions,
  verb: Verb,
  hooks: RunHooks = {},
): Promise<ExitCode> {
  try {
    const notice = options.quiet ? undefined : complain;
    const inputs = await findInputs(words, {
      accepts: hooks.accepts,
      except: hooks.outDir,
      ...(notice ? { notice } : {}),
    });
    return await runInputs(name, inputs, options, verb, hooks);
  } catch (error) {
    return refuse(name, { file: words.join(" ") }, options, error);
  }
}

/**
 * Runs a verb over inputs that were found already.
 * @throws MeshglotError before anything is done, if the inputs or options make no sense
 */
export async function runInputs(
  name: string,
  inputs: readonly Job[],
  options: CommonOptions,
  verb: Verb,
  hooks: RunHooks,
): Promise<ExitCode> {
  hooks.prepare?.(inputs);
  const jobs = jobsOf(inputs, options.shard, hooks.outputs?.(inputs));
  const notes = new Notes(
    hooks.memory?.(),
    options.report === undefined ? undefined : Report.open(options.report, name),
  );
  await removeStale(jobs.flatMap(({ output }) => (output === undefined || output === "-" ? [] : [dirname(output)])));
  const start = performance.now();
  const tally = new Tally();
  const progress = progressOn(name, jobs.length, tally, { ...options, notFine: hooks.notFine });
  const emitter = new Emitter(options, hooks.summarize);
  const setup = { name, options, form: { entries: emitter.wantsEntries || notes.reports, indent: emitter.indent } };
  const runner = await runnerFor(setup, verb, jobs, options.jobs);
  const interrupt = interruptible(hooks.memory !== undefined);
  let failedFast = false;
  await runInOrder(jobs, (job) => runner.run(notes.recall(job)), {
    lanes: runner.lanes,
    finished: (job, result) => {
      tally.add(result);
      hooks.finished?.(result);
      notes.add(job, result);
      progress.step();
    },
    emit: async (result) => {
      if (failedFast) return;
      progress.hide();
      await emitter.result(result);
      failedFast = options.failFast === true && isFailure(result);
    },
    stopped: () => interrupt.requested || (options.failFast === true && tally.failed > 0),
  });
  await runner.close();
  progress.stop();
  emitter.end();
  if (jobs.length === 0 && !options.quiet) complain("none of the files belongs to this shard");
  const seconds = (performance.now() - start) / 1000;
  const noteworthy = (tally.failed > 0 && jobs.length > 1) || tally.counts.current > 0 || jobs.length > MANY;
  if (hooks.close) hooks.close({ seconds, total: jobs.length });
  else if (noteworthy && !options.quiet) complain(tally.summary(seconds));
  interrupt.end(tally.total, jobs.length);
  const code = (hooks.exitCode ?? exitCodeOf)(tally);
  return code === EXIT.fine && notes.reportIsIncomplete ? EXIT.no : code;
}

function jobsOf(
  inputs: readonly Job[],
  shard: Shard | undefined,
  outputs: ReadonlyMap<Input, string> | undefined,
): Job[] {
  const own = shard ? inputs.filter((input) => isInShard(input, shard)) : inputs;
  return own.map((input) => {
    const output = outputs?.get(input);
    return output === undefined ? input : { ...input, output };
  });
}

function exitCodeOf({ counts, failed, total }: Tally): ExitCode {
  if (counts.bug > 0) return EXIT.bug;
  if (total > 0 && counts.failed === total) return EXIT.unusable;
  return failed > 0 ? EXIT.no : EXIT.fine;
}

/**
 * Nothing was done because the inputs or options make no sense.
 * @param named the inputs, as an entry of the verb names them
 */
export function refuse(name: string, named: object, options: CommonOptions, error: unknown): ExitCode {
  if (!(error instanceof MeshglotError)) throw error;
  const fault = error.toJSON();
  if (options.json || options.jsonl) {
    const entry = { schema: schemaOf(name), ...named, error: fault };
    print(JSON.stringify(options.jsonl ? entry : [entry]));
  }
  complain(faultText("meshglot", fault));
  return EXIT.unusable;
}
