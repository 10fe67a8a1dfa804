import { type Loss, meshToScene } from "@meshglot/core";
import { Manifest } from "../batch/manifest.ts";
import type { Verb } from "../batch/outcome.ts";
import { SessionMemory } from "../batch/sessionMemory.ts";
import { unlessUpToDate } from "../batch/upToDate.ts";
import { watchInputs } from "../batch/watch.ts";
import { conversionOptionsOf } from "../conversionOptions.ts";
import type { ExitCode } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { shownPath } from "../output/shownPath.ts";
import { dim, green, red, yellow } from "../output/style.ts";
import { fileSize, plural } from "../output/table.ts";
import { type WriteOptions, type WrittenFile, writeWhole } from "../output/writeFiles.ts";
import { outputPathOf, outputPaths } from "../outputPaths.ts";
import { type CommonOptions, type RunHooks, runVerb, schemaOf } from "../run.ts";
import { encoderFor, type Target } from "../targets.ts";

interface ConvertFlags extends CommonOptions {
  to: Target;
  output?: string;
  outDir?: string;
  force?: boolean;
  watch?: boolean;
  validate?: boolean;
}

type ConvertOptions = ConvertFlags & Record<string, unknown>;

export function convert(words: string[], options: ConvertOptions): Promise<ExitCode> {
  const { outDir, shard } = options;
  const session = options.watch && outDir === undefined ? new SessionMemory() : undefined;
  const hooks: RunHooks = {
    outputs: (inputs) => outputPaths(inputs, options),
    outDir,
    memory: () => (outDir === undefined ? session : Manifest.open(outDir, shard)),
  };
  const verb = convertFile(options);
  if (options.watch) return watchInputs("convert", words, options, verb, hooks);
  return runVerb("convert", words, options, verb, hooks);
}

export function convertFile(options: ConvertOptions): Verb {
  return async (job) => {
    const path = job.output ?? outputPathOf(job, options);
    const bytes = await readInput(job);
    const outcome = await unlessUpToDate(job, bytes, options, async (untouched) => {
      const stem = stemOf(path === "-" ? job.path : path);
      // COLOR_0 of OBJ is taken as display values by the tools that know it, so bytes are copied there.
      const defaults = options.to === "obj" ? { colors: "linear" } : {};
      const scene = await meshToScene(
        bytes,
        { ...defaults, ...conversionOptionsOf(options), name: stem },
        openOptions(options),
      );
      const { files, losses } = await encoderFor(options.to)(scene, stem);
      const problems = options.validate ? await khronosErrors(files[0]?.bytes) : [];
      const written = await writeOutputs(path, files, {
        // Who exports again wants the output of the last export replaced, but nothing that somebody changed since.
        force: options.force === true || (options.watch === true && untouched),
        keepSame: job.memory !== undefined,
      });
      const size = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
      return {
        json: {
          schema: schemaOf("convert"),
          input: job.path,
          output: path,
          size,
          losses,
          ...(options.validate ? { validator: problems } : {}),
        },
        text: path === "-" ? "" : describe(job.path, path, size, losses, problems, options.verbose === true),
        ok: problems.length === 0,
        files: written,
      };
    });
    if (!outcome.upToDate) return outcome;
    // Remembered from a run that may have been started elsewhere.
    return { ...outcome, json: [outcome.json].flat().map((entry) => ({ ...entry, input: job.path, output: path })) };
  };
}

function stemOf(path: string): string {
  const base = path.split(/[\\/]/).at(-1) ?? path;
  return base.replace(/\.[^.]+$/, "") || "mesh";
}

async function writeOutputs(
  path: string,
  files: readonly { name: string; bytes: Uint8Array }[],
  options: WriteOptions,
): Promise<WrittenFile[]> {
  const [main, ...others] = files;
  if (!main) return [];
  if (path === "-") {
    process.stdout.write(main.bytes);
    return [];
  }
  const folder = path.slice(0, path.length - (path.split(/[\\/]/).at(-1)?.length ?? 0));
  const written: WrittenFile[] = [];
  // The main file last: where it is, everything that it names is there too.
  for (const file of others) written.push(await writeWhole(folder + file.name, file.bytes, options));
  written.push(await writeWhole(path, main.bytes, options));
  return written;
}

async function khronosErrors(bytes: Uint8Array | undefined): Promise<string[]> {
  if (!bytes) return [];
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
  losses: readonly Loss[],
  problems: readonly string[],
  verbose: boolean,
): string {
  const lines = [`${shownPath(input)} -> ${green(shownPath(output))} ${dim(fileSize(size))}`];
  const gone = losses.filter((loss) => loss.keptIn === null);
  for (const loss of verbose ? losses : gone) {
    lines.push(
      `  ${yellow(loss.code)} ${loss.message} ${dim(`(${loss.count}${loss.keptIn ? `, kept in ${loss.keptIn}` : ""})`)}`,
    );
  }
  const kept = losses.length - gone.length;
  if (kept > 0 && !verbose)
    lines.push(dim(`  ${plural(kept, "change")} kept in the output's extras (--verbose lists them)`));
  for (const problem of problems) lines.push(`  ${red("glTF validator")} ${problem}`);
  return lines.join("\n");
}
