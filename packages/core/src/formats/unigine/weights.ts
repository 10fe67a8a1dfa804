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
      const size = scanCounts(cursor.bytes, cursor.offset, cursor.end, counts);
      const at = cursor.take(size, { path: "weightCount", value: n });
      const pairs = (size - n) / PAIR;
      const joints = new Int16Array(pairs);
      const weights = new Uint16Array(pairs);
      copyPairs(cursor.view, at, counts, joints, weights);
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

/**
 * Reads the counts alone, jumping over the pairs.
 * @returns bytes of the whole table; more than are left if it does not fit
 */
function scanCounts(bytes: Uint8Array, start: number, end: number, counts: Uint8Array): number {
  let at = start;
  let last = 0;
  let step = 1;
  for (let vertex = 0; vertex < counts.length; vertex++) {
    if (at >= end) return at - start + counts.length - vertex;
    const count = bytes[at] ?? 0;
    counts[vertex] = count;
    // By a branch, so that a processor that guesses "as many as before" need not wait for the byte to go on.
    if (count !== last) {
      last = count;
      step = 1 + PAIR * count;
    }
    at += step;
  }
  return at - start;
}

function copyPairs(view: DataView, start: number, counts: Uint8Array, joints: Int16Array, weights: Uint16Array): void {
  let at = start;
  let pair = 0;
  for (let vertex = 0; vertex < counts.length; vertex++) {
    at++;
    for (const end = pair + (counts[vertex] ?? 0); pair < end; pair++) {
      const both = view.getInt32(at, true);
      joints[pair] = both;
      weights[pair] = both >>> 16;
      at += PAIR;
    }
  }
}
