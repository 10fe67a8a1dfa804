import type { Issue } from "@meshglot/core";
import { validateEntries } from "./entries.ts";

const COMMANDS = { error: "error", warning: "warning", info: "notice" } as const;

/** Workflow commands of GitHub Actions: each issue becomes an annotation of its file, and so does a file that can not be used. */
export function github(entries: readonly object[]): string {
  return validateEntries(entries)
    .flatMap(({ file, issues = [], truncated = {}, error }) => [
      ...issues.map((issue) => annotation(file, issue)),
      ...Object.entries(truncated).map(([code, total]) => more(file, code, total, issues)),
      ...(error && issues.length === 0 ? [annotation(file, { ...error, severity: "error" })] : []),
    ])
    .join("\n");
}

type Annotated = Pick<Issue, "severity" | "code" | "message" | "offset" | "path">;

function annotation(file: string, { severity, code, message, offset, path }: Annotated): string {
  const place = offset === null || path === "" ? "" : ` (${path} at byte ${offset})`;
  return `::${COMMANDS[severity]} file=${property(file)},title=${property(code)}::${data(message + place)}`;
}

function more(file: string, code: string, total: number, issues: readonly Issue[]): string {
  const shown = issues.filter((issue) => issue.code === code).length;
  return `::notice file=${property(file)},title=${property(code)}::${total - shown} more of ${total} places`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
