import { FORMATS, inspectMesh, MeshglotError, meshToGlb, repairMesh, validateMesh } from "@meshglot/core";
import { validateBytes } from "gltf-validator";
import { damageField } from "../packages/core/test/support/damage.ts";
import { surviveAnything } from "../packages/core/test/support/fidelity.ts";
import { exampleFiles } from "../packages/core/test/support/files.ts";
import { mutate, seededRandom } from "../packages/core/test/support/random.ts";
import { FuzzLane, flag } from "./fuzzLane.ts";

/**
 * `npm run fuzz -- --seconds 60 [--runs 200000] [--seed 1] [--format msh]`: damages the examples where their fields are
 * and runs read, map, rewrite, validate, repair, inspect and convert (salvage, if need be) on the result.
 */
const runs = Number(flag("runs", "Infinity"));
const seconds = Number(flag("seconds", runs === Infinity ? "30" : "Infinity"));
const seed = Number(flag("seed", "1"));
const only = flag("format", "");
/** Conversions cost most of the time, and the validator of glTF most of theirs. */
const CONVERT_EVERY = 5;
const VALIDATE_GLTF_EVERY = 20;

const examples = FORMATS.filter(({ id }) => only === "" || id === only).flatMap(({ id }) => exampleFiles(id));
const random = seededRandom(seed);
const lane = new FuzzLane(seed);
const outcomes = { read: 0, fault: 0 };

async function attempt(bytes: Uint8Array): Promise<unknown[]> {
  const outcome = surviveAnything(bytes);
  outcomes[outcome]++;
  const made: unknown[] = [];
  try {
    made.push(await validateMesh(bytes), await inspectMesh(bytes));
    if (outcome === "read") made.push(await repairMesh(bytes));
    if (lane.runs % CONVERT_EVERY !== 0) return made;
    const { glb } = await meshToGlb(bytes, {}, { salvage: true });
    made.push(glb);
    if (lane.runs % VALIDATE_GLTF_EVERY !== 0) return made;
    const report = await validateBytes(glb, { maxIssues: 100 });
    if (report.issues.numErrors > 0)
      throw new Error(`invalid GLB: ${JSON.stringify(report.issues.messages.find(({ severity }) => severity === 0))}`);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
  }
  return made;
}

while (lane.seconds < seconds && lane.runs < runs) {
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
  await lane.run({ name: example.name, what, bytes }, attempt);
}
console.log(lane.summary(`${outcomes.read} still read, ${outcomes.fault} faults`));
process.exitCode = lane.broken > 0 ? 1 : 0;
