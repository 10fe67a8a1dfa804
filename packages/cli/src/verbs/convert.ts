import {
  type ConvertOptions,
  type Format,
  importScene,
  type Loss,
  meshToScene,
  openMesh,
  type SceneResult,
  sceneKindOf,
  unitsPerMetreOf,
  validateMesh,
} from "@meshglot/core";
import { Manifest } from "../batch/manifest.ts";
import type { Job, Outcome, Verb } from "../batch/outcome.ts";
import { SessionMemory } from "../batch/sessionMemory.ts";
import { type SourceFile, unlessUpToDate } from "../batch/upToDate.ts";
import { watchInputs } from "../batch/watch.ts";
import { type CompanionFlags, type CompanionReport, findCompanions } from "../companions.ts";
import { conversionOptionsOf } from "../conversionOptions.ts";
import type { ExitCode } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { shownPath } from "../output/shownPath.ts";
import { dim, green, red, yellow } from "../output/style.ts";
import { fileSize, plural } from "../output/table.ts";
import { type WrittenFile, writeWhole } from "../output/writeFiles.ts";
import { outputPathOf, outputPaths } from "../outputPaths.ts";
import { resourcesBeside } from "../resources.ts";
import { type CommonOptions, type RunHooks, runVerb, schemaOf } from "../run.ts";
import { encoderFor, isSceneTarget } from "../targets.ts";

interface ConvertFlags extends CommonOptions, CompanionFlags {
  to: string;
  output?: string;
  outDir?: string;
  force?: boolean;
  watch?: boolean;
  validate?: boolean;
  texturesAs?: "embed" | "reference";
  salvage?: boolean;
}

type Options = ConvertFlags & Record<string, unknown>;

export function convert(words: string[], options: Options): Promise<ExitCode> {
  const { outDir, shard } = options;
  const session = options.watch && outDir === undefined ? new SessionMemory() : undefined;
  const hooks: RunHooks = {
    accepts: isMesh,
    outputs: (inputs) => outputPaths(inputs, options),
    outDir,
    memory: () => (outDir === undefined ? session : Manifest.open(outDir, shard)),
  };
  const verb = convertFile(options);
  if (options.watch) return watchInputs("convert", words, options, verb, hooks);
  return runVerb("convert", words, options, verb, hooks);
}

export function convertFile(options: Options): Verb {
  return async (job) => {
    const path = job.output ?? outputPathOf(job, options);
    const bytes = await readInput(job);
    const outcome = await unlessUpToDate(job, bytes, options, (untouched) =>
      convertBytes(job, bytes, path, untouched, options),
    );
    if (!outcome.upToDate) return outcome;
    // Remembered from a run that may have been started elsewhere.
    return { ...outcome, json: [outcome.json].flat().map((entry) => ({ ...entry, input: job.path, output: path })) };
  };
}

/** @param untouched what is there now is the output of an earlier run, and nobody changed it */
async function convertBytes(
  job: Job,
  bytes: Uint8Array,
  path: string,
  untouched: boolean,
  options: Options,
): Promise<Outcome> {
  const stem = stemOf(path === "-" ? job.path : path);
  const kind = sceneKindOf(bytes);
  // Colours of OBJ are taken as display values by the tools that know them, so bytes are copied there and back.
  const defaults = options.to === "obj" || kind === "obj" ? { colors: "linear" } : {};
  const conversion: ConvertOptions = { ...defaults, ...conversionOptionsOf(options), name: stem };
  const { maxMemory } = openOptions(options);
  const sources: SourceFile[] = [];
  const companions: CompanionReport[] = [];
  let scene: SceneResult;
  if (kind) {
    scene = await importScene(bytes, kind, {
      resources: resourcesBeside(job.path, sources),
      unitsPerMetre: isSceneTarget(options.to) ? 1 : unitsPerMetreOf(options.to),
      maxMemory,
    });
  } else {
    const mesh = openMesh(bytes, openOptions(options));
    const found = findCompanions(job.path, mesh, options);
    sources.push(...found.sources);
    companions.push(...found.report);
    scene = await meshToScene(mesh, conversion, {
      ...openOptions(options),
      companions: found.companions,
      salvage: options.salvage === true,
    });
  }
  const { files, losses } = await encoderFor(options.to, options.texturesAs)(scene, stem, {
    ...conversion,
    sceneMemory: maxMemory,
  });
  const problems = options.validate ? await problemsOf(files[0]?.bytes, options.to) : [];
  // Who exports again wants the output of the last export replaced, but nothing that somebody changed since.
  const force = options.force === true || (options.watch === true && untouched);
  const written = writeOutputs(path, files, force, job.memory !== undefined);
  const size = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
  return {
    json: {
      schema: schemaOf("convert"),
      input: job.path,
      output: path,
      size,
      losses,
      ...(companions.length > 0 ? { companions } : {}),
      ...(options.validate ? { validator: problems } : {}),
    },
    text:
      path === "-" ? "" : describe(job.path, path, size, { losses, problems, companions }, options.verbose === true),
    ok: problems.length === 0,
    files: written,
    sources,
  };
}

/**
 * In folders, what lies beside meshes is not converted by itself: most of it has nothing to show, and a collision mesh
 * would want the name of its mesh. A pattern (`*.cms`) takes them.
 */
function isMesh({ companion }: Format): boolean {
  return companion === undefined;
}

function stemOf(path: string): string {
  const base = path.split(/[\\/]/).at(-1) ?? path;
  return base.replace(/\.[^.]+$/, "") || "mesh";
}

function writeOutputs(
  path: string,
  files: readonly { name: string; bytes: Uint8Array }[],
  force: boolean,
  keepSame: boolean,
): WrittenFile[] {
  const [main, ...others] = files;
  if (!main) return [];
  if (path === "-") {
    process.stdout.write(main.bytes);
    return [];
  }
  const folder = path.slice(0, path.length - (path.split(/[\\/]/).at(-1)?.length ?? 0));
  const written: WrittenFile[] = [];
  // The main file last: where it is, everything that it names is there too.
  for (const file of others) written.push(writeWhole(folder + file.name, file.bytes, force, keepSame));
  written.push(writeWhole(path, main.bytes, force, keepSame));
  return written;
}

/** What the validator of the output's own kind says: Khronos' for glTF, ours for the engines' files. */
async function problemsOf(bytes: Uint8Array | undefined, target: string): Promise<string[]> {
  if (!bytes || target === "obj") return [];
  if (!isSceneTarget(target)) {
    const { issues } = await validateMesh(bytes);
    return issues.filter((issue) => issue.severity === "error").map((issue) => `${issue.code} ${issue.message}`);
  }
  const { validateBytes } = await import("gltf-validator");
  const report = await validateBytes(bytes, { maxIssues: 20 });
  return report.issues.messages
    .filter((m) => m.severity === 0)
    .map((m) => `${m.code} ${m.pointer ?? ""}: ${m.message}`);
}

function describe(
  input: string,
  output: string,
  size: number,
  {
    losses,
    problems,
    companions,
  }: { losses: readonly Loss[]; problems: readonly string[]; companions: readonly CompanionReport[] },
  verbose: boolean,
): string {
  const lines = [`${shownPath(input)} -> ${green(shownPath(output))} ${dim(fileSize(size))}`];
  for (const { role, path: found, wanted } of companions) {
    const missing = `  ${yellow(`no ${role}`)} ${dim(`(${shownPath(wanted)})`)}`;
    lines.push(found === null ? missing : `  ${dim(role)} ${shownPath(found)}`);
  }
  const gone = losses.filter((loss) => loss.keptIn === null);
  for (const loss of verbose ? losses : gone) {
    lines.push(
      `  ${yellow(loss.code)} ${loss.message} ${dim(`(${loss.count}${loss.keptIn ? `, kept in ${loss.keptIn}` : ""})`)}`,
    );
  }
  const kept = losses.length - gone.length;
  if (kept > 0 && !verbose)
    lines.push(dim(`  ${plural(kept, "change")} kept in the output's extras (--verbose lists them)`));
  for (const problem of problems) lines.push(`  ${red("validator")} ${problem}`);
  return lines.join("\n");
}
