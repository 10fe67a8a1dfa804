import type { Cursor } from "../../bytes/cursor.ts";
import { bytesOf, countMismatch } from "../../layout/arrays.ts";
import type { Node } from "../../layout/node.ts";

/** Influences of all vertices in three columns: vertex `i` has the next `counts[i]` of the pairs. */
export interface WeightTable {
  /** Influences per vertex; 4 at most (documented). */
  counts: Uint8Array;
  /** Joint of each influence, in the order of the file. */
  joints: Int16Array;
  /** Weight of each influence, 65535 is 1. */
  weights: Uint16Array;
}

const PAIR = 4;

/** Weights as in the file: per vertex a count, then that many pairs of i16 joint and u16 weight. */
export function weightTable<R>(count: (record: R) => number): Node<WeightTable, R> {
  return {
    type: "weights",
    read: (cursor, record) => {
      const n = count(record);
      if (n > cursor.left) cursor.take(n, { path: "weightCount", value: n });
      if (cursor.trace?.current) cursor.trace.current.count = n;
      const counts = new Uint8Array(n);
      const pairs = readCounts(cursor, counts);
      const joints = new Int16Array(pairs);
      const weights = new Uint16Array(pairs);
      const { bytes } = cursor;
      let at = cursor.offset;
      for (let vertex = 0, pair = 0; vertex < n; vertex++) {
        at++;
        for (const end = pair + (counts[vertex] ?? 0); pair < end; pair++, at += PAIR) {
          joints[pair] = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
          weights[pair] = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
        }
      }
      cursor.take(at - cursor.offset);
      return { counts, joints, weights };
    },
    write: (sink, { counts, joints, weights }, record) => {
      const wanted = count(record);
      const pairs = counts.reduce((sum, own) => sum + own, 0);
      if (counts.length !== wanted) throw countMismatch(counts.length, wanted, "weightCount");
      if (joints.length !== pairs) throw countMismatch(joints.length, pairs, "counts");
      if (weights.length !== pairs) throw countMismatch(weights.length, pairs, "counts");
      const bytes = new Uint8Array(counts.length + PAIR * pairs);
      const [jointBytes, weightBytes] = [bytesOf(joints), bytesOf(weights)];
      let at = 0;
      let pair = 0;
      for (const own of counts) {
        bytes[at++] = own;
        for (const end = pair + own; pair < end; pair++) {
          bytes[at++] = jointBytes[2 * pair] ?? 0;
          bytes[at++] = jointBytes[2 * pair + 1] ?? 0;
          bytes[at++] = weightBytes[2 * pair] ?? 0;
          bytes[at++] = weightBytes[2 * pair + 1] ?? 0;
        }
      }
      sink.bytes(bytes);
    },
  };
}

/** Reads the counts alone, jumping over the pairs. @returns the sum of the counts */
function readCounts(cursor: Cursor, counts: Uint8Array): number {
  const { bytes, end } = cursor;
  let at = cursor.offset;
  let pairs = 0;
  for (let vertex = 0; vertex < counts.length; vertex++) {
    const own = at < end ? (bytes[at] ?? 0) : 0;
    counts[vertex] = own;
    pairs += own;
    at += 1 + PAIR * own;
    if (at > end) cursor.take(at - cursor.offset, { path: `weights[${vertex}].count`, value: own });
  }
  return pairs;
}
