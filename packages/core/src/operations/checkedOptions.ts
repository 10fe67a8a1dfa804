import { MeshglotError } from "../bytes/fault.ts";
import type { ConvertOptions, OptionFacts } from "../format.ts";

/**
 * The options that a conversion was given, held against what the format says of them. `values` of an option is what
 * people read and what is checked: words between bars, a range of whole numbers ("1 to 4"), "above 0". What it says in
 * other words, or leaves open with "…", is the format's own to check. Options of other formats are let through, because
 * one set of them goes to many files.
 *
 * @param facts options of the side that is asked: `format.options`, `builder.options`
 * @returns the same without those that say `auto`, which is what every option is when it is absent
 * @throws MeshglotError `OPTION_VALUE`, so that a slip of the pen is not taken for the default
 *
 * @example checkedOptions({ pose: "rest" }, unigine.options) // { pose: "rest" }
 */
export function checkedOptions(options: ConvertOptions, facts: readonly OptionFacts[]): ConvertOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== "auto");
  for (const [name, value] of given) {
    const fact = facts.find((known) => known.name === name);
    if (!fact || accepts(fact.values, value)) continue;
    throw new MeshglotError({
      code: "OPTION_VALUE",
      detail: `${name} can not be "${String(value)}"`,
      hint: `It can be ${fact.values.replaceAll(" | ", ", ")}, or auto.`,
    });
  }
  return Object.fromEntries(given);
}

type Value = ConvertOptions[string];

function accepts(values: string, value: Value): boolean {
  const range = /^(\d+) to (\d+)$/.exec(values);
  if (range) return Number.isInteger(value) && Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]);
  if (values === "above 0") return typeof value === "number" && Number.isFinite(value) && value > 0;
  const words = values.split(" | ");
  if (words.length === 1 || words.includes("…")) return true;
  return words.some((word) => meant(word) === value);
}

/** A word of the list as the option would have it: `true` is no text, and neither is `-1`. */
function meant(word: string): Value {
  if (word === "true" || word === "false") return word === "true";
  return Number.isFinite(Number(word)) ? Number(word) : word;
}
