import type { Cursor } from "../../bytes/cursor.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import { copyBytes } from "../../layout/arrays.ts";
import { part } from "../../layout/lists.ts";
import type { Node } from "../../layout/node.ts";
import type { Field } from "../../layout/record.ts";
import { count, i32 } from "../../layout/scalars.ts";
import type { BmeshFile, BmeshLodPositions } from "./file.ts";

/** Sizes that an element may have, the likeliest first: three, four, two floats; three, two half floats or the like. */
const SIZES = [12, 16, 8, 6, 4];

const counted = count(i32);

/**
 * The array whose elements nobody described. Version 32 leaves it empty. Where it is not, a size is taken only if the
 * rest of the file then ends exactly on its last byte.
 *
 * @param later the fields that follow
 */
export function lodPositions(later: () => readonly Field<BmeshFile>[]): Node<BmeshLodPositions> {
  return {
    type: "unknown elements",
    read: (cursor) => {
      const offset = cursor.offset;
      const value = part(cursor, "count", counted);
      if (value === 0) return { count: 0, bytes: new Uint8Array(0) };
      const size = SIZES.find((candidate) => endsTheFile(cursor, value * candidate, later()));
      if (size === undefined) {
        throw cursor.fault("LOD_DATA", {
          detail: `${value} elements of unknown size; none of ${SIZES.join(", ")} bytes makes the rest fit the file`,
          offset,
        });
      }
      return part(cursor, "", {
        type: `unknown x${size}`,
        read: () => {
          cursor.trace?.array(value, { type: `u8 x${size}`, size });
          return { count: value, bytes: new Uint8Array(copyBytes(cursor, value * size)) };
        },
        write: () => undefined,
      });
    },
    write: (sink, { count: value, bytes }) => {
      const size = bytes.byteLength / value;
      if (value === 0 ? bytes.byteLength > 0 : !SIZES.includes(size)) {
        throw new MeshglotError({
          code: "WRITE_COUNT_MISMATCH",
          detail: `${bytes.byteLength} bytes are no ${value} elements of ${SIZES.join(", ")} bytes`,
          hint: "Leave the array empty, as every version 32 file does.",
        });
      }
      counted.write(sink, value, undefined);
      sink.bytes(bytes);
    },
  };
}

/** Whether the fields that follow `skip` bytes end where the file does. */
function endsTheFile(cursor: Cursor, skip: number, fields: readonly Field<BmeshFile>[]): boolean {
  const ahead = cursor.fork();
  try {
    ahead.take(skip);
    // The later fields stand on their own: none of them is counted by an earlier one.
    for (const { node } of fields) node.read(ahead, {} as BmeshFile);
    return ahead.left === 0;
  } catch (error) {
    if (error instanceof MeshglotError) return false; // not this size, then
    throw error;
  }
}
