import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FORMATS, inspectMesh, MeshglotError, meshToGlb, validateMesh } from "@meshglot/core";
import { validateBytes } from "gltf-validator";
import { damageField } from "../packages/core/test/support/damage.ts";
import { surviveAnything } from "../packages/core/test/support/fidelity.ts";
import { exampleFiles } from "../packages/core/test/support/files.ts";
import { mutate, seededRandom } from "../packages/core/test/support/random.ts";

/**
 * `npm run fuzz -- --seconds 60 [--seed 1] [--format msh]`: damages the examples where their fields are and runs read,
 * map, rewrite, validate, inspect and convert on the result. What breaks is kept in .tmp/fuzz to become a test.
 */
const option = (name: string, otherwise: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
};
const seconds = Number(option("seconds", "30"));
const seed = Number(option("seed", "1"));
const only = option("format", "");
const folder = fileURLToPath(new URL("../.tmp/fuzz/", import.meta.url));
/** One second for each megabyte, and what a busy machine may add. */
const allowedMs = (size: number) => 1000 * (size / 2 ** 20) + 1000;
const CONVERT_EVERY = 5;

const examples = FORMATS.filter(({ id }) => only === "" || id === only).flatMap(({ id }) => exampleFiles(id));
const random = seededRandom(seed);
const counts = { runs: 0, read: 0, fault: 0, broken: 0 };
let slowest = 0;

async function attempt(bytes: Uint8Array): Promise<void> {
  const outcome = surviveAnything(bytes);
  counts[outcome]++;
  try {
    await validateMesh(bytes);
    await inspectMesh(bytes);
    if (outcome === "fault" || counts.runs % CONVERT_EVERY !== 0) return;
    const { glb } = await meshToGlb(bytes);
    const report = await validateBytes(glb, { maxIssues: 100 });
    if (report.issues.numErrors > 0)
      throw new Error(`invalid GLB: ${JSON.stringify(report.issues.messages.find(({ severity }) => severity === 0))}`);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
  }
}

const end = performance.now() + seconds * 1000;
while (performance.now() < end) {
  const example = examples[Math.floor(random() * examples.length)];
  if (!example) break;
  let bytes = example.bytes;
  let what = "";
  const changes = 1 + Math.floor(random() * 3);
  for (let i = 0; i < changes; i++) {
    try {
      const damage = random() < 0.8 ? damageField(bytes, random) : { what: "bytes", bytes: mutate(bytes, random) };
      bytes = damage.bytes;
      what += `${damage.what}; `;
    } catch (error) {
      if (!(error instanceof MeshglotError)) throw error; // no longer recognised, so there are no fields to choose from
    }
  }
  counts.runs++;
  const start = performance.now();
  let problem: unknown;
  try {
    await attempt(bytes);
  } catch (error) {
    problem = error;
  }
  const took = performance.now() - start;
  slowest = Math.max(slowest, took);
  if (took > allowedMs(bytes.byteLength)) problem ??= new Error(`took ${took.toFixed(0)} ms`);
  if (!problem) continue;
  counts.broken++;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${seed}-${counts.runs}-${example.name}`);
  writeFileSync(path, bytes);
  console.error(`${path}\n  ${what}\n  ${problem instanceof Error ? problem.stack : problem}`);
}
console.log(
  `${counts.runs} damaged files in ${seconds} s (seed ${seed}): ${counts.read} still read, ${counts.fault} faults, ${counts.broken} broken; slowest ${slowest.toFixed(0)} ms`,
);
process.exitCode = counts.broken > 0 ? 1 : 0;
