import { FORMATS, type OptionFacts } from "@meshglot/core";
import { Command, Option } from "commander";
import { version } from "../package.json" with { type: "json" };
import { parseShard } from "./batch/shard.ts";
import { DIFF_HELP } from "./diffHelp.ts";
import type { ExitCode } from "./exitCodes.ts";
import { atLeastOne, collect, positive, wholeNumber } from "./optionParsers.ts";
import { targetNames } from "./targets.ts";

const EXIT_CODES = `
Exit codes: 0 fine, 1 the answer is no (errors found, some inputs failed), 2 wrong usage or unreadable input, 3 a bug of ours.`;

/** The command with all its verbs. A verb's code is loaded when it runs. */
export function program(): Command {
  const command = new Command("meshglot")
    .description(
      "Reads, maps, checks and converts the mesh files of five game engines:\nMESHBIN and SPLASHPACK (PlayStation 1 homebrew), bMesh (Firefall), MSH (Lost Saga), UNIGINE.",
    )
    .version(version)
    .exitOverride()
    .showHelpAfterError("(meshglot VERB --help shows examples)")
    .addHelpText(
      "after",
      `
Examples:
  meshglot inspect sword.msh                 what is in the file
  meshglot convert sword.msh --to glb        a model for Blender and the web
  meshglot map sword.msh --at 44             what byte 44 means
  meshglot verify models/                    proof that it can be written back unchanged
  meshglot edit sword.msh --set version=2000 -o old.msh
  meshglot diff sword.msh old.msh            what differs, field by field
${EXIT_CODES}`,
    );

  verb(command, "inspect", "Show what is in a file", [
    "meshglot inspect sword.msh",
    "meshglot inspect models/ --json > models.json",
  ])
    .option("--model-text", "of a Lost Saga mesh only the lines of its model text: box and sphere, ready to paste")
    .addOptions(conversionOptions())
    .action(runs(async () => (await import("./verbs/inspect.ts")).inspect));

  verb(command, "map", "Show what every byte means", [
    "meshglot map sword.msh                 a table of all fields",
    "meshglot map sword.msh --hex           the bytes themselves, annotated",
    "meshglot map sword.msh --at 44         the meaning and value of one byte",
    "meshglot map sword.msh --elements 4    the first elements of every array as well",
  ])
    .option("--hex", "annotated hex view")
    .option("--at <offset>", "only what holds this byte (decimal or 0x…)", wholeNumber)
    .option("--elements <n>", "divide arrays into their first n elements", wholeNumber)
    .option("--depth <n>", "levels of nesting shown", wholeNumber)
    .action(runs(async () => (await import("./verbs/map.ts")).map));

  verb(command, "verify", "Prove that a file is rewritten byte for byte", [
    "meshglot verify sword.msh",
    "meshglot verify 'models/**/*.msh' --quiet",
  ]).action(runs(async () => (await import("./verbs/verify.ts")).verify));

  verb(command, "validate", "Say what is wrong with a file, and what the engine does about it", [
    "meshglot validate sword.msh",
    "meshglot validate models/ --json",
    "meshglot validate models/ --ignore MSH_NAME_NOT_ASCII --severity MSH_BOUNDS_MISMATCH=error",
    "meshglot validate models/ --format github      for a workflow; sarif for code scanning",
    "meshglot validate models/ --group-by code      what is wrong in a whole folder, and how often",
    "meshglot validate sword.msh --with sword.txt   with its material text (or .skl)",
    "meshglot validate sword.msh --fix              what could be mended; -o FILE or --in-place writes it",
  ])
    .addOptions(companionOptions())
    .option("--ignore <codes>", "codes to leave out, separated by commas; may be repeated", collect, [])
    .option("--severity <CODE=level>", "error, warning or info instead of the usual; may be repeated", collect, [])
    .option("--max-issues <n>", "places listed per code (10); the rest is counted", wholeNumber)
    .option("--config <file>", "JSON with ignore and severity (meshglot.config.json where it exists)")
    .addOption(
      new Option("--format <format>", "form of the output").choices(["text", "github", "sarif"]).default("text"),
    )
    .addOption(new Option("--group-by <key>", "order of the text").choices(["file", "code"]).default("file"))
    .option("--profile <engine>", `engine whose limits count: ${profileNames()}`)
    .option("--with <file>", "a file that belongs to the inputs: material text, skeleton; may be repeated", collect, [])
    .option("--fix [codes]", "mend what follows from the rest of the file; all such findings, or these codes")
    .option("-o, --output <file>", "where --fix writes the mended file")
    .option("--in-place", "let --fix overwrite the inputs")
    .option("--force", "overwrite an existing output")
    .addOptions(conversionOptions())
    .action(runs(async () => (await import("./verbs/validate.ts")).validate));

  verb(command, "convert", "Convert to and from glTF and OBJ, and between the formats", [
    "meshglot convert sword.msh --to glb              writes sword.glb beside it",
    "meshglot convert models/ --to glb --out-dir out  a whole folder; again: only what is new or changed",
    "meshglot convert models/ --out-dir out --watch   whatever is exported again, as it comes",
    "meshglot convert head.meshbin --to obj --texture-size 128 -o head.obj",
    "meshglot convert body.msh --skeleton normal.skl --animation run.ani --material body.txt --textures textures/",
    "meshglot convert sword.glb --to msh              a file that the game loads, from Blender's export",
  ])
    .addOption(new Option("--to <format>", "target format").choices(targetNames()).default("glb"))
    .option("-o, --output <file>", "output file (- for standard output, glb only)")
    .option("--out-dir <folder>", "folder for the outputs; folders below the inputs are mirrored")
    .option("--force", "overwrite existing outputs; those that are up to date are skipped all the same")
    .option("--watch", "go on converting what is exported again, until Ctrl-C")
    .addOptions(companionOptions())
    .option("--textures <folder>", "textures that the material text names; else the game's folder and the mesh's own")
    .addOption(
      new Option("--textures-as <form>", "inside the GLB, or as PNG files beside it")
        .choices(["embed", "reference"])
        .default("embed"),
    )
    .option("--salvage", "convert what can be read of damaged files; what is missing is listed as lost")
    .option("--validate", "check each output: Khronos' validator for glTF, our own for the engines' files")
    .addOptions(conversionOptions(true))
    .action(runs(async () => (await import("./verbs/convert.ts")).convert));

  verb(command, "edit", "Change something in a file and nothing else", [
    'meshglot edit sword.msh --add-point trailstart_0 --at 1,2,3 --bone "Bip01 R Hand" -o out.msh',
    "meshglot edit sword.msh --list-points",
    "meshglot edit hand.bMesh --rename-bone bone3=wrist --in-place --backup",
    "meshglot edit walls.mesh --lightmap walls=1,512 --rename-surface '#0=floor' -o out.mesh",
    "meshglot edit crate.meshbin --transform rotate=y,90 --transform translate=0,-64,0 --dry-run",
    "meshglot edit models/ --recompute bounds --out-dir fixed",
  ])
    .addOption(repeatable("--set <path=value>", "another value for a field, as map names it; may be repeated"))
    .addOption(repeatable("--rename-bone <OLD=NEW>", "also where points refer to it; #3=NEW takes the fourth"))
    .addOption(repeatable("--rename-surface <OLD=NEW>", "UNIGINE surfaces, bMesh sections"))
    .addOption(repeatable("--lightmap <SURFACE=UV,TEXELS>", "UNIGINE: set of UVs (0 or 1) and size of the light map"))
    .addOption(
      repeatable(
        "--transform <step>",
        "translate=x,y,z, rotate=y,90, scale=2 or scale=x,y,z, in the file's axes and units; may be repeated",
      ),
    )
    .addOption(repeatable("--recompute <what>", "bounds, tree, tangents, normals"))
    .option("--list-points", "show the control points (MSH) or hardpoints (bMesh)")
    .option("--add-point <name>", "add a point at --at, on --bone, with --info")
    .option("--move-point <name>", "move a point to --at")
    .addOption(repeatable("--rename-point <OLD=NEW>", "may be repeated"))
    .addOption(repeatable("--remove-point <name>", "may be repeated"))
    .option("--at <x,y,z>", "place of a point, in the file's axes and units")
    .option("--bone <name>", "bone that a new point hangs on")
    .option("--info <text>", "text of a new control point")
    .option("--metres", "places and transforms are in metres and glTF's axes (y up, z front)")
    .option("--code-page <name>", "code page of new names (of the format by default)")
    .option("-o, --output <file>", "output file (- for standard output)")
    .option("--out-dir <folder>", "folder for the outputs; folders below the inputs are mirrored")
    .option("--in-place", "change the files themselves")
    .option("--backup", "with --in-place: keep each old file as NAME.bak")
    .option("--dry-run", "say what would change and write nothing")
    .option("--force", "overwrite existing outputs and backups")
    .action(runs(async () => (await import("./verbs/edit.ts")).edit));

  diffCommand(command);

  command
    .command("view")
    .description("Show files in a browser: the model and its bytes, side by side")
    .argument("<inputs...>", "files, folders, patterns")
    .option("--port <n>", "port to listen to; a free one by default", wholeNumber, 0)
    .addHelpText(
      "after",
      "\nExamples:\n  meshglot view sword.msh\n  meshglot view models/\n\nOnly this computer can open the page, and it sees only the files that were named\nand what lies beside them: companions and textures of named meshes, pictures and texts of the game in named folders.",
    )
    .exitOverride()
    .showHelpAfterError("(meshglot view --help shows examples)")
    .action(runs(async () => (await import("./verbs/view.ts")).view));

  command
    .command("formats")
    .description("List the formats, their versions and extensions")
    .option("--json", "print JSON")
    .option("--jsonl", "print one JSON entry per line")
    .action(async (options: { json?: boolean; jsonl?: boolean }) => {
      (await import("./verbs/formats.ts")).formats(options);
    });
  return command;
}

/** The profiles of all formats, those that are on by default first. */
function profileNames(): string {
  const names = FORMATS.flatMap(({ profiles }) => profiles.map(({ id }, i) => (i === 0 ? `${id} (default)` : id)));
  return `${names.join(", ")}, or none for the format alone`;
}

/** `diff` is about pairs, not about each of its inputs. */
function diffCommand(program: Command): void {
  const command = new VerbCommand("diff")
    .description("Compare two files field by field, or two folders; GLB, glTF, OBJ and two formats as scenes")
    .argument("<a>", "file or folder; - is standard input")
    .argument("<b>", "file or folder; - is standard input")
    .option("--tolerance <number>", "floats and lengths that differ by no more are the same", positive)
    .option("--obj-unit <metres>", "what the numbers of an OBJ count, for instance 0.01 (1)", positive)
    .option("-q, --brief", "one line about each pair that is not the same")
    .option("--quiet", "print nothing; the exit code tells")
    .option("--verbose", "of folders, list the files that are the same too")
    .addOptions(companionOptions())
    .addOptions(batchOptions("pair"))
    .addOptions(conversionOptions())
    .exitOverride()
    .showHelpAfterError("(meshglot diff --help shows examples)")
    .addHelpText("after", DIFF_HELP)
    .action(async (a: string, b: string, options: Record<string, unknown>) => {
      process.exitCode = await (await import("./verbs/diff.ts")).diff(a, b, options);
    });
  program.addCommand(command);
}

class VerbCommand extends Command {
  addOptions(options: readonly Option[]): this {
    for (const option of options) this.addOption(option);
    return this;
  }
}

function verb(program: Command, name: string, description: string, examples: readonly string[]): VerbCommand {
  const command = new VerbCommand(name)
    .description(description)
    .argument("<inputs...>", "files, folders, patterns; - is standard input")
    .option("--quiet", "print only what is wrong")
    .option("--verbose", "print more")
    .addOptions(batchOptions("file"))
    .exitOverride()
    .showHelpAfterError(`(meshglot ${name} --help shows examples)`)
    .addHelpText("after", `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}\n${EXIT_CODES}`);
  program.addCommand(command);
  return command as VerbCommand;
}

/** Options of everything that works on many files. @param each what an entry is about */
function batchOptions(each: "file" | "pair"): Option[] {
  return [
    new Option("--json", `print one JSON array with an entry per ${each}`),
    new Option("--jsonl", "print one JSON entry per line as they come"),
    new Option("--fail-fast", `stop at the first ${each} that ${each === "file" ? "fails" : "is not the same"}`),
    new Option("--jobs <n>", `${each}s worked on at a time (large runs: one per processor)`).argParser(atLeastOne),
    new Option(
      "--shard <i/n>",
      "only part i of n, for several machines; the split depends on the paths alone",
    ).argParser(parseShard),
    new Option("--report <file>", `write a JSON line about each ${each}`),
    new Option("--progress <how>", "auto: a line on a terminal, JSON lines in long runs elsewhere")
      .choices(["auto", "json", "none"])
      .default("auto"),
    new Option("--as <format[:dialect]>", "read as this format and dialect instead of what the content says"),
    new Option("--max-memory <MB>", "memory for the objects of one file, for huge files").argParser(wholeNumber),
  ];
}

/** An action that loads its verb when it is called, and ends the process with the verb's answer. */
function runs<O>(load: () => Promise<(inputs: string[], options: O) => Promise<ExitCode>>) {
  return async (inputs: string[], options: O): Promise<void> => {
    process.exitCode = await (await load())(inputs, options);
  };
}

/** An option that may be given several times. */
function repeatable(flags: string, summary: string): Option {
  return new Option(flags, summary).argParser(collect).default([], "none");
}

/** Files that lie beside a mesh in the game. */
function companionOptions(): Option[] {
  return [
    new Option("--skeleton <file>", "skeleton of the mesh (.skl, .skeleton)"),
    new Option("--animation <file>", "animation of the mesh (.ani, .anim); may be repeated").argParser(collect),
    new Option("--material <file>", "material text of the mesh (.txt)"),
    new Option("--no-companions", "use no companions but those named; else they are looked for beside the mesh"),
  ];
}

/**
 * Options of all conversions, each with the formats that know it.
 * @param building with those that only matter when a file of a format is built
 */
function conversionOptions(building = false): Option[] {
  const known = new Map<string, { facts: OptionFacts; formats: string[] }>();
  for (const format of FORMATS) {
    for (const facts of [...format.options, ...(building ? (format.builder?.options ?? []) : [])]) {
      const entry = known.get(facts.name) ?? { facts, formats: [] };
      if (!entry.formats.includes(format.id)) entry.formats.push(format.id);
      known.set(facts.name, entry);
    }
  }
  const interpret = repeatable(
    "--interpret <name=value>",
    "settle a disputed reading, as inspect shows it; may be repeated",
  );
  const named = [...known.values()].map(({ facts, formats }) => {
    const flag = facts.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return new Option(`--${flag} <value>`, `${formats.join(", ")}: ${facts.summary} (${facts.values})`);
  });
  return [...named, interpret];
}
