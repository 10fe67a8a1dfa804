import { shortSize } from "./compactInt.ts";

/*
 * Walks over runs of compact integers that find where they end and whether they are sound, and make nothing of them.
 * A fifth of the time of reading a file went into these numbers when they were made at once.
 */

/** Integers per node: left child, right child, begin and end. */
export const LINKS = 4;
/** Bytes of a node at least: an axis and the integers. */
export const TREE_NODE_MIN = 5;

/** Reads an integer of any size and spelling; says where it ends, or throws. */
type ReadOther = (at: number) => number;

const WORD = 4;

/** Integers of three bytes that are looked at together, three words at a time. */
const GROUP = 4;
const GROUP_BYTES = 12;

/** @returns where the last of `count` integers in a row ends */
export function skimInts(view: DataView, start: number, end: number, count: number, other: ReadOther): number {
  const groupEnd = end - GROUP_BYTES;
  let at = start;
  let i = 0;
  for (; i + GROUP <= count && at <= groupEnd; i += GROUP) {
    const a = view.getUint32(at, true);
    const b = view.getUint32(at + 4, true);
    const c = view.getUint32(at + 8, true);
    // Which bytes say that another follows, and whether the third of each integer is neither 0 nor 7f: next to those the
    // value decides whether it is spelled as the engine would.
    const areThree =
      (a & 0x80808080) === (0x80008080 | 0) && (b & 0x80808080) === (0x80800080 | 0) && (c & 0x80808080) === 0x808000;
    const areUsual =
      ((a + 0x10000) & 0x7e0000) !== 0 &&
      ((b + 0x100) & 0x7e00) !== 0 &&
      ((c + 1) & 0x7e) !== 0 &&
      (((c >>> 24) + 1) & 0x7e) !== 0;
    at = areThree && areUsual ? at + GROUP_BYTES : skimEach(view, at, end, GROUP, other);
  }
  return skimEach(view, at, end, count - i, other);
}

function skimEach(view: DataView, start: number, end: number, count: number, other: ReadOther): number {
  const wordEnd = end - WORD;
  let at = start;
  for (let i = 0; i < count; i++) {
    const size = at <= wordEnd ? shortSize(view.getUint32(at, true)) : 0;
    at = size > 0 ? at + size : other(at);
  }
  return at;
}

/** Two integers of one byte each, -1 and -1: the children of every leaf. The range of every other node is 0 and 0. */
const NO_CHILDREN = 0x4141;
/** Bytes that are looked at for a node: axis, a pair of two bytes, three bytes of an integer, the word of another. */
const NODE_REACH = 10;

/**
 * An axis byte and two pairs of integers per node. One of the pairs is {@link NO_CHILDREN} in front or zeros behind;
 * which one is as random as the tree, so it is worked out without a branch that would be guessed wrong half of the time.
 * @returns where the last of `count` nodes ends
 */
export function skimNodes(view: DataView, start: number, end: number, count: number, other: ReadOther): number {
  const reachEnd = end - NODE_REACH;
  let at = start;
  for (let node = 0; node < count; node++) {
    if (at <= reachEnd) {
      const links = at + 1;
      const leaf = ((view.getUint16(links, true) ^ NO_CHILDREN) - 1) >> 31; // all bits or none
      const pair = links - 2 * leaf;
      const first = shortSize(view.getUint32(pair, true));
      const second = shortSize(view.getUint32(pair + first, true));
      const behind = pair + first + second;
      const known = view.getUint16(behind + ((links - behind) & leaf), true);
      if (first > 0 && second > 0 && known === (NO_CHILDREN & leaf)) {
        at = behind + 2 + 2 * leaf;
        continue;
      }
    }
    at = skimEach(view, Math.min(at + 1, end), end, LINKS, other);
  }
  return at;
}
