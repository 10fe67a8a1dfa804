import {
  type Difference,
  type DiffSide,
  diffMesh,
  formatById,
  IDENTICAL,
  MeshglotError,
  sameBeside,
} from "@meshglot/core";
import type { Outcome, Verb } from "../batch/outcome.ts";
import { findPairs } from "../batch/pairs.ts";
import { pathsOf, type Sides } from "../batch/sides.ts";
import type { Tally } from "../batch/tally.ts";
import { type CompanionFlags, findCompanions } from "../companions.ts";
import { conversionOptionsOf } from "../conversionOptions.ts";
import { EXIT, type ExitCode } from "../exitCodes.ts";
import { type Input, readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { differenceText, singleText } from "../output/differenceText.ts";
import { type Verdict, Verdicts } from "../output/verdicts.ts";
import { resourcesBeside } from "../resources.ts";
import { type CommonOptions, complain, faultText, print, refuse, runInputs, schemaOf } from "../run.ts";

interface DiffFlags extends CommonOptions, CompanionFlags, Record<string, unknown> {
  tolerance?: number;
  /** Metres. */
  objUnit?: number;
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
      const difference = await differenceOf(sideOf(a, bytes.a, settings), sideOf(b, bytes.b, settings), settings);
      const verdict = verdictOf(difference);
      return {
        json: { ...entryOf(sides), ...difference },
        text: settings.quiet ? "" : differenceText({ ...sides, a, b }, difference, verdict, settings),
        ok: difference.same,
        verdict,
      };
    } catch (error) {
      if (!(error instanceof MeshglotError)) throw error;
      return unusable(sides, sideAtFault(sides, bytes, error), error);
    }
  };
}

type Side = "a" | "b";

async function differenceOf(a: DiffSide, b: DiffSide, settings: DiffSettings): Promise<Difference> {
  // Most files of two versions of a game are the same; nobody has to read them to see that.
  if (Buffer.compare(a.bytes, b.bytes) === 0 && (await sameBeside(a, b))) return IDENTICAL;
  const { tolerance, codePage, objUnit } = settings;
  return diffMesh(a, b, {
    ...openOptions(settings),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(codePage === undefined ? {} : { codePage }),
    ...(objUnit === undefined ? {} : { objUnit }),
    convert: conversionOptionsOf(settings),
  });
}

/** A file with what lies beside it, which is looked for only if it is needed. */
function sideOf({ path }: Input, bytes: Uint8Array, settings: DiffSettings): DiffSide {
  return {
    bytes,
    resources: resourcesBeside(path),
    companions: (mesh) => findCompanions(path, mesh, settings).companions,
  };
}

function verdictOf({ same, by, changes, bytes }: Difference): Verdict {
  if (same && by === "scene") return "scene";
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

/** The side that a fault is about: one that was not even there to read, or one that can not be read to its end. */
function sideAtFault(
  sides: Sides,
  bytes: Partial<Record<Side, Uint8Array>>,
  { side }: MeshglotError,
): Side | undefined {
  return side ?? (["a", "b"] as const).find((which) => sides[which] && !bytes[which]);
}

function entryOf(sides: Sides): object {
  const { pairedBy } = sides;
  return { schema: schemaOf("diff"), ...pathsOf(sides), ...(pairedBy === undefined ? {} : { pairedBy }) };
}
