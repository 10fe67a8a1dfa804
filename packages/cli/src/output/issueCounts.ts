import type { Issue } from "@meshglot/core";
import { bold } from "./style.ts";
import { plural, table } from "./table.ts";

/** How often one code was found in one file. Plain data: a worker sends it. */
export interface IssueCount {
  code: string;
  severity: Issue["severity"];
  places: number;
}

/** The issues of one file by code, those included that are not listed. */
export function countIssues(issues: readonly Issue[], truncated: Readonly<Record<string, number>>): IssueCount[] {
  const counts = new Map<string, IssueCount>();
  for (const { code, severity } of issues) {
    const known = counts.get(code) ?? { code, severity, places: 0 };
    counts.set(code, { ...known, places: truncated[code] ?? known.places + 1 });
  }
  return [...counts.values()];
}

/** Counts the issues of many files by code, for the lines at the end. */
export function issueCounts() {
  const codes = new Map<string, IssueCount & { files: number }>();
  let files = 0;
  return {
    add(counts: readonly IssueCount[]): void {
      files++;
      for (const count of counts) {
        const known = codes.get(count.code);
        codes.set(count.code, {
          ...count,
          places: (known?.places ?? 0) + count.places,
          files: (known?.files ?? 0) + 1,
        });
      }
    },
    get files(): number {
      return files;
    },
    /** A table of all codes, the most frequent first. */
    text(): string {
      const rows = [...codes.values()]
        .sort((a, b) => b.files - a.files || b.places - a.places)
        .map(({ severity, code, places, files: own }) => [severity, code, String(places), String(own)]);
      const head = `${plural(files, "file")}, ${plural(rows.length, "code")}`;
      return rows.length === 0
        ? head
        : `${head}\n${table([["severity", "code", "places", "files"].map(bold), ...rows], [2, 3])}`;
    },
  };
}
