import type { Result } from "./attempt.ts";
import type { Job } from "./outcome.ts";

/** Characters of finished results that may wait for an earlier one: many small files, or a few long maps. */
const MOST_HELD = 16 * 2 ** 20;

/** What is done with the results. */
export interface Course {
  /** Jobs that run at a time. */
  lanes: number;
  /** As each is there, in whatever order: for what has to survive a kill. */
  finished(job: Job, result: Result): void;
  /** In the order of the jobs: for what a person or a script reads. */
  emit(result: Result): Promise<void>;
  /** True: begin nothing more. */
  stopped(): boolean;
}

/**
 * Runs all jobs and passes their results on in their own order. No job is begun while too much waits to be passed on,
 * so memory does not grow with the number of jobs.
 */
export async function runInOrder(
  jobs: readonly Job[],
  run: (job: Job) => Promise<Result>,
  { lanes, finished, emit, stopped }: Course,
): Promise<void> {
  const held = new Map<number, Result>();
  let heldSize = 0;
  let next = 0;
  let emitted = 0;
  let emitting: Promise<void> = Promise.resolve();

  async function emitReady(): Promise<void> {
    for (let result = held.get(emitted); result; result = held.get(emitted)) {
      held.delete(emitted++);
      heldSize -= sizeOf(result);
      await emit(result);
    }
  }

  async function lane(): Promise<void> {
    while (next < jobs.length && !stopped()) {
      const index = next++;
      const job = jobs[index];
      if (!job) return;
      const result = await run(job);
      finished(job, result);
      held.set(index, result);
      heldSize += sizeOf(result);
      emitting = emitting.then(emitReady);
      await emitting;
      // The first that is missing is in another lane, because jobs are begun in order; that lane will pass it on.
      while (heldSize > MOST_HELD && !stopped()) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  await Promise.all(Array.from({ length: lanes }, lane));
}

function sizeOf({ text, entries }: Result): number {
  return entries.reduce((sum, entry) => sum + entry.length, text.length);
}
