import { ISSUE_TABLE, type Issue, MeshglotError, type ReportOptions, validateMesh } from "@meshglot/core";
import type { Verb } from "../batch/outcome.ts";
import { EXIT, type ExitCode } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { githubText } from "../output/github.ts";
import { sarif } from "../output/sarif.ts";
import { shownPath } from "../output/shownPath.ts";
import { bold, dim, green, red, yellow } from "../output/style.ts";
import { plural } from "../output/table.ts";
import { type ReportFlags, reportOptionsOf } from "../reportOptions.ts";
import { type CommonOptions, complain, faultText, runVerb, schemaOf } from "../run.ts";

interface ValidateFlags extends CommonOptions, ReportFlags {
  format: "text" | "github" | "sarif";
}

export async function validate(words: string[], options: ValidateFlags): Promise<ExitCode> {
  const report = await reportOptionsOf(options).catch((error: unknown) => {
    if (!(error instanceof MeshglotError)) throw error;
    complain(faultText("meshglot", error.toJSON()));
    return undefined;
  });
  if (!report) return EXIT.unusable;
  const settings = { ...options, wanted: report };
  return runVerb("validate", words, settings, validateFile(settings), {
    summarize: options.format === "sarif" ? sarif : undefined,
  });
}

/** @param options the flags, and what they and the config file ask for together */
export function validateFile(options: ValidateFlags & { wanted: ReportOptions }): Verb {
  return async (input) => {
    const bytes = await readInput(input);
    const { mesh, issues, truncated } = validateMesh(bytes, { ...openOptions(options), ...options.wanted });
    const format = { id: mesh.format.id, version: mesh.version, dialect: mesh.dialect };
    return {
      json: { schema: schemaOf("validate"), file: input.path, format, issues, truncated },
      text: options.format === "github" ? githubText(input.path, issues) : describe(input.path, issues, truncated),
      ok: !issues.some((issue) => issue.severity === "error"),
    };
  };
}

function describe(file: string, issues: readonly Issue[], truncated: Record<string, number>): string {
  if (issues.length === 0) return `${shownPath(file)}: ${green("no issues")}`;
  const lines = [bold(shownPath(file))];
  for (const code of new Set(issues.map((issue) => issue.code))) {
    const own = issues.filter((issue) => issue.code === code);
    const total = truncated[code] ?? own.length;
    const first = own[0];
    if (!first) continue;
    lines.push(`  ${severityText(first)} ${code}${total > 1 ? dim(` (${plural(total, "place")})`) : ""}`);
    for (const issue of own) lines.push(`    ${issue.message}${place(issue)}`);
    if (total > own.length) lines.push(dim(`    … and ${total - own.length} more`));
    lines.push(dim(`    engine: ${ISSUE_TABLE[code]?.consequence ?? "unknown"}`));
    if (first.hint) lines.push(dim(`    hint: ${first.hint}`));
  }
  return `${lines.join("\n")}\n`;
}

function place(issue: Issue): string {
  if (issue.offset === null) return "";
  return dim(`  [${issue.path} at byte ${issue.offset}, ${plural(issue.length ?? 0, "byte")}]`);
}

function severityText({ severity }: Issue): string {
  if (severity === "error") return red("error  ");
  return severity === "warning" ? yellow("warning") : "note   ";
}
