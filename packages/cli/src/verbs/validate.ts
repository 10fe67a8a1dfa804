import { ISSUE_TABLE, type Issue, validateMesh } from "@meshglot/core";
import type { ExitCode } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { bold, dim, green, red, yellow } from "../output/style.ts";
import { plural } from "../output/table.ts";
import { type CommonOptions, runVerb, schemaOf } from "../run.ts";
import { openOptions } from "./inspect.ts";

export function validate(words: string[], options: CommonOptions): Promise<ExitCode> {
  return runVerb("validate", words, options, async (input) => {
    const { mesh, issues, truncated } = validateMesh(await readInput(input), openOptions(options));
    const format = { id: mesh.format.id, version: mesh.version, dialect: mesh.dialect };
    return {
      json: { schema: schemaOf("validate"), file: input.path, format, issues, truncated },
      text: describe(input.path, issues, truncated),
      ok: !issues.some((issue) => issue.severity === "error"),
    };
  });
}

function describe(file: string, issues: readonly Issue[], truncated: Record<string, number>): string {
  if (issues.length === 0) return `${file}: ${green("no issues")}`;
  const lines = [bold(file)];
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
