import { readFile } from "node:fs/promises";
import { FORMAT_ALONE, FORMATS, ISSUE_TABLE, MeshglotError, type ReportOptions, type Severity } from "@meshglot/core";

/** The flags of `validate` that say what the user wants to hear. */
export interface ReportFlags {
  ignore: string[];
  severity: string[];
  maxIssues?: number;
  config?: string;
  profile?: string;
}

const CONFIG_FILE = "meshglot.config.json";
const SEVERITIES: readonly string[] = ["error", "warning", "info"];

/**
 * What the config file and the flags ask for together; flags win.
 * @throws MeshglotError `WRONG_USAGE` for a code or a severity that does not exist, or a config file that is none
 */
export async function reportOptionsOf(flags: ReportFlags): Promise<ReportOptions & { profile?: string }> {
  const config = await readConfig(flags.config);
  const ignore = [...config.ignore, ...flags.ignore.flatMap((codes) => codes.split(","))].map((code) => code.trim());
  const severity = { ...config.severity };
  for (const pair of flags.severity) {
    const [code = "", level = ""] = pair.split("=");
    severity[code] = level;
  }
  for (const code of [...ignore, ...Object.keys(severity)]) requireCode(code);
  for (const [code, level] of Object.entries(severity)) {
    if (!isSeverity(level)) throw usage(`"${level}" is no severity (${code})`, `Use ${SEVERITIES.join(", ")}.`);
  }
  const profile = flags.profile ?? config.profile;
  if (profile !== undefined) requireProfile(profile);
  return {
    ignore,
    ...(profile === undefined ? {} : { profile }),
    severity: severity as Record<string, Severity>, // each checked above
    ...(flags.maxIssues === undefined ? {} : { perCode: flags.maxIssues }),
  };
}

interface Config {
  ignore: string[];
  severity: Record<string, string>;
  profile?: string;
}

async function readConfig(path: string | undefined): Promise<Config> {
  const nothing: Config = { ignore: [], severity: {} };
  const text = await readFile(path ?? CONFIG_FILE, "utf8").catch((error: unknown) => {
    if (path === undefined) return undefined; // the usual file need not be there
    throw usage(`${path} can not be read: ${error instanceof Error ? error.message : error}`, "Check the name.");
  });
  if (text === undefined) return nothing;
  try {
    const { ignore = [], severity = {}, profile } = JSON.parse(text) as Partial<Config>;
    if (Array.isArray(ignore) && typeof severity === "object") {
      return { ignore: ignore.map(String), severity, ...(profile === undefined ? {} : { profile: String(profile) }) };
    }
  } catch {
    // falls through to the message that says what it should look like
  }
  throw usage(
    `${path ?? CONFIG_FILE} is no config file`,
    'It looks like {"ignore": ["CODE"], "severity": {"CODE": "info"}, "profile": "none"}.',
  );
}

function requireProfile(id: string): void {
  const known = [...FORMATS.flatMap(({ profiles }) => profiles.map((profile) => profile.id)), FORMAT_ALONE.id];
  if (!known.includes(id)) throw usage(`there is no engine profile "${id}"`, `The profiles are ${known.join(", ")}.`);
}

function isSeverity(text: string): text is Severity {
  return SEVERITIES.includes(text);
}

function requireCode(code: string): void {
  if (ISSUE_TABLE[code]) return;
  const near = Object.keys(ISSUE_TABLE).filter((known) => known.includes(code.toUpperCase()) || sameWords(known, code));
  throw usage(
    `there is no issue code "${code}"`,
    near.length > 0 ? `Did you mean ${near.slice(0, 3).join(" or ")}?` : "docs/issues.md lists all codes.",
  );
}

function sameWords(known: string, code: string): boolean {
  const words = code.toUpperCase().split("_");
  return words.filter((word) => known.split("_").includes(word)).length >= Math.max(2, words.length - 1);
}

function usage(detail: string, hint: string): MeshglotError {
  return new MeshglotError({ code: "WRONG_USAGE", detail, hint });
}
