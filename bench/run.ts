import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { mapMesh, openMesh, validateMesh } from "@meshglot/core";
import type { BenchCase, BenchResult } from "./case.ts";
import { compare } from "./compare.ts";

/**
 * `npm run bench`: what reading, mapping and rewriting cost compared to a plain copy of the same bytes in the same run.
 * `npm run bench -- --json` prints the array alone; `npm run bench -- msh` runs one format.
 */
const json = process.argv.includes("--json");
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const folder = fileURLToPath(new URL("cases/", import.meta.url));

interface CaseModule {
  benchCase?: BenchCase;
  /** Comparisons of another kind than "a file against its copy". */
  run?: () => BenchResult[] | Promise<BenchResult[]>;
}

async function benchFile({ id, make, limits }: BenchCase): Promise<BenchResult[]> {
  const bytes = make();
  const { format, dialect, file } = openMesh(bytes);
  const copy = () => bytes.slice();
  const operations = {
    read: () => openMesh(bytes),
    map: () => mapMesh(bytes),
    rewrite: () => format.write(file, dialect),
  };
  const results: BenchResult[] = [];
  for (const name of Object.keys(operations) as (keyof typeof operations)[]) {
    if (limits[name] === undefined) continue;
    results.push(await compare(`${id} ${name}`, operations[name], copy, limits[name]));
  }
  // Against reading, not against the copy. Twice is what was asked for; see docs/validation.md for what it takes.
  results.push(await compare(`${id} validate / read`, () => validateMesh(bytes), operations.read, null));
  return results;
}

const results: BenchResult[] = [];
for (const file of readdirSync(folder).sort()) {
  if (wanted.length > 0 && !wanted.includes(file.replace(/\.ts$/, ""))) continue;
  const module = (await import(`./cases/${file}`)) as CaseModule;
  const own = [...(module.benchCase ? await benchFile(module.benchCase) : []), ...((await module.run?.()) ?? [])];
  results.push(...own);
  if (json) continue;
  for (const { name, ratio, limit, ours, anchor } of own) {
    const verdict = limit === null ? "" : ratio <= limit ? `within ${limit}` : `ABOVE ${limit}`;
    console.log(
      `${name.padEnd(24)} ${ratio.toFixed(2).padStart(8)} x   ${ours.toFixed(2)} ms against ${anchor.toFixed(2)} ms   ${verdict}`,
    );
  }
}
if (json) console.log(JSON.stringify(results, undefined, 2));
process.exitCode = results.some(({ ratio, limit }) => limit !== null && ratio > limit) ? 1 : 0;
