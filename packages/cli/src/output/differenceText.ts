import type { Difference } from "@meshglot/core";
import { isCalledScene, nameBelow, type Sides } from "../batch/sides.ts";
import type { Input } from "../inputs.ts";
import { changeTable, rangesText, rangeTable } from "./changes.ts";
import { shownPath } from "./shownPath.ts";
import { bold, dim, green, red } from "./style.ts";
import { plural } from "./table.ts";
import type { Verdict } from "./verdicts.ts";

/** How much is said of each pair. */
export interface DifferenceStyle {
  /** One line a pair. */
  brief?: boolean;
  /** Pairs of folders that are the same, too. */
  verbose?: boolean;
  /** Columns of the terminal. */
  width: number;
}

/** What a person reads of two files: nothing, a line, or the fields side by side and the byte ranges. */
export function differenceText(
  { a, b, pairedBy }: Required<Pick<Sides, "a" | "b">> & Sides,
  difference: Difference,
  verdict: Verdict,
  { brief = false, verbose = false, width }: DifferenceStyle,
): string {
  const { same, by, changes, total, bytes } = difference;
  const [left, right] = [shownPath(nameBelow(a)), shownPath(nameBelow(b))];
  const folders = a.root !== undefined && b.root !== undefined ? [shownPath(a.root), shownPath(b.root)] : undefined;
  const paired = pairedBy && PAIRED[pairedBy];
  if (same) {
    // Of a pair that we made up ourselves somebody has to know, but for a mesh and what it was converted to.
    const expected = !pairedBy || (pairedBy === "stem" && isCalledScene(a) !== isCalledScene(b));
    if (folders && expected && !verbose) return "";
    const names = folders && left === right ? left : `${left} and ${right}`;
    return `${names}${noteOf(paired)}: ${green(sameness(by, verdict))}${unlooked(difference, brief)}`;
  }
  const names = folders && left === right ? bold(left) : `${bold(red(left))} and ${bold(green(right))}`;
  if (brief) return `${names}${noteOf(paired)}: ${red(summary(difference, verdict))}`;
  const [headA = left, headB = right] = folders ?? [];
  const fields = changeTable(changes, total, [headA, headB], { width, scenes: by === "scene" });
  if (by === "scene") {
    const title = `${names}${noteOf(paired, "compared as scenes in metres")}`;
    return `${title}\n${fields}\n\n${plural(total, "difference")}${unlooked(difference, false)}\n`;
  }
  const sum = `${plural(total, "field")} and ${rangesText(bytes)}`;
  return [`${names}${noteOf(paired)}`, fields, "", sum, rangeTable(bytes), ""].join("\n");
}

/** A file that one of two folders has. */
export function singleText(input: Input, side: "a" | "b"): string {
  const folder = shownPath(input.root ?? "");
  return `${bold(shownPath(nameBelow(input)))}: only in ${side === "a" ? red(folder) : green(folder)}`;
}

/** What the files hold that nobody looked at. */
function unlooked({ notCompared }: Difference, brief: boolean): string {
  return brief || notCompared.length === 0 ? "" : dim(`\n  not compared: ${notCompared.join(", ")}`);
}

const PAIRED = { case: "paired by name without letter case", stem: "paired by name without extension" } as const;

function noteOf(...notes: readonly (string | undefined)[]): string {
  const said = notes.filter((note) => note !== undefined);
  return said.length === 0 ? "" : dim(` (${said.join("; ")})`);
}

function sameness(by: Difference["by"], verdict: Verdict): string {
  if (verdict === "identical") return "identical";
  return by === "scene" ? "the same scene" : "the same within the tolerance, in other bytes";
}

function summary({ by, total, bytes }: Difference, verdict: Verdict): string {
  if (verdict === "encoding") return `differ only in bytes, ${rangesText(bytes)}`;
  return by === "scene"
    ? `differ as scenes, ${plural(total, "difference")}`
    : `differ, ${plural(total, "field")} and ${rangesText(bytes)}`;
}
