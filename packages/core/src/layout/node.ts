import type { Cursor } from "../bytes/cursor.ts";
import type { Sink } from "../bytes/sink.ts";
import type { SpanElement } from "../bytes/trace.ts";

/**
 * One word of the layout language: a thing that lies in a file.
 *
 * `V` is the value it becomes; `R` is what it must know of the record around it. A node that is counted by
 * `vertexCount` is a `Node<V, { vertexCount: number }>` and fits only into a record that has such a field.
 */
export interface Node<V, R = unknown> extends SpanElement {
  /** As shown in maps and in the documentation: `i32`, `f32 x3`, `u16 x3`. */
  readonly type: string;
  /** Bytes of every value, where it is always the same. */
  readonly size?: number | undefined;
  readonly read: (cursor: Cursor, record: R) => V;
  readonly write: (sink: Sink, value: V, record: R) => void;
  /**
   * The bytes a writer would choose, for nodes that have several encodings of one value. Where the file holds others,
   * the record keeps them in `$raw`.
   */
  readonly canonical?: (value: V) => Uint8Array;
  /** True for nodes whose empty span says nothing (the rest of a file). */
  readonly hideEmpty?: boolean;
}

/** Bytes of a field whose value can be written in more than one way, and the value that they stand for. */
export interface RawField {
  value: unknown;
  bytes: Uint8Array;
}

/** Every record may carry the original bytes of fields that a writer would encode differently. */
export interface Faithful {
  /** By field name; used on writing as long as the field still has that value. */
  $raw?: Record<string, RawField>;
}

/** Names of the fields of `T` that hold a plain number, so that they can be named as counts. */
export type NumericKey<T> = { [K in keyof T]-?: T[K] extends number ? K : never }[keyof T] & string;

/** A count: the name of an earlier field, or a function of what was read so far. */
export type Count<R> = (keyof R & string) | CountFunction<R>;

export interface CountFunction<R> {
  (record: R): number;
  /** Path of the field that counts, where the function does nothing but fetch it. */
  readonly path?: string;
  /** True if that path counts from the file: the field lies in a record that is no ancestor. */
  readonly absolute?: boolean;
}

/**
 * A count that lies in another record, with its path for messages and templates.
 *
 * @param absolute the path counts from the file, not from the record that is read
 *
 * @example list(objectLayout, countedBy("header.objectCount", (file) => file.header.objectCount))
 */
export function countedBy<R>(path: string, fetch: (record: R) => number, absolute = false): CountFunction<R> {
  return Object.assign((record: R) => fetch(record), { path, absolute });
}
