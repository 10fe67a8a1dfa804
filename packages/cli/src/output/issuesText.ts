import { ISSUE_TABLE, type Issue } from "@meshglot/core";
import { shownPath } from "./shownPath.ts";
import { bold, dim, green, red, yellow } from "./style.ts";
import { plural } from "./table.ts";

/** The issues of one file for a person: per code the places, what the engine does about it, and what to do. */
export function issuesText(
  file: string,
  issues: readonly Issue[],
  truncated: Readonly<Record<string, number>>,
): string {
  if (issues.length === 0 && Object.keys(truncated).length === 0) return `${shownPath(file)}: ${green("no issues")}`;
  const lines = [bold(shownPath(file))];
  for (const code of new Set([...issues.map((issue) => issue.code), ...Object.keys(truncated)])) {
    const own = issues.filter((issue) => issue.code === code);
    const total = truncated[code] ?? own.length;
    lines.push(...headLines(code, own[0]?.severity, total > 1 ? plural(total, "place") : undefined));
    for (const issue of own) lines.push(`    ${issue.message}${place(issue)}`);
    if (total > own.length) lines.push(dim(`    … and ${total - own.length} more`));
    lines.push(...adviceLines(code, own[0]?.hint ?? undefined));
  }
  return `${lines.join("\n")}\n`;
}

/** The line that a code's findings stand under. */
export function headLines(code: string, severity = ISSUE_TABLE[code]?.severity, counted?: string): string[] {
  return [`  ${severityText(severity ?? "error")} ${code}${counted ? dim(` (${counted})`) : ""}`];
}

/** Consequence and hint of a code. */
export function adviceLines(code: string, hint = ISSUE_TABLE[code]?.hint): string[] {
  return [
    dim(`    engine: ${ISSUE_TABLE[code]?.consequence ?? "unknown"}`),
    ...(hint ? [dim(`    hint: ${hint}`)] : []),
  ];
}

/** Where an issue is. */
export function place(issue: Issue): string {
  if (issue.offset === null) return "";
  return dim(`  [${issue.path} at byte ${issue.offset}, ${plural(issue.length ?? 0, "byte")}]`);
}

function severityText(severity: Issue["severity"]): string {
  if (severity === "error") return red("error  ");
  return severity === "warning" ? yellow("warning") : "note   ";
}
