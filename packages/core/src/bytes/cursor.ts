import { Budget } from "./budget.ts";
import { Coverage } from "./coverage.ts";
import { type CountCause, type FaultDetails, MeshglotError } from "./fault.ts";
import type { Trace } from "./trace.ts";

// Every format here is little-endian and arrays are copied as they lie, so a big-endian host would read nonsense.
if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1) throw new Error("meshglot needs a little-endian machine");

export interface CursorOptions {
  /** Prefix of the fault codes: `MSH` gives `MSH_TRUNCATED`. */
  family: string;
  start?: number;
  end?: number;
  /** Filled with a span per field when given. */
  trace?: Trace | undefined;
  budget?: Budget;
  /** True if the bytes are the {@link Cursor.scratch} of another cursor and not a file. */
  inScratch?: boolean;
}

/** Arrays of up to so many bytes share pages: vectors, matrices, names. */
export const SMALL = 64;
const PAGE = 4096;

/** A place in a file. Everything that is read goes through {@link Cursor.take}, which alone may find the file too short. */
export class Cursor {
  bytes: Uint8Array;
  view: DataView;
  readonly family: string;
  readonly end: number;
  readonly budget: Budget;
  /** What blocks with absolute offsets have claimed so far. */
  readonly covered = new Coverage();
  offset: number;
  trace: Trace | undefined;
  /** True if the bytes are ours, so that arrays may be views of them: {@link Cursor.own}. */
  owned = false;
  #scratch = new Uint8Array(0);
  #page = new ArrayBuffer(0);
  #pageUsed = 0;
  readonly #inScratch: boolean;

  constructor(bytes: Uint8Array, options: CursorOptions) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.family = options.family;
    this.offset = options.start ?? 0;
    this.end = options.end ?? bytes.byteLength;
    this.trace = options.trace;
    this.budget = options.budget ?? new Budget(bytes.byteLength);
    this.#inScratch = options.inScratch ?? false;
  }

  get left(): number {
    return this.end - this.offset;
  }

  /**
   * Claims the next `size` bytes.
   * @returns the offset where they start
   * @throws MeshglotError `<family>_TRUNCATED` before anything is allocated, naming the count that asked for them
   */
  take(size: number, cause?: CountCause): number {
    const start = this.offset;
    if (size > this.end - start || size < 0) {
      throw this.fault("TRUNCATED", {
        detail: `needs ${size} bytes at offset ${start}, ${this.end - start} left`,
        needed: size,
        available: this.end - start,
        cause,
      });
    }
    this.offset = start + size;
    return start;
  }

  /**
   * Copies all bytes at once, so that arrays which lie as their numbers need become views of the copy instead of copies
   * of their own. For formats that align their data and may have very many small arrays: a view takes a third of the
   * memory of an array with a buffer.
   */
  own(): void {
    this.bytes = new Uint8Array(this.bytes);
    this.view = new DataView(this.bytes.buffer);
    this.owned = true;
  }

  /**
   * Copies a few bytes into a page that small arrays share. A buffer of its own takes three times the memory of an array,
   * and a damaged count may ask for very many arrays.
   *
   * @param size at most {@link SMALL}
   * @returns the page and where the copy lies in it, at a multiple of four
   */
  copySmall(start: number, size: number): { page: ArrayBuffer; at: number } {
    if (this.#page.byteLength - this.#pageUsed < size) {
      this.#page = new ArrayBuffer(PAGE);
      this.#pageUsed = 0;
    }
    const [page, at] = [this.#page, this.#pageUsed];
    new Uint8Array(page, at, size).set(this.bytes.subarray(start, start + size));
    this.#pageUsed = at + size + (-size & 3);
    return { page, at };
  }

  /**
   * Room for the decoded bytes of a block, used again for the next one: what is read from it has to be copied out, as
   * all of our nodes do.
   */
  scratch(size: number): Uint8Array {
    if (this.#scratch.byteLength < size) this.#scratch = new Uint8Array(size);
    return this.#scratch.subarray(0, size);
  }

  /**
   * Bytes of the file as they lie, without a copy; a copy of those that lie in the scratch of another cursor, which
   * will be used again.
   */
  kept(start: number, end: number): Uint8Array {
    return this.#inScratch ? this.bytes.slice(start, end) : this.bytes.subarray(start, end);
  }

  /** A fault at the present offset with this family's code. */
  fault(kind: string, details: Omit<FaultDetails, "code">): MeshglotError {
    return new MeshglotError({ offset: this.offset, ...details, code: `${this.family}_${kind}` });
  }

  /** A second cursor at the same place for looking ahead; it leaves no trace. */
  fork(): Cursor {
    return new Cursor(this.bytes, {
      family: this.family,
      start: this.offset,
      end: this.end,
      budget: new Budget(0, this.budget.limit),
      inScratch: this.#inScratch,
    });
  }
}
