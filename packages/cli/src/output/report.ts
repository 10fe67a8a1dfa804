import { appendFileSync, closeSync, mkdirSync, openSync, readSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { MeshglotError } from "@meshglot/core";
import type { Result } from "../batch/attempt.ts";
import type { Job } from "../batch/outcome.ts";
import { schemaOf } from "./schemaOf.ts";
import { outputFailed } from "./writeFiles.ts";

/** A file of JSON lines, one an input, written as the inputs are finished; docs/schemas/report.schema.json. */
export class Report {
  readonly #path: string;
  readonly #verb: string;

  private constructor(path: string, verb: string) {
    this.#path = path;
    this.#verb = verb;
  }

  /**
   * Begins a report. It replaces an earlier report and nothing else.
   * @throws MeshglotError `OUTPUT_EXISTS` for a file that is no report, `OUTPUT_FAILED`
   */
  static open(path: string, verb: string): Report {
    if (!isReplaceable(path)) {
      throw new MeshglotError({
        code: "OUTPUT_EXISTS",
        detail: `${path} exists already and is no report`,
        hint: "Choose another name for --report.",
      });
    }
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "");
    } catch (error) {
      throw outputFailed(error);
    }
    return new Report(path, verb);
  }

  /** Adds a row. Throws the system's error. */
  add({ path, output }: Job, { status, size, milliseconds, entries }: Result): void {
    const row = { schema: schemaOf("report"), verb: this.#verb, file: path, status, size, milliseconds };
    const head = JSON.stringify(output === undefined ? row : { ...row, output });
    // Entries may be indented; a line break of JSON text is never part of a string.
    const list = entries.map((entry) => entry.replaceAll("\n", "")).join(",");
    appendFileSync(this.#path, `${head.slice(0, -1)},"entries":[${list}]}\n`);
  }
}

function isReplaceable(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return true; // not there, or not to be read: opening it for writing will tell
  }
  try {
    const start = Buffer.alloc(64);
    const size = readSync(file, start, 0, start.length, 0);
    return size === 0 || start.toString("utf8", 0, size).startsWith(`{"schema":"${schemaOf("report")}"`);
  } catch {
    return false; // a folder
  } finally {
    closeSync(file);
  }
}
