import { relative, sep } from "node:path";
import type { ManifestRecord, MemoryStore } from "./manifest.ts";

/** What this process wrote, for outputs that lie beside their inputs and have no folder to keep a manifest in. */
export class SessionMemory implements MemoryStore {
  readonly folder = ".";
  readonly #records = new Map<string, ManifestRecord>();

  find(output: string): ManifestRecord | undefined {
    return this.#records.get(relative(this.folder, output).split(sep).join("/"));
  }

  add(record: ManifestRecord): void {
    this.#records.set(record.output, record);
  }
}
