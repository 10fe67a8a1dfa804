import type { Cursor } from "../../bytes/cursor.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import { array } from "../../layout/arrays.ts";
import { choose } from "../../layout/choose.ts";
import { list } from "../../layout/lists.ts";
import type { Node } from "../../layout/node.ts";
import { count, i32 } from "../../layout/scalars.ts";
import type { MshFile } from "./file.ts";
import { controlPointLayout } from "./records.ts";

type Indices = MshFile["indices"];
// Widened by hand: a node of one width is not a node of either, because it refuses to write the other.
const narrow = array(Uint16Array, 3, "faceCount") as unknown as Node<Indices, MshFile>;
const wide = array(Uint32Array, 3, "faceCount") as unknown as Node<Indices, MshFile>;

/**
 * 16-bit indices, or 32-bit ones where only those fit: the file has no field for the width, and 32 bits are known
 * from a remark of the original page only (open).
 */
export const indexArray: Node<Indices, MshFile> = choose("u16 x3 or u32 x3", {
  read: (file, cursor) => (isWide(file, cursor) ? wide : narrow),
  write: (indices) => (indices instanceof Uint32Array ? wide : narrow),
});

function isWide(file: MshFile, cursor: Cursor): boolean {
  const { faceCount } = file;
  if (faceCount === 0) return false;
  if (file.version === 2002) {
    return !pointsEndTheFile(cursor, 6 * faceCount) && pointsEndTheFile(cursor, 12 * faceCount);
  }
  return cursor.left === 12 * faceCount && everyIndexBelow(cursor, 3 * faceCount, file.vertexCount);
}

function everyIndexBelow(cursor: Cursor, indexCount: number, limit: number): boolean {
  for (let i = 0; i < indexCount; i++) {
    if (cursor.view.getUint32(cursor.offset + 4 * i, true) >= limit) return false;
  }
  return true;
}

/** Whether control points that start after `skip` bytes of indices end exactly with the file. */
function pointsEndTheFile(cursor: Cursor, skip: number): boolean {
  if (skip + 4 > cursor.left) return false;
  const ahead = cursor.fork();
  try {
    ahead.take(skip);
    const points = count(i32).read(ahead, undefined);
    list(controlPointLayout, () => points).read(ahead, undefined);
    return ahead.left === 0;
  } catch (error) {
    if (error instanceof MeshglotError) return false; // not control points, then
    throw error;
  }
}
