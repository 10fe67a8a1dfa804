import { MeshglotError } from "./fault.ts";

/*
 * One plain LZ4 block: no frame, no dictionary, no checksum. Our own, because no package is strict about damaged
 * input, synchronous and at home in browsers, all three.
 */

/** Shorter repeats are not worth their three bytes. */
const MIN_MATCH = 4;
/** The format wants a block to end with this many literals ... */
const LAST_LITERALS = 5;
/** ... and its last match to start this far before the end, so that decoders may copy in wide steps. */
const LAST_MATCH_DISTANCE = 12;
const MAX_OFFSET = 0xffff;
/** Runs at least this long are copied by the engine, shorter ones by a loop: a call costs as much as that many bytes. */
const BULK = 64;
/** Short runs are copied in words, a little too far: what was written too much is overwritten or lies before the end. */
const WORD = 4;

/** The most that a block of `compressed` bytes can become: each length byte adds 255. */
export function lz4SizeLimit(compressed: number): number {
  return 255 * compressed + 16;
}

/**
 * Decodes a block strictly: every byte of the input is used, every byte of the output is made.
 *
 * @param source the block
 * @param size bytes that it becomes, known from elsewhere; refused before anything is allocated if it is impossible
 * @param into where the bytes go, if there is room already; at least `size` long
 * @returns the bytes: all of a new array, or the first part of `into`
 * @throws MeshglotError `LZ4`, with the place in the block where it is wrong as `offset` and the number of bytes that
 *   were made until then as `available`
 * @example decodeLz4(Uint8Array.of(0x30, 1, 2, 3), 3) // Uint8Array [1, 2, 3]
 */
export function decodeLz4(source: Uint8Array, size: number, into?: Uint8Array): Uint8Array {
  const end = source.length;
  if (!(size >= 0 && size <= lz4SizeLimit(end))) throw fault(`${end} bytes can not become ${size}`, 0);
  const out = into?.subarray(0, size) ?? new Uint8Array(size);
  const words = new DataView(out.buffer, out.byteOffset, size);
  const sourceWords = new DataView(source.buffer, source.byteOffset, end);
  const wideEnd = size - WORD;
  const sourceWideEnd = end - WORD;
  let from = 0;
  let to = 0;
  while (from < end) {
    const token = source[from++] ?? 0;
    let length = token >> 4;
    if (length > 0) {
      if (length === 15) {
        let more = 255;
        while (more === 255) {
          if (from >= end) throw fault("it ends inside the length of literals", from, to);
          more = source[from++] ?? 0;
          length += more;
        }
      }
      if (length > end - from) throw fault(`${length} literals are due, ${end - from} bytes are left`, from, to);
      if (length > size - to) throw fault(`literals go beyond the declared ${size} bytes`, from, to);
      if (length < BULK) {
        const stop = to + length;
        if (stop <= wideEnd && from + length <= sourceWideEnd) {
          let at = from;
          do {
            words.setUint32(to, sourceWords.getUint32(at));
            to += WORD;
            at += WORD;
          } while (to < stop);
          from += length;
          to = stop;
        } else {
          while (to < stop) out[to++] = source[from++] ?? 0;
        }
      } else {
        out.set(source.subarray(from, from + length), to);
        from += length;
        to += length;
      }
    }
    if (from === end) {
      if (to !== size) throw fault(`it becomes ${to} bytes, ${size} are declared`, from, to);
      return out;
    }
    if (end - from < 2) throw fault("it ends inside an offset", from, to);
    const offset = (source[from] ?? 0) | ((source[from + 1] ?? 0) << 8);
    if (offset === 0 || offset > to) throw fault(`offset ${offset} after ${to} bytes`, from, to);
    from += 2;
    length = (token & 15) + MIN_MATCH;
    if (length === 15 + MIN_MATCH) {
      let more = 255;
      while (more === 255) {
        if (from >= end) throw fault("it ends inside the length of a match", from, to);
        more = source[from++] ?? 0;
        length += more;
      }
    }
    if (length > size - to) throw fault(`a match goes beyond the declared ${size} bytes`, from, to);
    if (length < BULK) {
      const stop = to + length;
      let back = to - offset;
      if (offset >= WORD && stop <= wideEnd) {
        do {
          words.setUint32(to, words.getUint32(back));
          to += WORD;
          back += WORD;
        } while (to < stop);
        to = stop;
      } else {
        while (to < stop) out[to++] = out[back++] ?? 0;
      }
    } else {
      repeat(out, to, offset, length);
      to += length;
    }
  }
  throw fault(end === 0 ? "it is empty" : "it ends with a match instead of literals", end, to);
}

/** Copies from `offset` back as if byte by byte: where source and target overlap, what is copied doubles each time. */
function repeat(out: Uint8Array, to: number, offset: number, length: number): void {
  const start = to - offset;
  const end = to + length;
  let at = to;
  while (at < end) {
    const step = Math.min(at - start, end - at);
    out.copyWithin(at, start, start + step);
    at += step;
  }
}

/**
 * Whether a block ends as the format demands: five literals at least, and no match that starts in the last twelve
 * bytes. Some decoders refuse blocks that do not.
 *
 * @param source a block that {@link decodeLz4} accepts
 * @param size what it becomes
 */
export function keepsLz4EndRule(source: Uint8Array, size: number): boolean {
  let from = 0;
  let to = 0;
  const lengthFrom = (nibble: number): number => {
    let length = nibble;
    for (let more = nibble === 15 ? 255 : 0; more === 255 && from < source.length; length += more) {
      more = source[from++] ?? 0;
    }
    return length;
  };
  while (from < source.length) {
    const token = source[from++] ?? 0;
    const literals = lengthFrom(token >> 4);
    from += literals;
    to += literals;
    if (from >= source.length) return true;
    from += 2;
    const match = lengthFrom(token & 15) + MIN_MATCH;
    if (to > size - LAST_MATCH_DISTANCE || to + match > size - LAST_LITERALS) return false;
    to += match;
  }
  return true;
}

const HASH_BITS = 15;
/** After 2^6 places without a match the search takes steps of two, then three: what can not be compressed goes by fast. */
const PATIENCE_BITS = 6;

/**
 * Encodes a block in one greedy pass, with the end that the format demands.
 *
 * @returns the block, which may be longer than what it was made from: then the source is better stored as it is
 */
export function encodeLz4(source: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = source.length;
  const out = new Uint8Array(size + Math.ceil(size / 255) + 16);
  const view = new DataView(source.buffer, source.byteOffset, size);
  const lastSeen = new Int32Array(1 << HASH_BITS).fill(-1);
  const matchStartLimit = size - LAST_MATCH_DISTANCE;
  const matchEndLimit = size - LAST_LITERALS;
  let to = 0;
  let literalsFrom = 0;
  const putLength = (nibbleRest: number): void => {
    let rest = nibbleRest;
    for (; rest >= 255; rest -= 255) out[to++] = 255;
    out[to++] = rest;
  };
  const putLiterals = (until: number, matchNibble: number): void => {
    const count = until - literalsFrom;
    out[to++] = (Math.min(count, 15) << 4) | matchNibble;
    if (count >= 15) putLength(count - 15);
    out.set(source.subarray(literalsFrom, until), to);
    to += count;
  };
  let misses = 0;
  let at = 0;
  while (at <= matchStartLimit) {
    const word = view.getUint32(at, true);
    const slot = Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
    const found = lastSeen[slot] ?? -1;
    lastSeen[slot] = at;
    if (found < 0 || at - found > MAX_OFFSET || view.getUint32(found, true) !== word) {
      at += 1 + (misses++ >> PATIENCE_BITS);
      continue;
    }
    let end = at + MIN_MATCH;
    for (let back = found + MIN_MATCH; end < matchEndLimit && source[back] === source[end]; back++) end++;
    const rest = end - at - MIN_MATCH;
    putLiterals(at, Math.min(rest, 15));
    out[to++] = (at - found) & 0xff;
    out[to++] = (at - found) >> 8;
    if (rest >= 15) putLength(rest - 15);
    at = end;
    literalsFrom = end;
    misses = 0;
  }
  putLiterals(size, 0);
  return out.slice(0, to);
}

function fault(detail: string, offset: number, made = 0): MeshglotError {
  return new MeshglotError({ code: "LZ4", detail, offset, available: made });
}
