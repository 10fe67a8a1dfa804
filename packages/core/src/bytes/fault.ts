/** The count field that asked for more bytes than there are. */
export interface CountCause {
  path: string;
  value: number | bigint;
  /** True if the path counts from the file, not from the record that holds the failing field. */
  absolute?: boolean | undefined;
}

/** What is known about a fault when it is found. */
export interface FaultDetails {
  /** Stable code, for instance `MSH_TRUNCATED`; the table of codes says what it means. */
  code: string;
  /** What is wrong, with the numbers, without the path. */
  detail: string;
  /** Field path relative to where the fault was found; records add their own names on the way up. */
  path?: string | undefined;
  /** Byte offset in the file (or in the decoded block). */
  offset?: number | undefined;
  needed?: number | undefined;
  available?: number | undefined;
  cause?: CountCause | undefined;
  /** What the user can do about it. */
  hint?: string | undefined;
}

/** The plain form of a fault, as it appears in `--json` output. */
export interface FaultJson {
  code: string;
  path: string;
  offset: number | null;
  needed: number | null;
  available: number | null;
  message: string;
  hint?: string;
}

/** `bones` + `[2]` is `bones[2]`, `bones[2]` + `name` is `bones[2].name`. */
export function joinPath(head: string, tail: string): string {
  if (head === "" || tail === "") return head + tail;
  return tail.startsWith("[") ? head + tail : `${head}.${tail}`;
}

/**
 * The one error type that reading, writing and converting throw for bad input.
 *
 * @example
 * try {
 *   readMesh(bytes);
 * } catch (error) {
 *   if (error instanceof MeshglotError) console.log(error.code, error.path, error.offset, error.partial);
 * }
 */
export class MeshglotError extends Error {
  readonly code: string;
  path: string;
  offset: number | undefined;
  readonly needed: number | undefined;
  readonly available: number | undefined;
  countCause: CountCause | undefined;
  hint: string | undefined;
  /** The record as far as it had been read; its later fields are absent. */
  partial: object | undefined;
  /** Of two files that are compared, the one that it is about. */
  side: "a" | "b" | undefined;
  #detail: string;
  /** A count's path is relative to the record that holds the failing field, so that record must not prefix it. */
  #countIsSibling: boolean;

  constructor(details: FaultDetails) {
    super(details.detail);
    this.name = "MeshglotError";
    this.code = details.code;
    this.path = details.path ?? "";
    this.offset = details.offset;
    this.needed = details.needed;
    this.available = details.available;
    this.countCause = details.cause && { ...details.cause };
    this.hint = details.hint;
    this.#detail = details.detail;
    this.#countIsSibling = this.path === "";
    this.#rebuild();
  }

  /**
   * Called by a list whose item ran out of bytes without a count of its own to blame: the list's count asked for it.
   * @param sibling true if the count is a field beside the list, false if it lies in front of it as a part of its node
   */
  causedBy(cause: CountCause, sibling: boolean): this {
    if (this.countCause || this.needed === undefined) return this;
    this.countCause = { ...cause };
    this.#countIsSibling = sibling;
    this.#rebuild();
    return this;
  }

  /** Called by each record and list on the way up: puts its name in front of the path. */
  within(name: string): this {
    this.path = joinPath(name, this.path);
    if (this.countCause && !this.#countIsSibling && !this.countCause.absolute)
      this.countCause.path = joinPath(name, this.countCause.path);
    this.#countIsSibling = false;
    this.#rebuild();
    return this;
  }

  /** Called by a compressed block: its decoded bytes lie nowhere in the file, so the fault is where the block is. */
  inDecodedBlock(blockOffset: number): this {
    this.#detail = `${this.#detail} (in the decoded block)`;
    this.offset = blockOffset;
    this.#rebuild();
    return this;
  }

  /** Called by a comparison, which has two files. */
  onSide(side: "a" | "b"): this {
    this.side = side;
    return this;
  }

  #rebuild(): void {
    const cause = this.countCause ? `; ${this.countCause.path} = ${this.countCause.value} asked for it` : "";
    this.message = `${this.path ? `${this.path}: ` : ""}${this.#detail}${cause}`;
  }

  toJSON(): FaultJson {
    return {
      code: this.code,
      path: this.path,
      offset: this.offset ?? null,
      needed: this.needed ?? null,
      available: this.available ?? null,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
    };
  }
}
