import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "../../../core/test/support/random.ts";
import { bin, jsonLines, meshglot, root, temporaryFiles, visibleFiles } from "./meshglot.ts";

export interface KillTrial {
  /** Runs that were killed while they worked. */
  killed: number;
  /** Outputs that were not what the undisturbed run made of their input, over all looks after a kill. */
  partial: string[];
  /** Temporary files that the killed runs left. */
  leftovers: number;
  /** Outputs there before the last run, and what the last run says that it did. */
  before: number;
  last: Record<"done" | "current" | "failed", number>;
  /** Files in which the final tree differs from that of the undisturbed run. */
  differences: string[];
  /** Temporary files after the last run. */
  temporary: string[];
}

/**
 * Converts a folder once undisturbed, and once with SIGKILL at random moments: a random number of outputs is there, and
 * a random fraction of a file's time has passed.
 *
 * @param scratch folder for the outputs; it is removed
 */
export async function killTrial(inputs: string, scratch: string, kills: number, seed: number): Promise<KillTrial> {
  const random = seededRandom(seed);
  const [whole, cut] = [join(scratch, "whole"), join(scratch, "cut")];
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(cut, { recursive: true });
  const words = (folder: string) => ["convert", inputs, "--out-dir", folder, "--jobs", "2", "--quiet"];
  meshglot(words(whole));
  const expected = visibleFiles(whole);
  const trial = { killed: 0, partial: [] as string[], leftovers: 0 };
  const moments = Array.from({ length: kills }, () => Math.floor(random() * expected.length)).sort((a, b) => a - b);
  for (const moment of moments) {
    const child = spawn(process.execPath, [bin, ...words(cut)], { cwd: root, stdio: "ignore" });
    const ended = once(child, "exit");
    while (child.exitCode === null && visibleFiles(cut).length <= moment) await wait(5);
    await wait(random() * 20);
    child.kill("SIGKILL");
    const [, signal] = (await ended) as [number | null, string | null];
    if (signal === "SIGKILL") trial.killed++;
    trial.partial.push(...visibleFiles(cut).filter((name) => differs(whole, cut, name)));
    trial.leftovers += temporaryFiles(cut).length;
  }
  const before = visibleFiles(cut).length;
  const { err } = meshglot([...words(cut), "--progress", "json"]);
  const last = jsonLines<{ event: string; counts: KillTrial["last"] }>(err).find(({ event }) => event === "end");
  if (!last) throw new Error(`no end: ${err}`);
  const all = new Set([...expected, ...visibleFiles(cut)]);
  const differences = [...all].filter((name) => differs(whole, cut, name));
  const temporary = temporaryFiles(cut);
  rmSync(scratch, { recursive: true });
  return { ...trial, before, last: last.counts, differences, temporary };
}

function differs(a: string, b: string, name: string): boolean {
  const [left, right] = [join(a, name), join(b, name)];
  return !existsSync(left) || !existsSync(right) || !readFileSync(left).equals(readFileSync(right));
}
