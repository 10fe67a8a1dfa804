import { MeshglotError } from "../bytes/fault.ts";
import type { ConvertOptions } from "../format.ts";

/**
 * An option that takes one of a few words.
 * @throws MeshglotError `OPTION_VALUE` for any other word, so that a slip of the pen is not taken for the default
 */
export function wordOption<W extends string>(
  options: ConvertOptions,
  name: string,
  words: readonly W[],
): W | undefined {
  const given = options[name];
  if (given === undefined || given === "auto") return undefined;
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw badOption(name, given, `${words.join(", ")}, or auto`);
}

/** An option that takes a whole number. @throws MeshglotError `OPTION_VALUE` */
export function wholeOption(options: ConvertOptions, name: string, least: number, most: number): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  if (typeof given === "number" && Number.isInteger(given) && given >= least && given <= most) return given;
  throw badOption(name, given, `a whole number from ${least} to ${most}`);
}

function badOption(name: string, given: unknown, wanted: string): MeshglotError {
  return new MeshglotError({
    code: "OPTION_VALUE",
    detail: `${name} can not be "${String(given)}"`,
    hint: `It can be ${wanted}.`,
  });
}
