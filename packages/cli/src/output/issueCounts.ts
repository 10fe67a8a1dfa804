import type { Issue } from "@meshglot/core";
import { bold } from "./style.ts";
import { plural, table } from "./table.ts";

/** Counts the issues of many files by code, for the lines at the end. */
export function issueCounts() {
  const codes = new Map<string, { severity: string; places: number; files: number }>();
  let files = 0;
  return {
    add(issues: readonly Issue[], truncated: Readonly<Record<string, number>>): void {
      files++;
      for (const code of new Set([...issues.map((issue) => issue.code), ...Object.keys(truncated)])) {
        const own = issues.filter((issue) => issue.code === code);
        const known = codes.get(code) ?? { severity: own[0]?.severity ?? "", places: 0, files: 0 };
        codes.set(code, {
          ...known,
          places: known.places + (truncated[code] ?? own.length),
          files: known.files + 1,
        });
      }
    },
    get files(): number {
      return files;
    },
    /** A table of all codes, the most frequent first. */
    text(): string {
      const rows = [...codes]
        .sort(([, a], [, b]) => b.files - a.files || b.places - a.places)
        .map(([code, counts]) => [counts.severity, code, String(counts.places), String(counts.files)]);
      const head = `${plural(files, "file")}, ${plural(rows.length, "code")}`;
      return rows.length === 0
        ? head
        : `${head}\n${table([["severity", "code", "places", "files"].map(bold), ...rows], [2, 3])}`;
    },
  };
}
