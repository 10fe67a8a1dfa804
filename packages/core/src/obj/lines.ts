/** Lines kept as strings before they are encoded; a whole large OBJ would exceed the longest possible string. */
const BATCH = 16_384;

/** Collects lines of text as bytes. */
export class Lines {
  readonly #encoder = new TextEncoder();
  readonly #chunks: Uint8Array[] = [];
  #pending: string[] = [];

  add(line: string): void {
    this.#pending.push(line);
    if (this.#pending.length >= BATCH) this.#flush();
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#chunks.push(this.#encoder.encode(`${this.#pending.join("\n")}\n`));
    this.#pending = [];
  }

  /** All lines, each ended by a line feed. */
  toBytes(): Uint8Array {
    this.#flush();
    const bytes = new Uint8Array(this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes;
  }
}

/** A name as one word of a line: OBJ knows no quotes and ends a name at the line's end. */
export function objName(name: string): string {
  return name.replace(/\s+/gu, "_").replace(/\p{Cc}/gu, "_") || "unnamed";
}
