import type { Issue } from "@meshglot/core";
import { validateEntries } from "./entries.ts";
import { adviceLines, headLines, place } from "./issuesText.ts";
import { shownPath } from "./shownPath.ts";
import { dim } from "./style.ts";
import { plural } from "./table.ts";

/** Places shown per code, over all files. */
const PLACES = 10;

interface Group {
  severity: Issue["severity"];
  places: { file: string; issue: Issue }[];
  total: number;
  files: number;
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** The issues of all files under their codes, errors first: what to mend in a whole folder, and how often. */
export function groupedByCode(entries: readonly object[], places = PLACES): string {
  const groups = new Map<string, Group>();
  const add = (file: string, issues: readonly Issue[], truncated: Readonly<Record<string, number>>) => {
    for (const code of new Set(issues.map((issue) => issue.code))) {
      const own = issues.filter((issue) => issue.code === code);
      const group = groups.get(code) ?? { severity: own[0]?.severity ?? "error", places: [], total: 0, files: 0 };
      group.places.push(...own.slice(0, places - group.places.length).map((issue) => ({ file, issue })));
      group.total += truncated[code] ?? own.length;
      group.files++;
      groups.set(code, group);
    }
  };
  const files = validateEntries(entries);
  for (const { file, issues, truncated, error } of files) {
    add(file, issues ?? [], truncated ?? {});
    if (error && !issues) add(file, [{ ...error, severity: "error", length: null, hint: error.hint ?? null }], {});
  }
  const sorted = [...groups].sort(([, a], [, b]) => RANK[a.severity] - RANK[b.severity] || b.files - a.files);
  const lines = sorted.flatMap(([code, group]) => [
    ...headLines(code, group.severity, `${plural(group.total, "place")} in ${plural(group.files, "file")}`),
    ...group.places.map(({ file, issue }) => `    ${shownPath(file)}: ${issue.message}${place(issue)}`),
    ...(group.total > group.places.length ? [dim(`    … and ${group.total - group.places.length} more`)] : []),
    ...adviceLines(code, group.places[0]?.issue.hint ?? undefined),
  ]);
  const clean = files.filter(({ issues, error }) => !error && issues?.length === 0).length;
  return [...lines, `${plural(files.length, "file")}, ${clean} without issues`].join("\n");
}
