import { complain } from "../output/emitter.ts";
import type { Report } from "../output/report.ts";
import type { Result } from "./attempt.ts";
import type { MemoryStore } from "./manifest.ts";
import type { Job } from "./outcome.ts";

/**
 * What a run writes down about itself: the memory for the next run and the report. Trouble with either is said once and
 * stops nothing, because the outputs are worth more.
 */
export class Notes {
  readonly #memory: MemoryStore | undefined;
  readonly #report: Report | undefined;
  readonly #said = new Set<string>();

  constructor(memory: MemoryStore | undefined, report: Report | undefined) {
    this.#memory = memory;
    this.#report = report;
  }

  /** Whether every result goes into a report. */
  get reports(): boolean {
    return this.#report !== undefined;
  }

  get reportIsIncomplete(): boolean {
    return this.#said.has(REPORT_TROUBLE);
  }

  /** A job with what is known of its output. */
  recall(job: Job): Job {
    if (!this.#memory || job.output === undefined) return job;
    const before = this.#memory.find(job.output);
    return { ...job, memory: { folder: this.#memory.folder, ...(before ? { before } : {}) } };
  }

  /** Writes a result down. */
  add(job: Job, result: Result): void {
    const { record } = result;
    if (record) this.#attempt(MEMORY_TROUBLE, () => this.#memory?.add(record));
    this.#attempt(REPORT_TROUBLE, () => this.#report?.add(job, result));
  }

  #attempt(trouble: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!this.#said.has(trouble)) complain(`${trouble}: ${error instanceof Error ? error.message : error}`);
      this.#said.add(trouble);
    }
  }
}

const MEMORY_TROUBLE = "what was done can not be noted, the next run may do it again";
const REPORT_TROUBLE = "the report is incomplete";
