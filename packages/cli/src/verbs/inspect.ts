import {
  type Inspection,
  inspectMesh,
  MeshglotError,
  type MshFile,
  modelTextOf,
  type OpenOptions,
  openMesh,
} from "@meshglot/core";
import type { Verb } from "../batch/outcome.ts";
import { conversionOptionsOf } from "../conversionOptions.ts";
import type { ExitCode } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { detailLines } from "../output/details.ts";
import { shownPath } from "../output/shownPath.ts";
import { bold, dim, green, red, yellow } from "../output/style.ts";
import { fileSize, plural } from "../output/table.ts";
import { type CommonOptions, faultText, runVerb, schemaOf } from "../run.ts";

interface InspectFlags extends CommonOptions {
  modelText?: boolean;
}

export function inspect(words: string[], options: InspectFlags & Record<string, unknown>): Promise<ExitCode> {
  return runVerb("inspect", words, options, inspectFile(options));
}

export function inspectFile(options: InspectFlags & Record<string, unknown>): Verb {
  return async (input) => {
    const bytes = await readInput(input);
    const inspection = await inspectMesh(bytes, openOptions(options), conversionOptionsOf(options));
    return {
      json: { schema: schemaOf("inspect"), file: input.path, ...inspection },
      text: options.modelText ? modelText(input.path, bytes, openOptions(options)) : describe(input.path, inspection),
      ok: !inspection.error,
    };
  };
}

/** The lines of a model text that follow from a Lost Saga mesh. @throws MeshglotError for other formats */
function modelText(path: string, bytes: Uint8Array, options: OpenOptions): string {
  const { format, file, fault } = openMesh(bytes, options);
  if (fault) throw fault;
  if (format.id !== "msh") {
    throw new MeshglotError({
      code: "WRONG_USAGE",
      detail: `${path} is a ${format.title}; --model-text is for Lost Saga meshes`,
      hint: "Give a .msh file.",
    });
  }
  return modelTextOf(file as MshFile).trimEnd(); // what its format read
}

const COUNT_WORDS: readonly [keyof Inspection["counts"], string, string][] = [
  ["vertices", "vertex", "vertices"],
  ["triangles", "triangle", "triangles"],
  ["quads", "quad", "quads"],
  ["surfaces", "surface", "surfaces"],
  ["bones", "bone", "bones"],
  ["morphTargets", "morph target", "morph targets"],
  ["controlPoints", "control point", "control points"],
  ["textures", "texture", "textures"],
];

function describe(
  file: string,
  { format, counts, bounds, features, details, issues, size, error }: Inspection,
): string {
  const dialect =
    format.dialect === format.version || format.dialect.toUpperCase() === format.id.toUpperCase()
      ? ""
      : `, ${format.dialect}`;
  const counted = COUNT_WORDS.filter(([key]) => counts[key] > 0).map(([key, one, many]) =>
    plural(counts[key], one, many),
  );
  const lines = [
    bold(shownPath(file)),
    `  ${format.title}, version ${format.version}${dialect} ${dim("·")} ${fileSize(size)}`,
    `  ${counted.length > 0 ? counted.join(dim(" · ")) : "no geometry"}`,
  ];
  if (bounds) {
    const sides = [0, 1, 2].map((axis) => ((bounds.metres.max[axis] ?? 0) - (bounds.metres.min[axis] ?? 0)).toFixed(3));
    lines.push(`  ${dim("extent".padEnd(LABEL))}${sides.join(" x ")} m (x right, y up, z front)`);
  }
  if (features.length > 0) lines.push(`  ${dim("has".padEnd(LABEL))}${features.join(", ")}`);
  lines.push(...detailLines(details, LABEL));
  lines.push(`  ${dim("issues".padEnd(LABEL))}${issueText(issues)}`);
  if (error) lines.push(`  ${faultText("read up to a fault", error).replaceAll("\n", "\n  ")}`);
  return `${lines.join("\n")}\n`;
}

const LABEL = 20;

function issueText({ errors, warnings, infos }: Inspection["issues"]): string {
  const parts = [
    ...(errors > 0 ? [red(plural(errors, "error"))] : []),
    ...(warnings > 0 ? [yellow(plural(warnings, "warning"))] : []),
    ...(infos > 0 ? [plural(infos, "note")] : []),
  ];
  return parts.length > 0 ? `${parts.join(", ")} ${dim("(meshglot validate shows them)")}` : green("none");
}
