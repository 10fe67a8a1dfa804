import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { killTrial } from "../packages/cli/test/support/killTrial.ts";
import { makeMeshFolder } from "../packages/cli/test/support/meshFolder.ts";
import { bin, jsonLines } from "../packages/cli/test/support/meshglot.ts";

/**
 * `npx tsx scripts/batchTrial.ts [--files 2000] [--rounds 5] [--kills 10] [--seed 1]`, after `npm run build`: converts
 * generated files of 4 KB to 2 MB, 5 % of them damaged, with one and with two jobs in turn, and says how the times
 * compare and how memory goes (Linux); then kills such a run at random moments.
 */
const option = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const [files, rounds, kills, seed] = [
  option("files", 2000),
  option("rounds", 5),
  option("kills", 10),
  option("seed", 1),
];

interface Run {
  seconds: number;
  /** Processor time of all threads, up to the last look at it. */
  cpu: number;
  /** Highest resident memory in MB, of the whole run and of its second and last quarter. */
  peak: number;
  second: number;
  last: number;
  counts: Record<string, number>;
  faults: Record<string, number>;
}

/** Resident memory of a process in MB. */
function residentMb(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0; // not Linux, or over
  }
}

/** Processor time of a process in seconds; Linux counts it in hundredths. */
function processorSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

async function convert(inputs: string, folder: string, jobs: number): Promise<Run> {
  const out = join(folder, `out${jobs}`);
  const report = join(folder, "report.jsonl");
  rmSync(out, { recursive: true, force: true });
  const words = ["convert", inputs, "--out-dir", out, "--jobs", String(jobs), "--progress", "json", "--report", report];
  const start = performance.now();
  const child = spawn(process.execPath, [bin, ...words, "--quiet"], { stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr.on("data", (text) => {
    err += text;
  });
  const memory: number[] = [];
  let cpu = 0;
  const clock = setInterval(() => {
    memory.push(residentMb(child.pid));
    cpu = Math.max(cpu, processorSeconds(child.pid));
  }, 50);
  await once(child, "close");
  clearInterval(clock);
  const seconds = (performance.now() - start) / 1000;
  const quarter = (n: number) =>
    Math.max(...memory.slice(Math.floor((n * memory.length) / 4), Math.floor(((n + 1) * memory.length) / 4)));
  const end = jsonLines<{ event: string; counts: Record<string, number> }>(err).find(({ event }) => event === "end");
  const faults: Record<string, number> = {};
  for (const row of jsonLines<{ entries: { error?: { code: string } }[] }>(readFileSync(report, "utf8"))) {
    for (const { error } of row.entries) if (error) faults[error.code] = (faults[error.code] ?? 0) + 1;
  }
  return {
    seconds,
    cpu,
    peak: Math.max(...memory),
    second: quarter(1),
    last: quarter(3),
    counts: end?.counts ?? {},
    faults,
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const folder = mkdtempSync(join(tmpdir(), "meshglot-batch-"));
try {
  const inputs = join(folder, "inputs");
  const planned = makeMeshFolder(inputs, { count: files, seed });
  console.log(`${files} files, ${Math.round(planned.bytes / 2 ** 20)} MB, to fail: ${JSON.stringify(planned.faults)}`);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const one = await convert(inputs, folder, 1);
    const two = await convert(inputs, folder, 2);
    ratios.push(one.seconds / two.seconds);
    const memory = [one, two].map((run) => `${run.peak.toFixed(0)} (${run.second.toFixed(0)}, ${run.last.toFixed(0)})`);
    console.log(
      `one job ${one.seconds.toFixed(1)} s (${one.cpu.toFixed(1)} of a processor), ` +
        `two ${two.seconds.toFixed(1)} s (${two.cpu.toFixed(1)}), ${(one.seconds / two.seconds).toFixed(2)} times; ` +
        `MB at most (2nd, 4th quarter): ${memory.join(", ")}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
    if (round === 0) console.log(`two jobs say ${JSON.stringify(two.counts)} ${JSON.stringify(two.faults)}`);
  }
  if (rounds > 0) console.log(`median: ${median(ratios).toFixed(2)} times`);
  if (kills > 0) {
    const { differences, partial, ...trial } = await killTrial(inputs, join(folder, "kill"), kills, seed);
    console.log(JSON.stringify({ ...trial, partial: partial.length, differences: differences.length }));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
