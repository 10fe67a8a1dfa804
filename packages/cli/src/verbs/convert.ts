import { readFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import {
  type ConvertOptions,
  importScene,
  type Loss,
  meshToScene,
  type ResourceReader,
  type SceneResult,
  sceneKindOf,
  unitsPerMetreOf,
  validateMesh,
} from "@meshglot/core";
import { conversionOptionsOf } from "../conversionOptions.ts";
import type { ExitCode } from "../exitCodes.ts";
import { type Input, readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { dim, green, red, yellow } from "../output/style.ts";
import { fileSize, plural } from "../output/table.ts";
import { writeWhole } from "../output/writeFiles.ts";
import { outputPathOf, outputPaths } from "../outputPaths.ts";
import { type CommonOptions, runVerb, schemaOf } from "../run.ts";
import { encoderFor, isSceneTarget } from "../targets.ts";

interface ConvertFlags extends CommonOptions {
  to: string;
  output?: string;
  outDir?: string;
  force?: boolean;
  validate?: boolean;
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
      const kind = sceneKindOf(bytes);
      // Colours of OBJ are taken as display values by the tools that know them, so bytes are copied there and back.
      const defaults = options.to === "obj" || kind === "obj" ? { colors: "linear" } : {};
      const conversion: ConvertOptions = { ...defaults, ...conversionOptionsOf(options), name: stem };
      const scene: SceneResult = kind
        ? await importScene(bytes, kind, {
            resources: resourcesBeside(input.path),
            unitsPerMetre: isSceneTarget(options.to) ? 1 : unitsPerMetreOf(options.to),
          })
        : await meshToScene(bytes, conversion, openOptions(options));
      const { files, losses } = await encoderFor(options.to)(scene, stem, conversion);
      const problems = options.validate ? await problemsOf(files[0]?.bytes, options.to) : [];
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

/** Files that a glTF or OBJ names, looked for beside it and nowhere above. */
function resourcesBeside(path: string): ResourceReader {
  const folder = resolve(dirname(path));
  return async (uri) => {
    const file = resolve(folder, uri);
    if (!file.startsWith(folder + sep)) return undefined;
    return readFile(file).then(
      (bytes) => new Uint8Array(bytes),
      () => undefined,
    );
  };
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
  for (const problem of problems) lines.push(`  ${red("validator")} ${problem}`);
  return lines.join("\n");
}
