import { type Difference, diffMesh, formatById, MeshglotError, type OpenOptions, openMesh } from "@meshglot/core";
import type { Outcome, Verb } from "../batch/outcome.ts";
import { findPairs } from "../batch/pairs.ts";
import { pathsOf, type Sides } from "../batch/sides.ts";
import type { Tally } from "../batch/tally.ts";
import { conversionOptionsOf } from "../conversionOptions.ts";
import { EXIT, type ExitCode } from "../exitCodes.ts";
import { type Input, readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { differenceText, singleText } from "../output/differenceText.ts";
import { type Verdict, Verdicts } from "../output/verdicts.ts";
import { type CommonOptions, complain, faultText, print, refuse, runInputs, schemaOf } from "../run.ts";

interface DiffFlags extends CommonOptions, Record<string, unknown> {
  tolerance?: number;
  codePage?: string;
  /** One line a pair. */
  brief?: boolean;
}

/** What a worker has to know besides: it sees no terminal. */
interface DiffSettings extends DiffFlags {
  /** Columns of the terminal. */
  width: number;
}

/** Columns of a terminal that does not say how many it has. */
const WIDTH = 110;

/** Compares two files or two folders: 0 if they are the same, 1 if they differ, 2 if a file can not be read. */
export async function diff(a: string, b: string, flags: DiffFlags): Promise<ExitCode> {
  const settings: DiffSettings = { ...flags, width: process.stdout.columns ?? WIDTH };
  const { quiet = false } = flags;
  const verdicts = new Verdicts();
  try {
    checkFlags(a, b, flags);
    const pairs = await findPairs(a, b, quiet ? undefined : complain);
    const inFolders = pairs.some(({ root }) => root !== undefined);
    const data = flags.json === true || flags.jsonl === true;
    let spoke = false;
    return await runInputs("diff", pairs, settings, diffPair(settings), {
      finished: (result) => {
        verdicts.add(result);
        spoke ||= result.text !== "";
      },
      close: ({ seconds, total }) => {
        if (!inFolders || quiet) return;
        const sum = verdicts.text([a, b], total, seconds);
        if (data) complain(sum);
        else print(spoke ? `\n${sum}` : sum);
      },
      notFine: "not the same",
      exitCode: exitCodeOf,
    });
  } catch (error) {
    return refuse("diff", { a, b }, flags, error);
  }
}

/** Wrong flags are wrong for all pairs, also for those that nobody has to read. */
function checkFlags(a: string, b: string, flags: DiffFlags): void {
  if (a === "-" && b === "-")
    throw new MeshglotError({ code: "WRONG_USAGE", detail: "standard input can be one side only" });
  const { format } = openOptions(flags);
  if (format !== undefined) formatById(format);
  conversionOptionsOf(flags);
}

/** Trouble with one file is trouble, as with `diff -r`: whoever asks whether two folders are the same does not know. */
function exitCodeOf({ counts }: Tally): ExitCode {
  if (counts.bug > 0) return EXIT.bug;
  if (counts.failed > 0) return EXIT.unusable;
  return counts.no > 0 ? EXIT.no : EXIT.fine;
}

export function diffPair(settings: DiffSettings): Verb {
  return async ({ sides = {} }) => {
    const bytes: Partial<Record<Side, Uint8Array>> = {};
    try {
      const { a, b } = sides;
      if (!a || !b) return await single(sides, settings);
      bytes.a = await readInput(a);
      bytes.b = await readInput(b);
      const difference = await differenceOf(bytes.a, bytes.b, settings);
      const verdict = verdictOf(difference);
      return {
        json: { ...entryOf(sides), ...difference },
        text: settings.quiet ? "" : differenceText({ ...sides, a, b }, difference, verdict, settings),
        ok: difference.same,
        verdict,
      };
    } catch (error) {
      if (!(error instanceof MeshglotError)) throw error;
      return unusable(sides, sideAtFault(sides, bytes, settings), error);
    }
  };
}

type Side = "a" | "b";

const IDENTICAL: Difference = {
  same: true,
  by: "fields",
  changes: [],
  total: 0,
  bytes: { ranges: [], total: 0, changed: 0 },
};

async function differenceOf(a: Uint8Array, b: Uint8Array, settings: DiffSettings): Promise<Difference> {
  // Most files of two versions of a game are the same; nobody has to read them to see that.
  if (Buffer.compare(a, b) === 0) return IDENTICAL;
  const { tolerance, codePage } = settings;
  return diffMesh(a, b, {
    ...openOptions(settings),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(codePage === undefined ? {} : { codePage }),
    convert: conversionOptionsOf(settings),
  });
}

function verdictOf({ same, changes, bytes }: Difference): Verdict {
  if (same) return bytes.total === 0 ? "identical" : "equal";
  return changes.every(({ kind }) => kind === "encoding") ? "encoding" : "differs";
}

/** A file without counterpart. @throws MeshglotError if it is a folder that could not be opened */
async function single(sides: Sides, { quiet }: DiffSettings): Promise<Outcome> {
  const [only, input]: [Side, Input | undefined] = sides.a ? ["a", sides.a] : ["b", sides.b];
  if (!input) throw new Error("a pair has at least one side");
  if (input.unreadable !== undefined) await readInput(input); // says why
  return {
    json: { ...entryOf(sides), same: false, only },
    text: quiet ? "" : singleText(input, only),
    ok: false,
    verdict: only === "a" ? "onlyA" : "onlyB",
  };
}

/** A pair that can not be compared, and the side that keeps it from that; undefined if both can be read. */
function unusable(sides: Sides, side: Side | undefined, error: MeshglotError): Outcome {
  const fault = error.toJSON();
  const { a, b } = pathsOf(sides);
  const title = (side && sides[side]?.path) ?? `${a} and ${b}`;
  return {
    json: { ...entryOf(sides), ...(side ? { side } : {}), error: fault },
    text: faultText(title, fault),
    ok: false,
    unusable: true,
  };
}

/** The first side that could not be read, or not to its end. */
function sideAtFault(sides: Sides, bytes: Partial<Record<Side, Uint8Array>>, settings: DiffSettings): Side | undefined {
  return (["a", "b"] as const).find((side) => {
    const own = bytes[side];
    return sides[side] && !(own && isWhole(own, openOptions(settings)));
  });
}

function isWhole(bytes: Uint8Array, options: OpenOptions): boolean {
  try {
    return openMesh(bytes, options).fault === undefined;
  } catch (error) {
    if (error instanceof MeshglotError) return false;
    throw error;
  }
}

function entryOf(sides: Sides): object {
  const { pairedBy } = sides;
  return { schema: schemaOf("diff"), ...pathsOf(sides), ...(pairedBy === undefined ? {} : { pairedBy }) };
}
