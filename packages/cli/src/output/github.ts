import type { Issue } from "@meshglot/core";

const COMMANDS = { error: "error", warning: "warning", info: "notice" } as const;

/** Workflow commands of GitHub Actions: each issue becomes an annotation of the file. */
export function githubText(file: string, issues: readonly Issue[]): string {
  return issues
    .map(({ severity, code, message, offset, path }) => {
      const place = offset === null ? "" : ` (${path} at byte ${offset})`;
      return `::${COMMANDS[severity]} file=${property(file)},title=${property(code)}::${data(message + place)}`;
    })
    .join("\n");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
