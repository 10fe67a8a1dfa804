import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { MeshglotError } from "@meshglot/core";
import { attempt, outcomeOf, type Result, resultOf } from "./attempt.ts";
import { sizeOf } from "./jobSize.ts";
import type { Job, Verb } from "./outcome.ts";
import { WORKER_VERBS } from "./verbs.ts";
import type { WorkerSetup } from "./worker.ts";

/** Something that puts jobs through a verb, as many at a time as it has lanes. */
export interface Runner {
  lanes: number;
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
}

/** Below these a run is over before worker threads have loaded what they need. */
const SMALL_RUN = { files: 200, bytes: 16 * 2 ** 20 };

/**
 * Worker threads for a run that is worth them, this thread for all others.
 * @param wanted number of jobs at a time that the user asked for; by default the number of processors, for large runs
 */
export async function runnerFor(
  setup: WorkerSetup,
  verb: Verb,
  jobs: readonly Job[],
  wanted: number | undefined,
): Promise<Runner> {
  const threads = Math.min(wanted ?? availableParallelism(), jobs.length);
  const elsewhere = threads > 1 && WORKER_VERBS[setup.name] !== undefined && jobs.every(({ path }) => path !== "-");
  if (elsewhere && (wanted !== undefined || isLarge(jobs))) return workers(setup, threads);
  return {
    lanes: 1,
    run: (job) => attempt(setup.name, verb, job, setup.form),
    close: async () => undefined,
  };
}

function isLarge(jobs: readonly Job[]): boolean {
  if (jobs.length >= SMALL_RUN.files) return true;
  let bytes = 0;
  for (const job of jobs) {
    bytes += sizeOf(job);
    if (bytes >= SMALL_RUN.bytes) return true;
  }
  return false;
}

/**
 * What a worker may hold before V8 looks for garbage that is older. By itself V8 begins at a few MB and, where several
 * threads are busy, never gets far from there: 2,000 files took 280 collections in two workers, each with a helper that
 * took the processor from the other worker, and so half again as long. The flag is read when a worker's heap is made.
 */
const FIRST_COLLECTION_MB = 56;

async function workers(setup: WorkerSetup, threads: number): Promise<Runner> {
  const { Piscina } = await import("piscina");
  setFlagsFromString(`--initial-old-space-size=${FIRST_COLLECTION_MB}`);
  const pool = new Piscina({
    filename: new URL("./worker.mjs", import.meta.url).href,
    workerData: setup,
    minThreads: threads,
    maxThreads: threads,
    // What a file needs is in large arrays outside of the young generation, which would grow by 16 MB a worker.
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
  // A worker that dies between two files takes none with it, and the pool starts another one.
  pool.on("error", () => undefined);
  return {
    lanes: threads,
    run: async (job) => {
      const start = performance.now();
      try {
        return (await pool.run(job)) as Result; // what `worker.ts` returns
      } catch (error) {
        return lost(setup, job, error, performance.now() - start);
      }
    },
    close: () => pool.destroy(),
  };
}

/** The worker itself is gone, most likely for want of memory; the pool has started another one. */
function lost({ name, form }: WorkerSetup, job: Job, error: unknown, milliseconds: number): Result {
  const fault = new MeshglotError({
    code: "WORKER_LOST",
    detail: `the worker that had this file ended: ${error instanceof Error ? error.message : error}`,
    hint: "Fewer --jobs leave more memory to each.",
  });
  return resultOf("failed", outcomeOf(name, job, fault.toJSON()), form, { size: 0, milliseconds });
}
