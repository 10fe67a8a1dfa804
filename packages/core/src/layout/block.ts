import { Cursor } from "../bytes/cursor.ts";
import { MeshglotError } from "../bytes/fault.ts";
import { decodeLz4, encodeLz4, lz4SizeLimit } from "../bytes/lz4.ts";
import { Sink } from "../bytes/sink.ts";
import { Trace } from "../bytes/trace.ts";
import { part } from "./lists.ts";
import type { Node } from "./node.ts";
import { i64 } from "./scalars.ts";

/** A part of a file that has its sizes in front and may be compressed. */
export interface Block<T> {
  /** Size of the decoded bytes, as the file says. Used on writing only together with {@link Block.payload}. */
  uncompressedSize: number;
  /** True if the bytes lie in the file as they are. */
  stored: boolean;
  /**
   * The compressed bytes of the file: a view of the bytes that were read, not a copy. No two encoders agree byte for
   * byte, so they are kept, and written instead of the value. Whoever changes the value makes a new block:
   * {@link blockOf}.
   */
  payload?: Uint8Array;
  value: T;
}

/** Memory of a decoded byte: what is copied out of the block stays, and the largest block is there a second time. */
const DECODED_COST = 1.25;

/** A block without a payload: it is encoded when it is written, or stored as it is. */
export function blockOf<T>(value: T, stored = false): Block<T> {
  return { uncompressedSize: 0, stored, value };
}

/**
 * A block: int64 size of the decoded bytes, int64 size in the file, payload. Where both are equal the payload is the
 * bytes themselves, else it is one LZ4 block.
 *
 * The spans of the inner node are the payload's children where it is stored, and its `inner` spans, with offsets into
 * the decoded bytes, where it is compressed.
 *
 * @param inner what the decoded bytes are, all of them: bytes left over are the fault `BLOB_LEFTOVER`
 * @example field("geometryBlocks", list((file, i) => block(geometry(file.surfaces[i])), "surfaceCount"))
 */
export function block<T>(inner: Node<T>): Node<Block<T>> {
  return {
    type: `block of ${inner.type}`,
    ...(inner.fields ? { fields: inner.fields } : {}),
    read: (cursor) => {
      const sizes = readSizes(cursor, inner);
      try {
        return part(cursor, "payload", {
          type: sizes.stored ? "stored bytes" : "LZ4 block",
          read: () => (sizes.stored ? readStored(cursor, inner, sizes) : readCompressed(cursor, inner, sizes)),
          write: () => undefined,
        });
      } catch (error) {
        throw error instanceof MeshglotError ? withBlock(error, sizes.uncompressed, sizes.stored) : error;
      }
    },
    write: (sink, value) => {
      const { payload, uncompressedSize } = sealBlock(inner, value);
      i64.write(sink, BigInt(uncompressedSize), undefined);
      i64.write(sink, BigInt(payload.byteLength), undefined);
      sink.bytes(payload);
    },
  };
}

/**
 * The bytes of a block as they lie in the file: its own payload, or its value encoded now. Stored as they are where
 * encoding gains nothing, because equal sizes mean just that.
 */
export function sealBlock<T>(
  inner: Node<T>,
  value: Block<T>,
): { payload: Uint8Array; uncompressedSize: number; stored: boolean } {
  if (value.payload) {
    const { payload, uncompressedSize } = value;
    if (value.stored || payload.byteLength >= uncompressedSize) {
      throw new MeshglotError({
        code: "WRITE_BLOCK_SIZE",
        detail: `a payload of ${payload.byteLength} bytes for ${value.stored ? "a stored block" : `${uncompressedSize} bytes`}`,
        hint: "Remove the payload: the block is encoded from its value.",
      });
    }
    return { payload, uncompressedSize, stored: false };
  }
  const sink = new Sink();
  inner.write(sink, value.value, undefined);
  const bytes = sink.finish();
  const encoded = value.stored ? bytes : encodeLz4(bytes);
  const stored = encoded.byteLength >= bytes.byteLength;
  return { payload: stored ? bytes : encoded, uncompressedSize: bytes.byteLength, stored };
}

/** Makes what was read of the inner record the value of a block. */
function withBlock(error: MeshglotError, uncompressedSize: number, stored: boolean): MeshglotError {
  if (error.partial !== undefined) error.partial = { uncompressedSize, stored, value: error.partial };
  return error;
}

interface Sizes {
  uncompressed: number;
  compressed: number;
  stored: boolean;
}

/** Both sizes, refused before anything is allocated if the payload is not there or can not become that many bytes. */
function readSizes<T>(cursor: Cursor, inner: Node<T>): Sizes {
  const offset = cursor.offset;
  const uncompressed = part(cursor, "uncompressedSize", i64);
  const compressed = part(cursor, "compressedSize", i64);
  const impossible = (path: string, detail: string, at: number) =>
    cursor.fault("BLOCK_SIZE", { path, detail, offset: at });
  if (uncompressed < 0n) throw impossible("uncompressedSize", `a size of ${uncompressed} is impossible`, offset);
  if (compressed < 0n || compressed > uncompressed) {
    throw impossible("compressedSize", `${compressed} compressed bytes for ${uncompressed} bytes`, offset + 8);
  }
  if (compressed > BigInt(cursor.left)) {
    const fault = cursor.fault("TRUNCATED", {
      path: "payload",
      detail: `needs ${compressed} bytes at offset ${cursor.offset}, ${cursor.left} left`,
      needed: Number(compressed),
      available: cursor.left,
      cause: { path: "compressedSize", value: compressed },
    });
    fault.partial = firstPart(cursor, inner, uncompressed, compressed);
    throw withBlock(fault, 0, uncompressed === compressed);
  }
  const stored = uncompressed === compressed;
  if (!stored && uncompressed > BigInt(lz4SizeLimit(Number(compressed)))) {
    const detail = `${compressed} compressed bytes can not become ${uncompressed}`;
    throw impossible("uncompressedSize", detail, offset);
  }
  return { uncompressed: Number(uncompressed), compressed: Number(compressed), stored };
}

/** What can be read of a block whose end the file lacks. */
function firstPart<T>(cursor: Cursor, inner: Node<T>, uncompressed: bigint, compressed: bigint): object | undefined {
  const { bytes, family, offset, left } = cursor;
  if (uncompressed === compressed) return readPart(new Cursor(bytes, { family, start: offset }), inner);
  const most = lz4SizeLimit(left);
  const size = uncompressed > BigInt(most) ? most : Number(uncompressed);
  if (!cursor.budget.allows(size * DECODED_COST)) return undefined;
  cursor.budget.charge(size * DECODED_COST, offset);
  const into = cursor.scratch(size);
  try {
    decodeLz4(bytes.subarray(offset), size, into);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return readPart(new Cursor(into.subarray(0, error.available), { family, inScratch: true }), inner);
  }
  return undefined; // a whole block in place of half a one: whatever it is, it is not what the sizes say
}

/** As much of a record as these bytes hold. */
function readPart<T>(cursor: Cursor, inner: Node<T>): object | undefined {
  if (cursor.left === 0) return undefined;
  try {
    return inner.read(cursor, undefined) as object; // blocks hold records
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return error.partial;
  }
}

function readStored<T>(cursor: Cursor, inner: Node<T>, { uncompressed }: Sizes): Block<T> {
  const { bytes, family, offset: start, trace, budget } = cursor;
  const inside = new Cursor(bytes, { family, start, end: start + uncompressed, trace, budget });
  try {
    return { uncompressedSize: uncompressed, stored: true, value: readWhole(inside, inner) };
  } finally {
    cursor.offset = inside.offset;
  }
}

function readCompressed<T>(cursor: Cursor, inner: Node<T>, { uncompressed, compressed }: Sizes): Block<T> {
  const start = cursor.offset;
  cursor.budget.charge(uncompressed * DECODED_COST, start);
  const decoded = decode(cursor, inner, compressed, uncompressed);
  const at = cursor.take(compressed);
  const payload = cursor.kept(at, at + compressed);
  const span = cursor.trace?.current;
  const trace = span && new Trace(span.path);
  const inside = new Cursor(decoded, { family: cursor.family, trace, budget: cursor.budget, inScratch: true });
  try {
    return { uncompressedSize: uncompressed, stored: false, payload, value: readWhole(inside, inner) };
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    trace?.fail(error, inside.offset, uncompressed);
    throw error.inDecodedBlock(start);
  } finally {
    if (span && trace && trace.roots.length > 0) span.inner = trace.roots;
  }
}

function decode<T>(cursor: Cursor, inner: Node<T>, compressed: number, uncompressed: number): Uint8Array {
  const into = cursor.scratch(uncompressed);
  try {
    const source = cursor.bytes.subarray(cursor.offset, cursor.offset + compressed);
    return decodeLz4(source, uncompressed, into);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    const position = error.offset ?? 0;
    const fault = cursor.fault("LZ4", {
      detail: `the LZ4 block is damaged: ${error.message} (byte ${position} of ${compressed})`,
      offset: cursor.offset + position,
    });
    fault.partial = readPart(
      new Cursor(into.subarray(0, error.available), { family: cursor.family, inScratch: true }),
      inner,
    );
    throw fault;
  }
}

function readWhole<T>(cursor: Cursor, inner: Node<T>): T {
  const value = inner.read(cursor, undefined);
  if (cursor.left === 0) return value;
  const fault = cursor.fault("BLOB_LEFTOVER", { detail: `${cursor.left} bytes after the last array of the block` });
  fault.partial = value as object; // blocks hold records
  throw fault;
}
