import { Cursor } from "../../bytes/cursor.ts";
import { Sink } from "../../bytes/sink.ts";
import type { Block } from "../../layout/block.ts";
import { writeRecord } from "../../layout/record.ts";
import type { Ms14File, Ms15File, Sk10File, UnigineFile, UnigineId } from "./file.ts";
import { unigineLayouts } from "./layout.ts";

type BlockFile = Ms15File | Ms14File | Sk10File;
const MAGIC = 4;
/** Both sizes in front of a payload. */
const BLOCK_HEAD = 16;

/**
 * Encodes the blocks that have no payload and points the table of offsets at them.
 *
 * @param file counts and arrays have to agree already; its `offsets` need only be as many as the surfaces
 * @returns a file object that can be written and read back unchanged
 * @throws MeshglotError `WRITE_*` where a value does not fit
 * @example unigine.write(layOutUnigine(file, "ms15"), "ms15")
 */
export function layOutUnigine<F extends BlockFile>(file: F, id: UnigineId): F {
  const bytes = writeRecord(unigineLayouts[id], file);
  const sealed = unigineLayouts[id].read(new Cursor(bytes, { family: "UNIGINE" }), undefined) as F; // written as one above
  return { ...sealed, offsets: geometryOffsets(sealed, id) };
}

/** Where the geometry blocks of a file lie, counted back from its end: what is behind them has known sizes. */
export function geometryOffsets(file: BlockFile, id: UnigineId): bigint[] {
  const sink = new Sink();
  unigineLayouts[id].write(sink, file as UnigineFile, undefined);
  const trees = "treeBlocks" in file ? sum(file.treeBlocks.map(sizeInFile)) + MAGIC : 0;
  const behind = MAGIC + trees + 8 * file.offsets.length + MAGIC + file.trailing.byteLength;
  const sizes = (file.geometryBlocks as Block<unknown>[]).map(sizeInFile);
  let at = sink.offset - behind - sum(sizes);
  return sizes.map((size) => {
    const offset = BigInt(at);
    at += size;
    return offset;
  });
}

function sizeInFile(block: Block<unknown>): number {
  return BLOCK_HEAD + (block.payload?.byteLength ?? block.uncompressedSize);
}

function sum(sizes: number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
