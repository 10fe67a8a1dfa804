import type { Inspection } from "@meshglot/core";
import { dim } from "./style.ts";
import { table } from "./table.ts";

type Json = Inspection["details"][string];

/** Rows of one kind shown before the rest is only counted. */
const ROWS = 12;

/** The format's own facts for a person: single values in a line, lists of things as small tables. */
export function detailLines(details: Inspection["details"], label: number): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    const head = `  ${dim(words(name).padEnd(label))}`;
    if (Array.isArray(value)) {
      if (value.length === 0) return [];
      const shown = value.slice(0, ROWS);
      const more = value.length > ROWS ? [`  ${" ".repeat(label)}${dim(`… and ${value.length - ROWS} more`)}`] : [];
      if (shown.every((row) => isPlain(row))) {
        const lines = table([
          Object.keys(shown[0] as object)
            .map(words)
            .map(dim),
          ...shown.map((row) => Object.values(row as object).map(short)),
        ]);
        return [`${head}${lines.replaceAll("\n", `\n  ${" ".repeat(label)}`)}`, ...more];
      }
      return [`${head}${shown.map(short).join(", ")}`, ...more];
    }
    return [`${head}${short(value)}`];
  });
}

function isPlain(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("text" in value && "hex" in value);
}

function words(camel: string): string {
  return camel.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
}

function short(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  if (Array.isArray(value)) return value.map(short).join(" ");
  if (typeof value !== "object" || value === null) return String(value);
  if ("text" in value && "hex" in value) return `${value.text} (bytes ${value.hex})`;
  return Object.entries(value)
    .map(([key, inner]) => `${words(key)} ${short(inner)}`)
    .join(", ");
}
