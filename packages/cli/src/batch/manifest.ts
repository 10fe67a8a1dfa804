import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { outputFailed, type WrittenFile } from "../output/writeFiles.ts";
import type { Shard } from "./shard.ts";
import type { SourceFile } from "./upToDate.ts";

/** What is remembered of one output. */
export interface ManifestRecord {
  schema: "meshglot.manifest/1";
  /** The main file, relative to the output folder, with `/`. */
  output: string;
  /** Of the input's bytes, the options and our version, see `recordKey`. */
  key: string;
  /** All files, as they were written; their paths are relative to the output folder. */
  files: WrittenFile[];
  /** What else was read, or looked for in vain; paths are relative to the input's folder. */
  sources: SourceFile[];
  /** The entries of `--json`, to be said again when the output is found up to date. */
  entries: object[];
}

/** Where outputs are remembered. */
export interface MemoryStore {
  /** Folder that the paths of a record are relative to. */
  readonly folder: string;
  /** The record of an output, by its path. */
  find(output: string): ManifestRecord | undefined;
  add(record: ManifestRecord): void;
}

interface Place {
  file: string;
  offset: number;
  length: number;
}

const NAME = /^\.meshglot(\.\d+-of-\d+)?\.jsonl$/;

/**
 * What earlier runs wrote into an output folder: a file of JSON lines in it, one line an output, the last line of an
 * output counts. Lines are only ever appended, in one write each, so that a killed run loses no more than its last
 * one; each shard of a job has a file of its own, and all of them are read. Records stay on the disk until they are
 * asked for.
 */
export class Manifest implements MemoryStore {
  readonly folder: string;
  readonly #file: string;
  readonly #places = new Map<string, Place>();
  /** The file ends with a part of a line, and the next one has to begin on a new one. */
  #torn = false;

  private constructor(folder: string, shard: Shard | undefined) {
    this.folder = folder;
    this.#file = join(folder, `.meshglot${shard ? `.${shard.index}-of-${shard.count}` : ""}.jsonl`);
  }

  /**
   * Makes the folder, and reads what the manifests in it hold.
   * @throws MeshglotError `OUTPUT_FAILED` if the folder can not be written: better now than after an hour of work
   */
  static open(folder: string, shard?: Shard): Manifest {
    try {
      mkdirSync(folder, { recursive: true });
      const manifest = new Manifest(folder, shard);
      for (const name of readdirSync(folder).filter((name) => NAME.test(name))) manifest.#read(join(folder, name));
      closeSync(openSync(manifest.#file, "a"));
      return manifest;
    } catch (error) {
      throw outputFailed(error);
    }
  }

  /** The record of an output, by its path; undefined if there is none that can be read. */
  find(output: string): ManifestRecord | undefined {
    const place = this.#places.get(this.#nameOf(output));
    if (!place) return undefined;
    const bytes = Buffer.alloc(place.length);
    const file = openSync(place.file, "r");
    try {
      readSync(file, bytes, 0, place.length, place.offset);
    } finally {
      closeSync(file);
    }
    return parseRecord(bytes.toString());
  }

  /** Appends a record. Throws the system's error. */
  add(record: ManifestRecord): void {
    const line = `${this.#torn ? "\n" : ""}${JSON.stringify(record)}\n`;
    this.#torn = true; // until it is known to be whole: a full disk takes a part
    appendFileSync(this.#file, line);
    this.#torn = false;
  }

  #read(file: string): void {
    const bytes = readFileSync(file);
    let offset = 0;
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, offset)) {
      const record = parseRecord(bytes.toString("utf8", offset, end));
      if (record) this.#places.set(record.output, { file, offset, length: end - offset });
      offset = end + 1;
    }
    if (file === this.#file) this.#torn = offset < bytes.length;
  }

  #nameOf(output: string): string {
    return relative(this.folder, output).split(sep).join("/");
  }
}

/** A line as a record; undefined if a kill or a full disk left a part of it. */
function parseRecord(line: string): ManifestRecord | undefined {
  try {
    const record = JSON.parse(line) as Partial<ManifestRecord>; // each field that is used is looked at below
    const { schema, output, key, files, sources, entries } = record;
    if (schema !== "meshglot.manifest/1" || typeof output !== "string" || typeof key !== "string") return undefined;
    if (!Array.isArray(files) || !files.every(isWrittenFile)) return undefined;
    if (!Array.isArray(sources) || !sources.every(isSourceFile) || !Array.isArray(entries)) return undefined;
    return { schema, output, key, files, sources, entries };
  } catch {
    return undefined;
  }
}

function isSourceFile(file: Partial<SourceFile> | null): boolean {
  return typeof file?.path === "string" && (file.sha256 === null || typeof file.sha256 === "string");
}

function isWrittenFile(file: Partial<WrittenFile> | null): boolean {
  return typeof file?.path === "string" && typeof file.size === "number" && typeof file.sha256 === "string";
}
