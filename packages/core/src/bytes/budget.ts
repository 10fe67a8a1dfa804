import { MeshglotError } from "./fault.ts";

/** Bytes that small objects may take whatever the file's size: a file of 100 bytes may still need a few records. */
const FIXED_ALLOWANCE = 40 * 2 ** 20;
/** Times the file's size on top of that. Together with one copy of the arrays this stays under 10 x size + 64 MB. */
const ALLOWANCE_PER_BYTE = 4;

/**
 * How much memory the objects of one file may take. Arrays are bounded by the bytes they are copied from; lists of
 * strings and records are not (an empty string is 4 bytes in a file and some 150 in memory), so they are charged here.
 */
export class Budget {
  readonly limit: number;
  #used = 0;

  constructor(fileSize: number, limit = FIXED_ALLOWANCE + ALLOWANCE_PER_BYTE * fileSize) {
    this.limit = limit;
  }

  /** Whether a charge would be within the limit. */
  allows(bytes: number): boolean {
    return this.#used + bytes <= this.limit;
  }

  /** @throws MeshglotError `LIMIT_MEMORY` once the charges exceed the limit. */
  charge(bytes: number, offset: number): void {
    this.#used += bytes;
    if (this.#used <= this.limit) return;
    throw new MeshglotError({
      code: "LIMIT_MEMORY",
      detail: `the objects of this file would take more than ${Math.round(this.limit / 2 ** 20)} MB of memory`,
      offset,
      needed: this.#used,
      available: this.limit,
      hint: "If the file really is that large, raise the limit with --max-memory.",
    });
  }
}
