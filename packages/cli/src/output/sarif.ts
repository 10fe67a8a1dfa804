import { ISSUE_TABLE } from "@meshglot/core";
import { version } from "../../package.json" with { type: "json" };
import { validateEntries } from "./entries.ts";

const LEVELS = { error: "error", warning: "warning", info: "note" } as const;

/** The issues of all files as one SARIF 2.1.0 log, for code scanning. Binary files have bytes where text has lines. */
export function sarif(entries: readonly object[]): string {
  const results = validateEntries(entries).flatMap(({ file, issues, error }) => [
    ...(issues ?? []).map((issue) =>
      result(file, issue.code, LEVELS[issue.severity], issue.message, issue.offset, issue.length),
    ),
    ...(error ? [result(file, error.code, "error", error.message, error.offset, null)] : []),
  ]);
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].sort().map((id) => {
    const facts = ISSUE_TABLE[id];
    return {
      id,
      shortDescription: { text: facts?.title ?? id },
      fullDescription: { text: facts ? `${facts.title}. The engine: ${facts.consequence}.` : id },
      ...(facts?.hint ? { help: { text: facts.hint } } : {}),
      defaultConfiguration: { level: LEVELS[facts?.severity ?? "error"] },
    };
  });
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "meshglot", version, rules } }, results }],
  };
  return JSON.stringify(log, undefined, 2);
}

function result(
  file: string,
  ruleId: string,
  level: "error" | "warning" | "note",
  text: string,
  byteOffset: number | null,
  byteLength: number | null,
) {
  const region = byteOffset === null ? {} : { region: { byteOffset, ...(byteLength === null ? {} : { byteLength }) } };
  const artifactLocation = {
    uri: file
      .split("\\")
      .map((part) => part.split("/").map(encodeURIComponent).join("/"))
      .join("/"),
  };
  return { ruleId, level, message: { text }, locations: [{ physicalLocation: { artifactLocation, ...region } }] };
}
