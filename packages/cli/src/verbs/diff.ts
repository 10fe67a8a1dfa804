import { type Difference, diffMesh, MeshglotError } from "@meshglot/core";
import { conversionOptionsOf } from "../conversionOptions.ts";
import { EXIT, type ExitCode } from "../exitCodes.ts";
import { type Input, readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { changeTable, rangesText, rangeTable } from "../output/changes.ts";
import { shownPath } from "../output/shownPath.ts";
import { bold, dim, green, red } from "../output/style.ts";
import { plural } from "../output/table.ts";
import { type CommonOptions, complain, faultText, print, schemaOf } from "../run.ts";

interface DiffFlags extends CommonOptions {
  tolerance?: number;
  codePage?: string;
}

/** Columns of a terminal that does not say how many it has. */
const WIDTH = 110;

/** Compares two files: 0 if they are the same, 1 if they differ, 2 if one can not be read. */
export async function diff(a: string, b: string, options: DiffFlags & Record<string, unknown>): Promise<ExitCode> {
  const json = options.json === true || options.jsonl === true;
  const entry = (facts: object) => {
    const own = { schema: schemaOf("diff"), a, b, ...facts };
    print(options.jsonl ? JSON.stringify(own) : JSON.stringify([own], undefined, 2));
  };
  try {
    if (a === "-" && b === "-")
      throw new MeshglotError({ code: "WRONG_USAGE", detail: "standard input can be one side only" });
    const [first, second] = await Promise.all([readSide(a), readSide(b)]);
    const difference = await diffMesh(first, second, {
      ...openOptions(options),
      ...(options.tolerance === undefined ? {} : { tolerance: options.tolerance }),
      ...(options.codePage === undefined ? {} : { codePage: options.codePage }),
      convert: conversionOptionsOf(options),
    });
    if (json) entry(difference);
    else if (!options.quiet) print(describe(a, b, difference));
    return difference.same ? EXIT.fine : EXIT.no;
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    if (json) entry({ error: error.toJSON() });
    complain(faultText(`${a} and ${b}`, error.toJSON()));
    return EXIT.unusable;
  }
}

async function readSide(path: string): Promise<Uint8Array> {
  const input: Input = { path };
  return readInput(input);
}

function describe(a: string, b: string, { same, by, changes, total, bytes }: Difference): string {
  const close = by === "scene" ? "the same scene, in other bytes" : "the same within the tolerance, in other bytes";
  const equal = bytes.total === 0 ? "identical" : close;
  if (same) return `${shownPath(a)} and ${shownPath(b)}: ${green(equal)}`;
  const [left, right] = [shownPath(a), shownPath(b)];
  const sides = `${bold(red(left))} and ${bold(green(right))}`;
  const fields = changeTable(changes, total, [left, right], process.stdout.columns ?? WIDTH);
  if (by === "scene") return `${sides}${dim(" (two formats, compared as scenes in metres)")}\n${fields}\n`;
  const sum = `${plural(total, "field")} and ${rangesText(bytes)}`;
  return [sides, fields, "", sum, rangeTable(bytes), ""].join("\n");
}
