import { type Loss, meshToScene } from "@meshglot/core";
import { conversionOptionsOf } from "../conversionOptions.ts";
import type { ExitCode } from "../exitCodes.ts";
import { type Input, readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { dim, green, red, yellow } from "../output/style.ts";
import { fileSize, plural } from "../output/table.ts";
import { writeWhole } from "../output/writeFiles.ts";
import { outputPathOf, outputPaths } from "../outputPaths.ts";
import { type CommonOptions, runVerb, schemaOf } from "../run.ts";
import { encoderFor, type Target } from "../targets.ts";

interface ConvertFlags extends CommonOptions {
  to: Target;
  output?: string;
  outDir?: string;
  force?: boolean;
  validate?: boolean;
  salvage?: boolean;
}

export function convert(words: string[], options: ConvertFlags & Record<string, unknown>): Promise<ExitCode> {
  let paths: ReadonlyMap<Input, string> = new Map();
  return runVerb(
    "convert",
    words,
    options,
    async (input) => {
      const path = paths.get(input) ?? outputPathOf(input, options);
      const bytes = await readInput(input);
      const stem = stemOf(path === "-" ? input.path : path);
      // COLOR_0 of OBJ is taken as display values by the tools that know it, so bytes are copied there.
      const defaults = options.to === "obj" ? { colors: "linear" } : {};
      const scene = await meshToScene(
        bytes,
        { ...defaults, ...conversionOptionsOf(options), name: stem },
        { ...openOptions(options), salvage: options.salvage === true },
      );
      const { files, losses } = await encoderFor(options.to)(scene, stem);
      const problems = options.validate ? await khronosErrors(files[0]?.bytes) : [];
      await writeOutputs(path, files, options.force === true);
      const size = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
      return {
        json: {
          schema: schemaOf("convert"),
          input: input.path,
          output: path,
          size,
          losses,
          ...(options.validate ? { validator: problems } : {}),
        },
        text: path === "-" ? "" : describe(input.path, path, size, losses, problems, options.verbose === true),
        ok: problems.length === 0,
      };
    },
    {
      prepare: (inputs) => {
        paths = outputPaths(inputs, options);
      },
    },
  );
}

function stemOf(path: string): string {
  const base = path.split(/[\\/]/).at(-1) ?? path;
  return base.replace(/\.[^.]+$/, "") || "mesh";
}

async function writeOutputs(
  path: string,
  files: readonly { name: string; bytes: Uint8Array }[],
  force: boolean,
): Promise<void> {
  const [main, ...others] = files;
  if (!main) return;
  if (path === "-") {
    process.stdout.write(main.bytes);
    return;
  }
  const folder = path.slice(0, path.length - (path.split(/[\\/]/).at(-1)?.length ?? 0));
  // The main file last: where it is, everything that it names is there too.
  for (const file of others) await writeWhole(folder + file.name, file.bytes, force);
  await writeWhole(path, main.bytes, force);
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
  const lines = [`${input} -> ${green(output)} ${dim(fileSize(size))}`];
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
