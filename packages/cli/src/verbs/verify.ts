import { verifyMesh } from "@meshglot/core";
import type { Verb } from "../batch/outcome.ts";
import type { ExitCode } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { shownPath } from "../output/shownPath.ts";
import { green, red } from "../output/style.ts";
import { type CommonOptions, runVerb, schemaOf } from "../run.ts";

export function verify(words: string[], options: CommonOptions): Promise<ExitCode> {
  return runVerb("verify", words, options, verifyFile(options));
}

export function verifyFile(options: CommonOptions): Verb {
  return async (input) => {
    const result = verifyMesh(await readInput(input), openOptions(options));
    return {
      json: { schema: schemaOf("verify"), file: input.path, ...result },
      text: `${shownPath(input.path)}: ${describe(result)}`,
      ok: result.identical,
    };
  };
}

function describe({ identical, size, firstDifference, error }: ReturnType<typeof verifyMesh>): string {
  if (identical) return `${green("identical")}, ${size.toLocaleString("en")} bytes`;
  if (error) return `${red("can not be written")}: ${error.message}`;
  if (!firstDifference) return red("differs");
  const { offset, path, expected, actual } = firstDifference;
  const byte = (value: number | null) => (value === null ? "nothing" : `0x${value.toString(16).padStart(2, "0")}`);
  return `${red("differs")} from byte ${offset} on (${path}): the file has ${byte(expected)}, we wrote ${byte(actual)}`;
}
