import { type FaultJson, MeshglotError } from "@meshglot/core";
import { faultText } from "../output/faultText.ts";
import type { IssueCount } from "../output/issueCounts.ts";
import { schemaOf } from "../output/schemaOf.ts";
import type { Verdict } from "../output/verdicts.ts";
import { sizeOf } from "./jobSize.ts";
import type { ManifestRecord } from "./manifest.ts";
import type { Job, Outcome, Verb } from "./outcome.ts";
import { pathsOf } from "./sides.ts";

/**
 * - `done`: all fine
 * - `current`: up to date, nothing was to be done
 * - `no`: the answer is no, for instance because the file has errors
 * - `failed`: the input can not be used
 * - `bug`: we failed
 */
export type Status = "done" | "current" | "no" | "failed" | "bug";

/** Whether the answer is anything but "fine". */
export function isFailure({ status }: Pick<Result, "status">): boolean {
  return status !== "done" && status !== "current";
}

/** What came of one input. Strings instead of objects: they go from a worker to the main thread at once. */
export interface Result {
  status: Status;
  /** The entries of the JSON output; none if they are not wanted. */
  entries: string[];
  text: string;
  /** Bytes of the input. */
  size: number;
  milliseconds: number;
  /** Code of the fault, where there is one. */
  code?: string;
  record?: ManifestRecord;
  aside?: readonly IssueCount[];
  verdict?: Verdict;
}

/** How the results are wanted. */
export interface Form {
  entries: boolean;
  indent: 0 | 2;
}

/** Puts one input through a verb. Never throws: a bad input, and a bug of ours, is one row of the result. */
export async function attempt(name: string, verb: Verb, job: Job, form: Form): Promise<Result> {
  const start = performance.now();
  const size = sizeOf(job);
  const finish = (status: Status, outcome: Outcome) =>
    resultOf(status, outcome, form, { size, milliseconds: performance.now() - start });
  try {
    const outcome = await verb(job);
    if (outcome.upToDate) return finish("current", outcome);
    if (outcome.unusable) return finish("failed", outcome);
    return finish(outcome.ok ? "done" : "no", outcome);
  } catch (error) {
    if (error instanceof MeshglotError) return finish("failed", outcomeOf(name, job, error.toJSON()));
    return finish("bug", bugOutcome(name, job, error));
  }
}

/** An outcome in the form that leaves a worker. */
export function resultOf(
  status: Status,
  { json, text, record, aside, verdict }: Outcome,
  { entries, indent }: Form,
  { size, milliseconds }: { size: number; milliseconds: number },
): Result {
  const all = Array.isArray(json) ? json : [json];
  const code = all.map(codeOf).find((found) => found !== undefined);
  return {
    status,
    entries: entries ? all.map((entry) => JSON.stringify(entry, undefined, indent)) : [],
    text,
    size,
    milliseconds: Math.round(milliseconds),
    ...(code === undefined ? {} : { code }),
    ...(record === undefined ? {} : { record }),
    ...(aside === undefined ? {} : { aside }),
    ...(verdict === undefined ? {} : { verdict }),
  };
}

/** The outcome of an input, or of a pair, with nothing but a fault. */
export function outcomeOf(name: string, { path, sides }: Job, fault: FaultJson): Outcome {
  const named = sides ? pathsOf(sides) : { file: path };
  const title = sides?.a && sides.b ? `${sides.a.path} and ${sides.b.path}` : path;
  return { json: { schema: schemaOf(name), ...named, error: fault }, text: faultText(title, fault), ok: false };
}

/** The outcome of an input that broke us. The stack is for the report that we ask for. */
function bugOutcome(name: string, job: Job, error: unknown): Outcome {
  const message = `this is a bug of ours, please report it: ${error}`;
  const outcome = outcomeOf(name, job, new MeshglotError({ code: "BUG", detail: message }).toJSON());
  const stack = error instanceof Error ? error.stack : undefined;
  return { ...outcome, text: stack ? `${outcome.text}\n${stack}` : outcome.text };
}

function codeOf(entry: object): string | undefined {
  const { error } = entry as { error?: { code?: unknown } }; // entries of every verb carry a fault under this name
  return typeof error?.code === "string" ? error.code : undefined;
}
