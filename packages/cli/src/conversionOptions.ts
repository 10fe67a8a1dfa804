import { type ConvertOptions, FORMATS } from "@meshglot/core";

/** The conversion options among the flags of a verb, as the core wants them: numbers and booleans instead of words. */
export function conversionOptionsOf(flags: Readonly<Record<string, unknown>>): ConvertOptions {
  const names = new Set(FORMATS.flatMap((format) => format.options.map((option) => option.name)));
  const given = Object.entries(flags).filter(([name]) => names.has(name));
  return Object.fromEntries(given.map(([name, value]) => [name, parse(value)]));
}

function parse(value: unknown): string | number | boolean {
  const text = String(value);
  if (text === "true" || text === "false") return text === "true";
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
