import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildMesh, FORMATS, importScene, inspectMesh, meshToGlb, openMesh, validateMesh } from "@meshglot/core";

/**
 * `npx tsx scripts/blender/roundTrip.ts [FILE…]`: each file (by default every example that can be built) becomes a GLB,
 * Blender opens and saves it, and what it saved becomes a file of the same kind again. Triangles, materials, bones and
 * box have to be the same. Needs Debian's `blender` and `python3-numpy`.
 */
interface Facts {
  triangles: number;
  surfaces: number;
  bones: number;
  /** In metres, min then max. */
  box: number[];
}

/** Blender keeps single precision, and the formats of the consoles have grids. */
const TOLERANCES: Readonly<Record<string, number>> = {
  meshbin: 1 / 128,
  splashpack: 25 / 1024,
  bmesh: 1e-4,
  msh: 1e-4,
  unigine: 1e-4,
};

/** Examples that can not come back the same without their extras, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "column_bad_names.msh": "its names are no text in any code page, and Blender keeps text",
  "ring_no_sections.bMesh": "faces without a section come back as one section",
  "rod_rigid.bMesh": "bones that move nothing are plain nodes in a GLB",
};

const files = process.argv.length > 2 ? process.argv.slice(2) : examples();
const folder = mkdtempSync(join(tmpdir(), "meshglot-blender-"));
const jobs: { path: string; target: string; format: string; saved: string; before: Facts }[] = [];
for (const [i, path] of files.entries()) {
  const bytes = new Uint8Array(readFileSync(path));
  const target = targetOf(bytes);
  if (!target) continue;
  const { glb: model } = await meshToGlb(bytes);
  const glb = join(folder, `${i}.glb`);
  writeFileSync(glb, model);
  // What the GLB becomes without Blender: for what a GLB can hold whole, the file itself, byte for byte.
  const built = await buildMesh((await importScene(model, "glb")).document, target).catch(() => undefined);
  const before = built && (await factsOf(built.bytes));
  if (!before || before.triangles === 0) continue;
  jobs.push({ path, target, format: openMesh(bytes).format.id, saved: join(folder, `${i}-saved.glb`), before });
}
runBlender(jobs.flatMap(({ saved }) => [saved.replace("-saved", ""), saved]));
let wrong = 0;
for (const { path, target, format, saved, before } of jobs) {
  const problems = await backAgain(saved, target, before, TOLERANCES[format] ?? 0);
  const reason = EXCEPTIONS[basename(path)];
  if (problems.length > 0 && !reason) wrong++;
  const verdict = problems.length === 0 ? "ok    " : reason ? "known " : "WRONG ";
  console.log(`${verdict} ${path} ${problems.join("; ")}${problems.length > 0 && reason ? ` (${reason})` : ""}`);
}
console.log(`${jobs.length - wrong} of ${jobs.length} files came back through Blender`);
process.exitCode = wrong > 0 ? 1 : 0;

function examples(): string[] {
  return FORMATS.filter(({ builder, companion }) => builder && !companion).flatMap(({ id }) =>
    readdirSync(join("examples", id)).map((name) => join("examples", id, name)),
  );
}

/** What a file would be built as; undefined for dialects that are only read. */
function targetOf(bytes: Uint8Array): string | undefined {
  const { format, dialect, fault } = openMesh(bytes);
  if (fault) return undefined;
  const targets = format.builder?.targets.map(({ name }) => name) ?? [];
  if (targets.includes(dialect)) return dialect;
  return targets.length === 1 ? targets[0] : undefined;
}

function runBlender(paths: readonly string[]): void {
  const script = fileURLToPath(new URL("resave.py", import.meta.url));
  const words = ["--background", "--factory-startup", "--python", script, "--", ...paths];
  const { stdout, stderr } = spawnSync("blender", words, { encoding: "utf8", maxBuffer: 1 << 28 });
  const saved = stdout?.split("\n").filter((line) => line.startsWith("SAVED ")).length ?? 0;
  if (saved * 2 !== paths.length) throw new Error(`Blender saved ${saved} of ${paths.length / 2} files: ${stderr}`);
}

async function backAgain(saved: string, target: string, before: Facts, tolerance: number): Promise<string[]> {
  try {
    const { document } = await importScene(new Uint8Array(readFileSync(saved)), "glb");
    const after = await factsOf((await buildMesh(document, target)).bytes);
    const problems: string[] = [];
    for (const name of ["triangles", "surfaces", "bones"] as const) {
      if (after[name] !== before[name]) problems.push(`${after[name]} ${name} instead of ${before[name]}`);
    }
    const off = Math.max(...before.box.map((value, i) => Math.abs(value - (after.box[i] ?? Infinity))));
    if (off > tolerance) problems.push(`the box is off by ${off} m`);
    return problems;
  } catch (error) {
    return [String(error)];
  }
}

/** Triangles with quads counted twice, as a GLB has no quads. */
async function factsOf(bytes: Uint8Array): Promise<Facts> {
  const { counts, bounds } = await inspectMesh(bytes);
  const { min, max } = bounds?.metres ?? { min: [], max: [] };
  // Blender has no meshes without faces, so objects without any do not come back.
  const empty = (await validateMesh(bytes)).issues.filter(({ code }) => code.endsWith("_EMPTY_OBJECT")).length;
  return {
    triangles: counts.triangles + 2 * counts.quads,
    surfaces: counts.surfaces - empty,
    bones: counts.bones,
    box: [...min, ...max],
  };
}
