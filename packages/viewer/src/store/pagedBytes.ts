/** Bytes that are looked at in places: those of a file of any size, or of an array in memory. */
export interface ByteSource {
  readonly size: number;
  /** The bytes, or undefined while they are on their way; `onArrival` is called when they are there. */
  peek(offset: number, length: number): Uint8Array | undefined;
  /** The bytes, sooner or later. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

const PAGE = 1 << 16;
/** 16 MB: more than any screen shows. */
const MOST_PAGES = 256;

/** A file on disk, read page by page; nothing of it is kept beyond the pages last looked at. */
export class PagedBytes implements ByteSource {
  readonly size: number;
  readonly #blob: Blob;
  readonly #pages = new Map<number, Uint8Array>();
  readonly #coming = new Set<number>();
  readonly #onArrival: () => void;

  constructor(blob: Blob, onArrival: () => void) {
    this.#blob = blob;
    this.size = blob.size;
    this.#onArrival = onArrival;
  }

  peek(offset: number, length: number): Uint8Array | undefined {
    const end = Math.min(offset + length, this.size);
    const result = new Uint8Array(Math.max(0, end - offset));
    let complete = true;
    for (let page = Math.floor(offset / PAGE); page * PAGE < end; page++) {
      const bytes = this.#page(page);
      if (!bytes) {
        complete = false;
        continue;
      }
      const from = Math.max(offset, page * PAGE);
      const to = Math.min(end, page * PAGE + bytes.byteLength);
      result.set(bytes.subarray(from - page * PAGE, to - page * PAGE), from - offset);
    }
    return complete ? result : undefined;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    return new Uint8Array(await this.#blob.slice(offset, offset + length).arrayBuffer());
  }

  #page(page: number): Uint8Array | undefined {
    const known = this.#pages.get(page);
    if (known) {
      this.#pages.delete(page);
      this.#pages.set(page, known);
      return known;
    }
    if (!this.#coming.has(page)) {
      this.#coming.add(page);
      void this.#load(page);
    }
    return undefined;
  }

  async #load(page: number): Promise<void> {
    try {
      this.#pages.set(page, await this.read(page * PAGE, PAGE));
      for (const [oldest] of this.#pages) {
        if (this.#pages.size <= MOST_PAGES) break;
        this.#pages.delete(oldest);
      }
      this.#onArrival();
    } finally {
      this.#coming.delete(page);
    }
  }
}

/** Bytes that are in memory, such as those of a decoded block. */
export class MemoryBytes implements ByteSource {
  readonly size: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.size = bytes.byteLength;
  }

  peek(offset: number, length: number): Uint8Array {
    return this.#bytes.subarray(offset, Math.min(offset + length, this.size));
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    return this.peek(offset, length);
  }
}
