import {
  buildMesh,
  buildTargets,
  FORMATS,
  importScene,
  MeshglotError,
  meshToScene,
  sceneKindOf,
  writeGlb,
  writeObj,
} from "@meshglot/core";
import { exampleFiles } from "../packages/core/test/support/files.ts";
import { mutate, seededRandom } from "../packages/core/test/support/random.ts";
import { damageGlb, damageObj } from "../packages/core/test/support/sceneDamage.ts";
import { FuzzLane, flag } from "./fuzzLane.ts";

/**
 * `npm run fuzz:scenes -- --seconds 60 [--runs 20000] [--seed 1] [--target msh]`: damages the GLBs and OBJs of the
 * examples in their JSON, their lines and their bytes, imports them and builds files of them.
 */
const runs = Number(flag("runs", "Infinity"));
const seconds = Number(flag("seconds", runs === Infinity ? "30" : "Infinity"));
const seed = Number(flag("seed", "1"));
const only = flag("target", "");
const targets = buildTargets().flatMap(({ name }) => (only === "" || name === only ? [name] : []));

const random = seededRandom(seed);
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T; // never asked of an empty list
const outcomes = { built: 0, fault: 0 };

async function scenes(): Promise<{ name: string; bytes: Uint8Array }[]> {
  const found: { name: string; bytes: Uint8Array }[] = [];
  for (const { name, bytes } of FORMATS.flatMap(({ id }) => exampleFiles(id))) {
    try {
      const { document, losses } = await meshToScene(bytes);
      found.push({ name: `${name}.glb`, bytes: await writeGlb(document) });
      for (const file of (await writeObj(document, name, losses)).files.slice(0, 1)) found.push(file);
    } catch (error) {
      if (!(error instanceof MeshglotError)) throw error; // an example that has no scene of its own
    }
  }
  return found;
}

const attemptFor = (target: string) => async (bytes: Uint8Array) => {
  const made: unknown[] = [];
  try {
    const kind = sceneKindOf(bytes);
    if (!kind) return made;
    const { document } = await importScene(bytes, kind);
    made.push(await buildMesh(document, target));
    outcomes.built++;
    made.push(await writeObj(document, "again"), await writeGlb(document));
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    outcomes.fault++;
  }
  return made;
};

const all = await scenes();
const lane = new FuzzLane(seed);
while (lane.seconds < seconds && lane.runs < runs) {
  const { name, bytes: whole } = pick(all);
  let bytes = whole;
  let what = "";
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const damage = name.endsWith(".glb") ? damageGlb(bytes, random) : damageObj(bytes, random);
    const { bytes: next, what: how } = random() < 0.9 ? damage : { what: "bytes", bytes: mutate(bytes, random) };
    bytes = next;
    what += `${how}; `;
  }
  const target = pick(targets);
  await lane.run({ name, what: `to ${target}: ${what}`, bytes }, attemptFor(target));
}
console.log(lane.summary(`${outcomes.built} built, ${outcomes.fault} faults`));
process.exitCode = lane.broken > 0 ? 1 : 0;
