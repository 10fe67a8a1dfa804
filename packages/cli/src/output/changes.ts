import type { ByteDifferences, Change } from "@meshglot/core";
import { dim, green, red, yellow } from "./style.ts";
import { displayWidth, plural, table } from "./table.ts";

/** Changes listed for a person before the rest is only counted. */
const LISTED = 60;
/** Ranges listed for a person. */
const RANGES = 8;
const MARKS: Readonly<Record<Change["kind"], string>> = {
  value: yellow("~"),
  elements: yellow("~"),
  length: yellow("~"),
  added: green("+"),
  removed: red("-"),
  encoding: dim("="),
};

/** How changes are shown. */
interface ChangeStyle {
  /** Columns of the terminal. */
  width: number;
  /** What differs are parts of scenes, not fields. */
  scenes: boolean;
}

/** Fields side by side: what the first file has, and what the second one has. */
export function changeTable(
  changes: readonly Change[],
  total: number,
  heads: readonly [string, string],
  { width, scenes }: ChangeStyle,
): string {
  const shown = changes.slice(0, LISTED);
  const paths = Math.min(44, Math.max(5, ...shown.map(({ path }) => displayWidth(path))));
  // What is left of the line after mark, path and gaps belongs to the two sides.
  const side = Math.max(16, Math.floor((width - paths - 9) / 2));
  const rows = shown.flatMap((change) => rowsOf(change, side, scenes));
  const head = ["", scenes ? "part" : "field", ...heads.map((path) => endOf(path, side))].map(dim);
  const more =
    total > LISTED ? [dim(`  … and ${plural(total - LISTED, scenes ? "more difference" : "more field")}`)] : [];
  return [table([head, ...rows]), ...more].join("\n");
}

function rowsOf(change: Change, side: number, scenes: boolean): string[][] {
  const { path, kind, a, b, elements } = change;
  const counted = kind === "length";
  const value = (of: Change["a"]) => cut(counted && !scenes ? `${of} elements` : show(of), side);
  const left = kind === "added" ? "" : red(value(a));
  const right = kind === "removed" ? "" : green(value(b));
  const single = elements?.differ === 1 && !counted;
  const first = elements && !single ? dim(` [${elements.first}]`) : "";
  const row = [MARKS[kind], path + (counted ? "" : first), left, right];
  if (kind === "encoding") row[1] = `${path}${dim(" (same value, other bytes)")}`;
  return !elements || single ? [row] : [row, ["", dim(`  ${summary(change, scenes)}`)]];
}

/** How many elements differ, and by how much at most. */
function summary({ path, elements, kind }: Change, scenes: boolean): string {
  if (!elements) return "";
  const { differ, of, largest, largestAt } = elements;
  const unit = scenes && path.endsWith(".POSITION") ? " m" : "";
  const most =
    largest !== null && largest > 0 && kind !== "length" ? `, by up to ${short(largest)}${unit} at [${largestAt}]` : "";
  const what = !scenes ? "" : kind === "length" ? "faces " : "corners ";
  return `${differ.toLocaleString("en")} of ${of.toLocaleString("en")} ${what}differ${most}`;
}

/** "36 bytes in 2 ranges". */
export function rangesText({ changed, total }: ByteDifferences): string {
  return total === 0 ? "no byte" : `${plural(changed, "byte")} in ${plural(total, "range")}`;
}

/** The first ranges, each with its place on both sides and the field in which it begins. */
export function rangeTable({ ranges, total }: ByteDifferences): string {
  const rows = ranges.slice(0, RANGES).map(({ path, a, b }) => [`  ${place(a)}`, place(b), dim(path)]);
  const more = total > RANGES ? [dim(`  … and ${plural(total - RANGES, "more range")}`)] : [];
  return [table([["  bytes of A", "bytes of B", "begins in"].map(dim), ...rows]), ...more].join("\n");
}

function place({ offset, size }: { offset: number; size: number }): string {
  if (size === 0) return `none at ${offset}`;
  return size === 1 ? `${offset}` : `${offset} to ${offset + size - 1}`;
}

function show(value: Change["a"]): string {
  if (value === null) return "nothing";
  if (typeof value === "number") return short(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(show).join(" ");
  if ("text" in value && "hex" in value) return `${value.text} (bytes ${value.hex})`;
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== "")
    .map(([name, inner]) => `${name} ${show(inner)}`)
    .join(", ");
}

function short(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

/** Of a path that is too long for its column the end says more. */
function endOf(path: string, width: number): string {
  if (displayWidth(path) <= width) return path;
  let kept = "";
  for (const char of [...path].reverse()) {
    if (displayWidth(char + kept) > width - 1) break;
    kept = char + kept;
  }
  return `…${kept}`;
}

/** A text that is too long for its column ends with an ellipsis. */
function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  for (const char of text) {
    if (displayWidth(kept + char) > width - 1) break;
    kept += char;
  }
  return `${kept}…`;
}
