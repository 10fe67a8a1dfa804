import { type ConvertOptions, FORMATS, MeshglotError } from "@meshglot/core";

/**
 * The conversion options among the flags of a verb, as the core wants them: numbers and booleans instead of words.
 * `--interpret name=value` is another way to say `--name value`.
 *
 * @throws MeshglotError `WRONG_USAGE` for an interpretation that no format knows
 */
export function conversionOptionsOf(flags: Readonly<Record<string, unknown>>): ConvertOptions {
  const names = new Set(
    FORMATS.flatMap((format) => [...format.options, ...(format.builder?.options ?? [])].map((option) => option.name)),
  );
  const given = Object.entries(flags).filter(([name]) => names.has(name));
  const interpreted = (Array.isArray(flags.interpret) ? flags.interpret : []).map((pair): [string, unknown] => {
    const [name = "", ...value] = String(pair).split("=");
    if (names.has(name) && value.length > 0) return [name, value.join("=")];
    throw new MeshglotError({
      code: "WRONG_USAGE",
      detail: `--interpret ${pair} is no reading that a format knows`,
      hint: `Known are ${[...names].sort().join(", ")}; give them as name=value.`,
    });
  });
  return Object.fromEntries([...given, ...interpreted].map(([name, value]) => [name, parse(value)]));
}

function parse(value: unknown): string | number | boolean {
  const text = String(value);
  if (text === "true" || text === "false") return text === "true";
  // Longer digits, such as those of a GUID, are a name: a number would not hold all of them.
  return text !== "" && text.length <= 15 && Number.isFinite(Number(text)) ? Number(text) : text;
}
