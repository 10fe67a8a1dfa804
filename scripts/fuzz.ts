import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FORMATS, inspectMesh, MeshglotError, meshToGlb, repairMesh, validateMesh } from "@meshglot/core";
import { validateBytes } from "gltf-validator";
import { damageField } from "../packages/core/test/support/damage.ts";
import { surviveAnything } from "../packages/core/test/support/fidelity.ts";
import { exampleFiles } from "../packages/core/test/support/files.ts";
import { mutate, seededRandom } from "../packages/core/test/support/random.ts";

/**
 * `npm run fuzz -- --seconds 60 [--runs 200000] [--seed 1] [--format msh]`: damages the examples where their fields are
 * and runs read, map, rewrite, validate, repair, inspect and convert (salvage, if need be) on the result, each within a
 * second per megabyte and 10 times the file's size plus 64 MB of memory. What breaks is kept in .tmp/fuzz to become a
 * test.
 */
const option = (name: string, otherwise: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
};
const runs = Number(option("runs", "Infinity"));
const seconds = Number(option("seconds", runs === Infinity ? "30" : "Infinity"));
const seed = Number(option("seed", "1"));
const only = option("format", "");
const folder = fileURLToPath(new URL("../.tmp/fuzz/", import.meta.url));
/** One second for each megabyte, and what a busy machine may add. */
const allowedMs = (size: number) => 1000 * (size / 2 ** 20) + 1000;
/** What a result may take beside what was there before. */
const allowedBytes = (size: number) => 10 * size + 64 * 2 ** 20;
/** Conversions cost most of the time, and the validator of glTF most of theirs. */
const CONVERT_EVERY = 5;
const VALIDATE_GLTF_EVERY = 20;

const examples = FORMATS.filter(({ id }) => only === "" || id === only).flatMap(({ id }) => exampleFiles(id));
const random = seededRandom(seed);
const counts = { runs: 0, read: 0, fault: 0, broken: 0 };
let slowest = 0;
let largest = 0;

/** All that was made of the bytes, kept so that its memory can be measured. */
async function attempt(bytes: Uint8Array): Promise<unknown[]> {
  const outcome = surviveAnything(bytes);
  counts[outcome]++;
  const made: unknown[] = [];
  try {
    made.push(await validateMesh(bytes), await inspectMesh(bytes));
    if (outcome === "read") made.push(await repairMesh(bytes));
    if (counts.runs % CONVERT_EVERY !== 0) return made;
    const { glb } = await meshToGlb(bytes, {}, { salvage: true });
    made.push(glb);
    if (counts.runs % VALIDATE_GLTF_EVERY !== 0) return made;
    const report = await validateBytes(glb, { maxIssues: 100 });
    if (report.issues.numErrors > 0)
      throw new Error(`invalid GLB: ${JSON.stringify(report.issues.messages.find(({ severity }) => severity === 0))}`);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
  }
  return made;
}

function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Memory that the results of one file hold on to, garbage left aside. */
async function heldBy(bytes: Uint8Array): Promise<number> {
  globalThis.gc?.();
  const before = memoryInUse();
  const made = await attempt(bytes);
  globalThis.gc?.();
  const held = memoryInUse() - before;
  return made.length >= 0 ? held : 0; // keeps the results alive up to here
}

async function timeOf(bytes: Uint8Array): Promise<number> {
  const start = performance.now();
  await attempt(bytes);
  return performance.now() - start;
}

const started = performance.now();
const end = started + seconds * 1000;
while (performance.now() < end && counts.runs < runs) {
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
  const before = memoryInUse();
  let problem: unknown;
  try {
    const made = await attempt(bytes);
    let took = performance.now() - start;
    if (took > allowedMs(bytes.byteLength)) took = Math.min(took, await timeOf(bytes)); // the machine may have been busy
    slowest = Math.max(slowest, took);
    if (took > allowedMs(bytes.byteLength)) problem = new Error(`took ${took.toFixed(0)} ms`);
    // Garbage counts here, so what looks too large is looked at again without it.
    if (made.length > 0 && memoryInUse() - before > allowedBytes(bytes.byteLength)) {
      const held = await heldBy(bytes);
      largest = Math.max(largest, held);
      if (held > allowedBytes(bytes.byteLength)) problem ??= new Error(`takes ${(held / 2 ** 20).toFixed(0)} MB`);
    }
  } catch (error) {
    problem = error;
  }
  if (!problem) continue;
  counts.broken++;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${seed}-${counts.runs}-${example.name}`);
  writeFileSync(path, bytes);
  console.error(`${path}\n  ${what}\n  ${problem instanceof Error ? problem.stack : problem}`);
}
const took = (performance.now() - started) / 1000;
const rss = process.resourceUsage().maxRSS / 1024;
console.log(
  `${counts.runs} damaged files in ${took.toFixed(0)} s (seed ${seed}): ${counts.read} still read, ${counts.fault} faults, ${counts.broken} broken; slowest ${slowest.toFixed(0)} ms, largest result looked at ${(largest / 2 ** 20).toFixed(0)} MB, process at most ${rss.toFixed(0)} MB`,
);
process.exitCode = counts.broken > 0 ? 1 : 0;
