import { type CodePage, sameBytes, toHex } from "../../bytes/codePage.ts";
import { joinPath } from "../../bytes/fault.ts";
import type { SpanElement } from "../../bytes/trace.ts";
import type { Json } from "../../json.ts";
import { isScalars } from "../../layout/elements.ts";
import type { RawField } from "../../layout/node.ts";
import { type AnyText, isBlock, isRecord, isText } from "../../layout/values.ts";
import type { Change } from "./change.ts";
import { diffArrays, numbersOf } from "./diffArrays.ts";
import { numberForJson } from "./numberForJson.ts";

/** A field as the walk meets it: what layouts say about it beyond its type. */
interface FieldNode extends SpanElement {
  readonly fields?:
    | readonly {
        readonly name: string;
        readonly node: SpanElement;
        readonly unit?: string;
        readonly pointsAt?: string;
      }[]
    | undefined;
}

export interface FieldDiffOptions {
  /** Numbers with a unit, and floats, that differ by no more are the same. */
  tolerance: number;
  codePage: CodePage;
  /** Where the items of a list lie, for fields that hold their places; see `pointsAt`. */
  placesOf: (side: "a" | "b", list: string) => readonly number[];
}

/** Differing fields. */
export interface FieldDifferences {
  /** At most {@link MAX_CHANGES}. */
  changes: Change[];
  /** Number of changes, listed or not. */
  total: number;
}

/** Changes listed at most: damaged lists may have one for every few bytes. */
export const MAX_CHANGES = 10_000;

/** Numbers of an array shown of a field that only one file has. */
const SHOWN = 16;

/**
 * All differences between two file objects of one format, in the order of the layout.
 *
 * @param node the layout; fields that it does not describe are compared as they are
 */
export function diffFields(a: object, b: object, node: SpanElement, options: FieldDiffOptions): FieldDifferences {
  const walk = new Walk(options);
  walk.records("", a as Record<string, unknown>, b as Record<string, unknown>, node);
  return { changes: walk.changes, total: walk.total };
}

class Walk {
  readonly #options: FieldDiffOptions;
  readonly changes: Change[] = [];
  total = 0;

  constructor(options: FieldDiffOptions) {
    this.#options = options;
  }

  #add(...changes: Change[]): void {
    this.total += changes.length;
    if (this.changes.length < MAX_CHANGES) this.changes.push(...changes);
  }

  records(path: string, a: Record<string, unknown>, b: Record<string, unknown>, node: FieldNode | undefined): void {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      if (name === "$raw") continue;
      const field = node?.fields?.find((known) => known.name === name);
      const own = joinPath(path, name);
      if (field?.pointsAt && this.#pointsAlike(a[name], b[name], field.pointsAt)) continue;
      const before = this.total;
      this.value(own, a[name], b[name], field?.node, field?.unit !== undefined);
      if (this.total === before) this.#spelling(own, rawOf(a, name), rawOf(b, name), a[name]);
    }
  }

  value(path: string, a: unknown, b: unknown, node: FieldNode | undefined, hasUnit: boolean): void {
    if (a === undefined || b === undefined) {
      if (a !== b) this.#only(path, a, b);
    } else if (isScalars(a) && isScalars(b)) {
      this.#arrays(path, a, b, node, hasUnit);
    } else if (isText(a) && isText(b)) {
      this.#texts(path, a, b);
    } else if (isBlock(a) && isBlock(b)) {
      this.#blocks(path, a, b, node);
    } else if (Array.isArray(a) && Array.isArray(b)) {
      this.#lists(path, a, b, node, hasUnit);
    } else if (isIntegers(a) && isIntegers(b)) {
      this.#integers(path, a, b);
    } else if (isRecord(a) && isRecord(b)) {
      this.records(path, a, b, node);
    } else if (!this.#sameScalar(a, b, hasUnit || node?.type === "f32")) {
      this.#add({ path, kind: "value", a: this.#json(a), b: this.#json(b) });
    }
  }

  #arrays(
    path: string,
    a: Parameters<typeof diffArrays>[1],
    b: typeof a,
    node: FieldNode | undefined,
    hasUnit: boolean,
  ) {
    if (/^char\[/.test(node?.type ?? "")) {
      if (!sameBytes(a as Uint8Array, b as Uint8Array)) {
        this.#add({ path, kind: "value", a: this.#name(a as Uint8Array), b: this.#name(b as Uint8Array) });
      }
      return;
    }
    this.#add(...diffArrays(path, a, b, node, this.#options.tolerance, hasUnit));
  }

  #texts(path: string, a: AnyText, b: AnyText): void {
    if (!sameBytes(a.raw, b.raw)) {
      this.#add({ path, kind: "value", a: this.#text(a.raw), b: this.#text(b.raw) });
    } else if (this.#detail(a) !== this.#detail(b)) {
      // A length that is not the number of bytes, or bytes of it that a writer would not choose.
      this.#add({ path: joinPath(path, "length"), kind: "encoding", a: this.#detail(a), b: this.#detail(b) });
    }
  }

  /** Arrays of integers whose odd spellings stand beside them. */
  #integers(path: string, a: Integers, b: Integers): void {
    const before = this.total;
    this.#add(...diffArrays(path, a.values, b.values, undefined, 0, false));
    const [x, y] = [spelled(a), spelled(b)];
    if (this.total === before && x !== y) this.#add({ path, kind: "encoding", a: x, b: y });
  }

  /** Everything of a string but its bytes, as text. */
  #detail({ raw: _, ...rest }: AnyText): string {
    return JSON.stringify(rest, (_key, value: unknown) => (value instanceof Uint8Array ? toHex(value) : value));
  }

  #blocks(
    path: string,
    a: { value: unknown; stored: boolean; payload?: Uint8Array },
    b: typeof a,
    node: FieldNode | undefined,
  ): void {
    const before = this.total;
    const own = joinPath(path, "payload");
    this.value(own, a.value, b.value, node, false);
    if (this.total > before) return;
    const same = a.payload && b.payload ? sameBytes(a.payload, b.payload) : a.stored === b.stored;
    if (same) return;
    const describe = (block: typeof a) =>
      block.stored ? "stored" : `compressed to ${block.payload?.byteLength ?? "?"} bytes`;
    this.#add({ path: own, kind: "encoding", a: describe(a), b: describe(b) });
  }

  /** Lists of different length are matched from both ends, so that one more item in the middle is one change. */
  #lists(path: string, a: unknown[], b: unknown[], node: FieldNode | undefined, hasUnit: boolean): void {
    if (a.length === b.length) {
      for (let i = 0; i < a.length; i++) this.value(`${path}[${i}]`, a[i], b[i], node, hasUnit);
      return;
    }
    const shorter = Math.min(a.length, b.length);
    let head = 0;
    while (head < shorter && this.#same(a[head], b[head], node, hasUnit)) head++;
    let tail = 0;
    while (tail < shorter - head && this.#same(a.at(-1 - tail), b.at(-1 - tail), node, hasUnit)) tail++;
    const paired = shorter - tail;
    for (let i = head; i < paired; i++) this.value(`${path}[${i}]`, a[i], b[i], node, hasUnit);
    for (let i = paired; i < a.length - tail; i++) this.#only(`${path}[${i}]`, a[i], undefined);
    for (let i = paired; i < b.length - tail; i++) this.#only(`${path}[${i}]`, undefined, b[i]);
  }

  #same(a: unknown, b: unknown, node: FieldNode | undefined, hasUnit: boolean): boolean {
    const walk = new Walk(this.#options);
    walk.value("", a, b, node, hasUnit);
    return walk.total === 0;
  }

  #only(path: string, a: unknown, b: unknown): void {
    this.#add({ path, kind: a === undefined ? "added" : "removed", a: this.#json(a), b: this.#json(b) });
  }

  #sameScalar(a: unknown, b: unknown, measured: boolean): boolean {
    if (Object.is(a, b)) return true;
    const near = measured && typeof a === "number" && typeof b === "number";
    return near && this.#options.tolerance > 0 && Math.abs(a - b) <= this.#options.tolerance;
  }

  /** The same value may be spelled in other bytes: NaN payloads, redundant integers. */
  #spelling(path: string, a: RawField | undefined, b: RawField | undefined, value: unknown): void {
    if (this.#options.tolerance > 0 && typeof value === "number") return;
    const [hexA, hexB] = [a, b].map((raw) => (raw ? toHex(raw.bytes) : "as a writer would"));
    if (hexA === hexB) return;
    this.#add({ path, kind: "encoding", a: hexA ?? null, b: hexB ?? null });
  }

  /** Places of blocks follow from the sizes of what lies before them, so only how far they are off is a difference. */
  #pointsAlike(a: unknown, b: unknown, target: string): boolean {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    const [placesA, placesB] = [this.#options.placesOf("a", target), this.#options.placesOf("b", target)];
    return a.every((place, i) => Number(place) - (placesA[i] ?? 0) === Number(b[i]) - (placesB[i] ?? 0));
  }

  #text(raw: Uint8Array): Json {
    const { text, exact } = this.#options.codePage.decode(raw.at(-1) === 0 ? raw.subarray(0, -1) : raw);
    return exact ? text : { text, hex: toHex(raw) };
  }

  /** A name in a field of fixed size ends at its first zero; what is behind it is shown only if there is something. */
  #name(raw: Uint8Array): Json {
    const end = raw.indexOf(0);
    const { text } = this.#options.codePage.decode(end < 0 ? raw : raw.subarray(0, end));
    return end >= 0 && raw.subarray(end).some((byte) => byte !== 0) ? { text, hex: toHex(raw) } : text;
  }

  #json(value: unknown): Json {
    if (value === undefined || value === null) return null;
    if (typeof value === "bigint") return String(value);
    if (typeof value === "number") return numberForJson(value);
    if (isScalars(value)) return value.length > SHOWN ? `${value.length} numbers` : numbersOf(value);
    if (isText(value)) return this.#text(value.raw);
    if (Array.isArray(value))
      return value.length > SHOWN ? `${value.length} items` : value.map((item) => this.#json(item));
    if (!isRecord(value)) return String(value);
    const fields = Object.entries(value).filter(([name]) => name !== "$raw");
    return Object.fromEntries(fields.map(([name, inner]) => [name, this.#json(inner)]));
  }
}

interface Integers {
  values: Int32Array;
  odd?: { index: number; value: number; bytes: Uint8Array }[];
}

function isIntegers(value: unknown): value is Integers {
  return isRecord(value) && value.values instanceof Int32Array;
}

/** The odd spellings that are in use, as text. */
function spelled({ values, odd = [] }: Integers): string {
  const used = odd.filter(({ index, value }) => values[index] === value);
  return used.length === 0 ? "as a writer would" : used.map(({ index, bytes }) => `${index}:${toHex(bytes)}`).join(" ");
}

/** Bytes that a record keeps for a field, if the field still has the value that they stand for. */
function rawOf(record: Record<string, unknown>, name: string): RawField | undefined {
  const raw = (record.$raw as Record<string, RawField> | undefined)?.[name];
  return raw && Object.is(raw.value, record[name]) ? raw : undefined;
}
