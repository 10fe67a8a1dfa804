import { MeshglotError } from "./fault.ts";

/** Small values are collected in pages of this size; larger ones are kept by reference until the end. */
const PAGE = 4096;
/** Arrays below this are cheaper to copy into the page than to keep apart. */
const COPY_BELOW = 512;

interface Chunk {
  offset: number;
  bytes: Uint8Array;
}

/**
 * Collects the bytes of a file. Large arrays are not copied until {@link Sink.finish} knows the size, so writing costs
 * one copy in all.
 */
export class Sink {
  #chunks: Chunk[] = [];
  #page = new Uint8Array(PAGE);
  #pageView = new DataView(this.#page.buffer);
  /** Where in the file, and where in the page, the values that are not yet a chunk begin. */
  #pageStart = 0;
  #pageFrom = 0;
  #pageUsed = 0;
  #end = 0;
  offset = 0;

  /** Behind the last byte that was written, wherever that was. */
  get end(): number {
    return Math.max(this.#end, this.offset);
  }

  /** Room for a scalar of `size` bytes (at most 8) at the present offset. The view and position are valid until the next call. */
  scalar(size: number): { view: DataView; at: number } {
    this.#reserve(size);
    const at = this.#pageUsed;
    this.#pageUsed += size;
    this.offset += size;
    return { view: this.#pageView, at };
  }

  /** Puts bytes at the present offset. They must not change before {@link Sink.finish}. */
  bytes(bytes: Uint8Array): void {
    if (bytes.byteLength === 0) return;
    if (bytes.byteLength < COPY_BELOW) {
      this.#reserve(bytes.byteLength);
      this.#page.set(bytes, this.#pageUsed);
      this.#pageUsed += bytes.byteLength;
    } else {
      this.#flush();
      this.#chunks.push({ offset: this.offset, bytes });
    }
    this.offset += bytes.byteLength;
  }

  /** Goes on writing at another place, for layouts with absolute offsets. */
  seek(offset: number): void {
    if (offset === this.offset) return;
    this.#flush();
    this.#end = Math.max(this.#end, this.offset);
    this.offset = offset;
  }

  #reserve(size: number): void {
    if (this.#pageUsed + size > PAGE) {
      this.#flush();
      this.#page = new Uint8Array(PAGE);
      this.#pageView = new DataView(this.#page.buffer);
      this.#pageFrom = 0;
      this.#pageUsed = 0;
    }
    if (this.#pageUsed === this.#pageFrom) this.#pageStart = this.offset;
  }

  /** Turns what is new in the page into a chunk. The rest of the page stays in use: blocks may be tiny and many. */
  #flush(): void {
    if (this.#pageUsed === this.#pageFrom) return;
    this.#chunks.push({ offset: this.#pageStart, bytes: this.#page.subarray(this.#pageFrom, this.#pageUsed) });
    this.#pageFrom = this.#pageUsed;
  }

  /**
   * The whole file.
   * @throws MeshglotError `WRITE_OVERLAP` if two fields claim the same byte, `WRITE_GAP` if none claims one
   */
  finish(): Uint8Array {
    this.#flush();
    const chunks = this.#chunks.sort((a, b) => a.offset - b.offset);
    let end = 0;
    for (const chunk of chunks) {
      if (chunk.offset !== end) throw placementError(chunk.offset, end);
      end += chunk.bytes.byteLength;
    }
    const file = new Uint8Array(end);
    for (const chunk of chunks) file.set(chunk.bytes, chunk.offset);
    return file;
  }
}

function placementError(offset: number, end: number): MeshglotError {
  const overlap = offset < end;
  return new MeshglotError({
    code: overlap ? "WRITE_OVERLAP" : "WRITE_GAP",
    detail: overlap
      ? `two fields claim the bytes ${offset} to ${end - 1}`
      : `no field claims the bytes ${end} to ${offset - 1}`,
    offset: Math.min(offset, end),
    hint: "Lay the blocks out anew: the stored offsets do not fit the blocks' sizes.",
  });
}
