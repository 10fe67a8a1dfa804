import { type FaultJson, type Format, MeshglotError } from "@meshglot/core";
import { EXIT, type ExitCode } from "./exitCodes.ts";
import { findInputs, type Input } from "./inputs.ts";
import { progressOn } from "./output/progress.ts";
import { dim, red } from "./output/style.ts";

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
}

/** What a verb made of one input. */
export interface Outcome {
  /** One entry of the JSON array; several for verbs with an entry per output. */
  json: object | object[];
  /** What a person reads. */
  text: string;
  /** False: the answer for this input is "no". */
  ok: boolean;
}

/** What a verb may do around the run. */
export interface RunHooks {
  /** Formats of which files are taken from folders; all without. */
  accepts?: (format: Format) => boolean;
  /** Looks at all inputs before the first one is touched; throws MeshglotError to refuse. */
  prepare?: (inputs: readonly Input[]) => void;
  /** One document about all inputs instead of what they print themselves. */
  summarize?: ((entries: readonly object[]) => string) | undefined;
}

/** One input through one verb. Throws MeshglotError if the input can not be used at all. */
export type Verb = (input: Input, index: number, inputs: readonly Input[]) => Promise<Outcome>;

/**
 * Runs a verb over all inputs: data to standard output, the rest to standard error, one bad file never stops the
 * others.
 */
export async function runVerb(
  name: string,
  words: readonly string[],
  options: CommonOptions,
  verb: Verb,
  hooks: RunHooks = {},
): Promise<ExitCode> {
  let inputs: Input[];
  try {
    inputs = await findInputs(words, hooks.accepts);
    hooks.prepare?.(inputs);
  } catch (error) {
    return refuse(name, words, options, error);
  }
  const entries: object[] = [];
  const progress = progressOn(inputs.length, options);
  let failed = 0;
  let unusable = 0;
  for (const [index, input] of inputs.entries()) {
    const { outcome, readable } = await attempt(name, verb, input, index, inputs);
    if (!outcome.ok) failed++;
    if (!readable) unusable++;
    progress.step();
    const own = Array.isArray(outcome.json) ? outcome.json : [outcome.json];
    if (hooks.summarize) entries.push(...own);
    else if (options.jsonl) for (const entry of own) print(JSON.stringify(entry));
    else if (options.json) entries.push(...own);
    else if (outcome.text && !(options.quiet && outcome.ok)) (readable ? print : complain)(outcome.text);
    if (!outcome.ok && options.failFast) break;
  }
  progress.stop();
  if (hooks.summarize) print(hooks.summarize(entries));
  else if (options.json && !options.jsonl) print(JSON.stringify(entries, undefined, 2));
  if (inputs.length > 1 && failed > 0 && !options.quiet) {
    complain(red(`${failed} of ${inputs.length} files: see above`));
  }
  if (unusable === inputs.length) return EXIT.unusable;
  return failed > 0 ? EXIT.no : EXIT.fine;
}

async function attempt(
  name: string,
  verb: Verb,
  input: Input,
  index: number,
  inputs: readonly Input[],
): Promise<{ outcome: Outcome; readable: boolean }> {
  try {
    return { outcome: await verb(input, index, inputs), readable: true };
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    const json = { schema: schemaOf(name), file: input.path, error: error.toJSON() };
    return { outcome: { json, text: faultText(input.path, error.toJSON()), ok: false }, readable: false };
  }
}

/** Nothing was done because the inputs or options make no sense. */
function refuse(name: string, words: readonly string[], options: CommonOptions, error: unknown): ExitCode {
  if (!(error instanceof MeshglotError)) throw error;
  const fault = error.toJSON();
  if (options.json || options.jsonl) {
    const entry = { schema: schemaOf(name), file: words.join(" "), error: fault };
    print(JSON.stringify(options.jsonl ? entry : [entry]));
  }
  complain(faultText("meshglot", fault));
  return EXIT.unusable;
}

/** Name and version of the form of an entry; the schemas are in docs/schemas. */
export function schemaOf(verb: string): string {
  return `meshglot.${verb}/1`;
}

/** A fault as a person wants to read it: what, where, what to do. */
export function faultText(file: string, fault: FaultJson): string {
  const hint = fault.hint ? `\n  ${dim(fault.hint)}` : "";
  return `${file}: ${red(fault.code)} ${fault.message}${hint}`;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
