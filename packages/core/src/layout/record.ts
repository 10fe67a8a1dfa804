import type { Cursor } from "../bytes/cursor.ts";
import { MeshglotError } from "../bytes/fault.ts";
import { Sink } from "../bytes/sink.ts";
import type { Evidence } from "../bytes/trace.ts";
import type { Faithful, Node } from "./node.ts";

/** A test on the fields read so far, with the words that documentation and templates use for it. */
export interface Condition<R> {
  readonly expr: string;
  readonly test: (record: R) => boolean;
}

/** `when("version >= 2", (file) => file.version >= 2)` */
export function when<R>(expr: string, test: (record: R) => boolean): Condition<R> {
  return { expr, test };
}

/** What a reader of the map or of the documentation wants to know beyond the type. */
export interface FieldFacts<R> {
  /** Present only if this holds. */
  readonly when?: Condition<R>;
  readonly unit?: string;
  readonly evidence?: Evidence;
  readonly note?: string;
  /** Name of a list: item `i` of this field is the place in the file where item `i` of that one lies. */
  readonly pointsAt?: string;
}

export interface Field<R, N extends string = string> extends FieldFacts<R> {
  readonly name: N;
  readonly node: Node<unknown, R>;
  /** False for magics and the like, which the record does not hold. */
  readonly stored: boolean;
}

export interface RecordNode<T> extends Node<T> {
  readonly fields: readonly Field<T>[];
}

type OptionalKey<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type FieldName<T> = Exclude<keyof T & string, keyof Faithful>;
type FactsOf<T, K extends keyof T> =
  K extends OptionalKey<T> ? [facts: FieldFacts<T> & { when: Condition<T> }] : [facts?: FieldFacts<T>];
/** Turns into a type that nothing matches, and that names the fields, when a layout forgets some. */
type Complete<T, N> = [Exclude<FieldName<T>, N>] extends [never]
  ? unknown
  : { "the layout lacks": Exclude<FieldName<T>, N> };

/**
 * The words `field`, `fixed` and `record` for one interface. The compiler refuses a field that the interface lacks, a
 * node of another type, a count that is no number, an optional field without a condition, and a layout that forgets
 * a field.
 *
 * @example
 * const { field, fixed, record } = layoutOf<Point>();
 * const point = record("point", [fixed("magic", magic("PT")), field("x", f32, { unit: "m" }), field("y", f32)]);
 */
export function layoutOf<T extends object>(): {
  field: <K extends FieldName<T>>(
    name: K,
    node: Node<Exclude<T[K], undefined>, T>,
    ...facts: FactsOf<T, K>
  ) => Field<T, K>;
  fixed: (name: string, node: Node<undefined>, facts?: FieldFacts<T>) => Field<T, never>;
  record: <const F extends readonly Field<T>[]>(
    name: string,
    fields: F & Complete<T, F[number]["name"]>,
  ) => RecordNode<T>;
} {
  return {
    field: (name, node, ...[facts]) => ({ ...facts, name, stored: true, node: node as Node<unknown, T> }), // checked by the signature
    fixed: (name, node, facts) => ({ ...facts, name: name as never, stored: false, node: node as Node<unknown, T> }),
    record: (name, fields) => recordNode<T>(name, fields),
  };
}

function recordNode<T extends object>(name: string, fields: readonly Field<T>[]): RecordNode<T> {
  const size = fields.every((field) => field.node.size && !field.when)
    ? fields.reduce((sum, field) => sum + (field.node.size ?? 0), 0)
    : undefined;
  return {
    type: name,
    size,
    fields,
    read: (cursor) => {
      const record = {} as T & Faithful & Record<string, unknown>; // filled below, field by field
      for (const field of fields) {
        if (field.when && !field.when.test(record)) continue;
        readField(cursor, field, record);
      }
      return record;
    },
    write: (sink, value) => {
      for (const field of fields) writeField(sink, field, value as T & Faithful & Record<string, unknown>);
    },
  };
}

function readField<T>(cursor: Cursor, field: Field<T>, record: T & Faithful & Record<string, unknown>): void {
  const start = cursor.offset;
  const span = cursor.trace?.open(field.name, field.node.type, start);
  if (span) {
    if (field.unit) span.unit = field.unit;
    if (field.evidence) span.evidence = field.evidence;
    if (field.note) span.note = field.note;
  }
  let value: unknown;
  try {
    value = field.node.read(cursor, record);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    if (error.partial !== undefined && field.stored) Object.assign(record, { [field.name]: error.partial });
    error.partial = record;
    throw error.within(field.name);
  }
  if (span && cursor.offset === span.offset && field.node.hideEmpty) cursor.trace?.drop();
  else cursor.trace?.close(cursor.offset);
  if (!field.stored) return;
  Object.assign(record, { [field.name]: value });
  if (field.node.canonical) keepRaw(cursor, field, record, value, start);
}

function keepRaw<T>(cursor: Cursor, field: Field<T>, record: T & Faithful, value: unknown, start: number): void {
  const found = cursor.bytes.subarray(start, cursor.offset);
  const ours = field.node.canonical?.(value);
  if (!ours || (ours.byteLength === found.byteLength && ours.every((byte, i) => byte === found[i]))) return;
  record.$raw = { ...record.$raw, [field.name]: { value, bytes: found.slice() } };
}

function writeField<T>(sink: Sink, field: Field<T>, record: T & Faithful & Record<string, unknown>): void {
  const value = record[field.name];
  const present = !field.when || field.when.test(record);
  try {
    if (!present && value !== undefined && field.stored) throw unexpected(field.when?.expr ?? "");
    if (!present) return;
    if (value === undefined && field.stored) throw missing();
    const raw = record.$raw?.[field.name];
    if (raw && Object.is(raw.value, value)) sink.bytes(raw.bytes);
    else field.node.write(sink, value, record);
  } catch (error) {
    throw error instanceof MeshglotError ? error.within(field.name) : error;
  }
}

function missing(): MeshglotError {
  return new MeshglotError({ code: "WRITE_MISSING_FIELD", detail: "the layout needs this field and it is absent" });
}

function unexpected(expr: string): MeshglotError {
  return new MeshglotError({
    code: "WRITE_UNEXPECTED_FIELD",
    detail: `this field is only written when ${expr}`,
    hint: "Set what the condition asks for, or remove the field; nothing is dropped silently.",
  });
}

/** All bytes of a record. */
export function writeRecord<T>(node: RecordNode<T>, value: T): Uint8Array {
  const sink = new Sink();
  node.write(sink, value, undefined);
  return sink.finish();
}
