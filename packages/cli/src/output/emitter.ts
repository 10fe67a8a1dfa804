import { once } from "node:events";
import type { Result } from "../batch/attempt.ts";

/** What is wanted on standard output. */
export interface EmitOptions {
  json?: boolean;
  jsonl?: boolean;
  quiet?: boolean;
}

/**
 * Prints results as they come: an array of JSON, JSON lines, text, or one document about all of them. Only the last
 * keeps anything.
 */
export class Emitter {
  readonly #options: EmitOptions;
  readonly #summarize: ((entries: readonly object[]) => string) | undefined;
  readonly #entries: object[] = [];
  #printed = 0;

  constructor(options: EmitOptions, summarize: ((entries: readonly object[]) => string) | undefined) {
    this.#options = options;
    this.#summarize = summarize;
  }

  /** Whether entries are of any use, or text alone. */
  get wantsEntries(): boolean {
    return Boolean(this.#options.json || this.#options.jsonl || this.#summarize);
  }

  /** How entries have to be indented. */
  get indent(): 0 | 2 {
    return this.#options.json && !this.#options.jsonl && !this.#summarize ? 2 : 0;
  }

  async result({ status, entries, text }: Result): Promise<void> {
    const { json, jsonl, quiet } = this.#options;
    if (this.#summarize) for (const entry of entries) this.#entries.push(JSON.parse(entry));
    else if (jsonl) for (const entry of entries) print(entry);
    else if (json) for (const entry of entries) this.#element(entry);
    else if (text && !(quiet && (status === "done" || status === "current"))) {
      if (status === "failed" || status === "bug") complain(text);
      else print(text);
    }
    // What a slow reader has not taken yet would pile up in memory.
    if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
  }

  end(): void {
    const { json, jsonl } = this.#options;
    if (this.#summarize) print(this.#summarize(this.#entries));
    else if (json && !jsonl) print(this.#printed > 0 ? "\n]" : "[]");
  }

  /** An element of the array, indented as `JSON.stringify` would. */
  #element(entry: string): void {
    process.stdout.write(`${this.#printed++ === 0 ? "[" : ","}\n  ${entry.replaceAll("\n", "\n  ")}`);
  }
}

/** Data, to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Everything else, to standard error. */
export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
