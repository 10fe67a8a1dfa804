import { basename } from "node:path";
import {
  MeshglotError,
  openMesh,
  type RepairEntry,
  repairMesh,
  type ValidateOptions,
  validateMesh,
} from "@meshglot/core";
import type { Verb } from "../batch/outcome.ts";
import { type CompanionFlags, findCompanions } from "../companions.ts";
import { conversionOptionsOf } from "../conversionOptions.ts";
import { EXIT, type ExitCode } from "../exitCodes.ts";
import { type Input, readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { github } from "../output/github.ts";
import { groupedByCode } from "../output/grouped.ts";
import { countIssues, issueCounts } from "../output/issueCounts.ts";
import { issuesText } from "../output/issuesText.ts";
import { sarif } from "../output/sarif.ts";
import { writeWhole } from "../output/writeFiles.ts";
import { outputPaths } from "../outputPaths.ts";
import { type ReportFlags, reportOptionsOf } from "../reportOptions.ts";
import { type CommonOptions, complain, faultText, print, runVerb, schemaOf } from "../run.ts";

interface ValidateFlags extends CommonOptions, ReportFlags, CompanionFlags, Record<string, unknown> {
  format: "text" | "github" | "sarif";
  groupBy: "file" | "code";
  /** Companions whose content says what they are. */
  with: string[];
  /** Codes to mend, or true for all that can be. */
  fix?: string | true;
  output?: string;
  inPlace?: boolean;
  force?: boolean;
}

export async function validate(words: string[], flags: ValidateFlags): Promise<ExitCode> {
  const options = await optionsOf(flags).catch((error: unknown) => {
    if (!(error instanceof MeshglotError)) throw error;
    complain(faultText("meshglot", error.toJSON()));
    return undefined;
  });
  if (!options) return EXIT.unusable;
  const settings = { ...flags, wanted: options };
  const counts = issueCounts();
  const code = await runVerb("validate", words, settings, validateFile(settings), {
    prepare: (inputs) => checkOutputs(inputs, flags),
    summarize: documentOf(flags),
    finished: ({ aside }) => aside && counts.add(aside),
  });
  const plain = flags.format === "text" && flags.groupBy === "file" && !flags.json && !flags.jsonl;
  if (plain && !flags.quiet && counts.files > 1) print(counts.text());
  return code;
}

/** @param settings the flags, and what they and the config file ask for together */
export function validateFile(settings: ValidateFlags & { wanted: ValidateOptions }): Verb {
  return async (input) => {
    const bytes = await readInput(input);
    const { companions } = findCompanions(input.path, openMesh(bytes, openOptions(settings)), settings);
    const own = { ...settings.wanted, companions, ...(input.path === "-" ? {} : { fileName: basename(input.path) }) };
    const found = await validateMesh(bytes, own);
    const { mesh, profile } = found;
    const fixed = settings.fix && !mesh.fault ? await fix(input, bytes, own, settings) : undefined;
    const { issues, truncated } = fixed ?? found;
    const format = { id: mesh.format.id, version: mesh.version, dialect: mesh.dialect };
    const repairs = fixed ? { repairs: fixed.repairs } : {};
    return {
      json: { schema: schemaOf("validate"), file: input.path, format, profile, issues, truncated, ...repairs },
      text: issuesText(input.path, issues, truncated),
      ok: !issues.some((issue) => issue.severity === "error"),
      aside: countIssues(issues, truncated),
    };
  };
}

/** One document about all inputs, where the user asked for one. */
function documentOf({ format, groupBy, json, jsonl, maxIssues }: ValidateFlags) {
  if (format === "sarif") return sarif;
  if (format === "github") return github;
  if (groupBy === "code" && !json && !jsonl) return (entries: readonly object[]) => groupedByCode(entries, maxIssues);
  return undefined;
}

async function optionsOf(flags: ValidateFlags): Promise<ValidateOptions> {
  return {
    ...openOptions(flags),
    ...(await reportOptionsOf(flags)),
    convertOptions: conversionOptionsOf(flags),
  };
}

function checkOutputs(inputs: readonly Input[], { fix: wanted, output, inPlace }: ValidateFlags): void {
  if (!wanted && (output !== undefined || inPlace)) throw usage("-o and --in-place write repairs", "Add --fix.");
  if (output !== undefined && inPlace) throw usage("-o and --in-place exclude each other", "Leave one away.");
  if (output !== undefined) outputPaths(inputs, { to: "", output });
  if (inPlace && inputs.some(({ path }) => path === "-"))
    throw usage("standard input has no place to write to", "Use -o.");
}

/** Mends what follows from the rest of the file. Without a place to write to, it only says what it would do. */
async function fix(input: Input, bytes: Uint8Array, options: ValidateOptions, flags: ValidateFlags) {
  const codes = typeof flags.fix === "string" ? { codes: flags.fix.split(",").map((code) => code.trim()) } : {};
  const result = await repairMesh(bytes, { ...options, ...codes });
  const path = flags.inPlace ? input.path : flags.output;
  // Before anything is written, as nobody should find out afterwards what a tool has done to a file.
  if (!flags.quiet) for (const repair of result.repairs) complain(repairText(input.path, repair, path === undefined));
  if (path === undefined) return { ...(await validateMesh(bytes, options)), repairs: result.repairs };
  if (path === "-") process.stdout.write(result.bytes);
  else if (!flags.inPlace || result.repairs.length > 0)
    writeWhole(path, result.bytes, flags.inPlace === true || flags.force === true);
  return result;
}

function repairText(file: string, { code, path, message }: RepairEntry, only: boolean): string {
  return `${file}: ${only ? "could mend" : "mends"} ${code} ${path}: ${message}`;
}

function usage(detail: string, hint: string): MeshglotError {
  return new MeshglotError({ code: "WRONG_USAGE", detail, hint });
}
