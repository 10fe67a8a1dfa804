import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One second for each megabyte, and what a busy machine may add. */
const allowedMs = (size: number) => 1000 * (size / 2 ** 20) + 1000;
/** What a result may take beside what was there before. */
const allowedBytes = (size: number) => 10 * size + 64 * 2 ** 20;

const FOLDER = fileURLToPath(new URL("../.tmp/fuzz/", import.meta.url));

/** A damaged file. */
export interface Damaged {
  name: string;
  /** What was done to it. */
  what: string;
  bytes: Uint8Array;
}

/** Makes all that can be made of a file, and returns it so that its memory can be measured. Throws if something breaks. */
export type Attempt = (bytes: Uint8Array) => Promise<unknown[]>;

/**
 * Holds attempts to a second per megabyte and 10 times the file's size plus 64 MB of memory. What breaks is kept in
 * .tmp/fuzz to become a test, and the file at hand as `current`.
 */
export class FuzzLane {
  runs = 0;
  broken = 0;
  readonly #seed: number;
  readonly #started = performance.now();
  #slowest = 0;
  #largest = 0;

  constructor(seed: number) {
    this.#seed = seed;
    mkdirSync(FOLDER, { recursive: true });
  }

  /** Seconds since the lane was opened. */
  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  async run({ name, what, bytes }: Damaged, attempt: Attempt): Promise<void> {
    this.runs++;
    writeFileSync(this.#path("current"), bytes); // what is left where an attempt never ends
    const start = performance.now();
    const before = memoryInUse();
    let problem: unknown;
    try {
      const made = await attempt(bytes);
      const allowed = allowedMs(bytes.byteLength);
      let took = performance.now() - start;
      if (took > allowed) took = Math.min(took, await timeOf(bytes, attempt)); // the machine may have been busy
      this.#slowest = Math.max(this.#slowest, took);
      if (took > allowed) problem = new Error(`took ${took.toFixed(0)} ms`);
      // Garbage counts here, so what looks too large is looked at again without it.
      if (made.length > 0 && memoryInUse() - before > allowedBytes(bytes.byteLength)) {
        const held = await heldBy(bytes, attempt);
        this.#largest = Math.max(this.#largest, held);
        if (held > allowedBytes(bytes.byteLength)) problem ??= new Error(`takes ${(held / 2 ** 20).toFixed(0)} MB`);
      }
    } catch (error) {
      problem = error;
    }
    if (problem) this.#keep({ name, what, bytes }, problem);
  }

  /** @param outcomes what became of the files */
  summary(outcomes: string): string {
    const rss = process.resourceUsage().maxRSS / 1024;
    return (
      `${this.runs} damaged files in ${this.seconds.toFixed(0)} s (seed ${this.#seed}): ${outcomes}, ${this.broken} broken; ` +
      `slowest ${this.#slowest.toFixed(0)} ms, largest result looked at ${(this.#largest / 2 ** 20).toFixed(0)} MB, ` +
      `process at most ${rss.toFixed(0)} MB`
    );
  }

  #path(name: string): string {
    return join(FOLDER, name);
  }

  #keep({ name, what, bytes }: Damaged, problem: unknown): void {
    this.broken++;
    const path = this.#path(`${this.#seed}-${this.runs}-${name}`);
    writeFileSync(path, bytes);
    console.error(`${path}\n  ${what}\n  ${problem instanceof Error ? problem.stack : problem}`);
  }
}

/** A flag of the command line. */
export function flag(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Memory that the results of one file hold on to, garbage left aside. */
async function heldBy(bytes: Uint8Array, attempt: Attempt): Promise<number> {
  globalThis.gc?.();
  const before = memoryInUse();
  const made = await attempt(bytes);
  globalThis.gc?.();
  const held = memoryInUse() - before;
  return made.length >= 0 ? held : 0; // keeps the results alive up to here
}

async function timeOf(bytes: Uint8Array, attempt: Attempt): Promise<number> {
  const start = performance.now();
  await attempt(bytes);
  return performance.now() - start;
}
