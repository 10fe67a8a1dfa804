import { sceneFault } from "../../scene/sceneFault.ts";
import { gather, weld } from "../../scene/weld.ts";

/** Indices are signed 16-bit numbers. */
const LONGEST_TABLE = 32768;

/** A table of distinct values, and which of them each corner uses. */
export interface BuildTable {
  /** `stride` numbers per entry. */
  values: Int32Array;
  count: number;
  /** Per corner; -1 for a corner without a value. */
  numbers: Int32Array;
  /** True if the numbering is the one that the source had, complete. */
  asInSource: boolean;
}

/** Where each corner's value lay in the file that the scene was made from. */
export interface SourceNumbers {
  numbers: ArrayLike<number>;
  /** True for a table of ours, which may hold a value twice; in any other, such as an OBJ's, equal values are joined. */
  keepsDuplicates: boolean;
  /** Entries that no face used, as `extras.meshglot.unused` keeps them. */
  unused?: { elements: ArrayLike<number>; values: ArrayLike<number> } | undefined;
}

/**
 * Distinct values in the order in which corners first use them, or in the order of the source where its numbers still
 * agree with the values.
 *
 * @param corners `stride` numbers per corner
 * @param present whether a corner has a value at all
 * @throws MeshglotError `MESHBIN_TABLE_TOO_LONG`
 */
export function buildTable(
  name: string,
  corners: Int32Array,
  stride: number,
  present: (corner: number) => boolean,
  source: SourceNumbers | undefined,
): BuildTable {
  const used = Uint32Array.from({ length: corners.length / stride }, (_, i) => i).filter(present);
  const restored = source?.keepsDuplicates ? tableInSourceOrder(corners, stride, present, source) : undefined;
  const place = (corner: number) => source?.numbers[corner] ?? 0;
  const order = source && !restored ? used.sort((a, b) => place(a) - place(b)) : used;
  const table = restored ?? tableByUse(corners, stride, order);
  if (table.count <= LONGEST_TABLE) return table;
  throw sceneFault(
    "MESHBIN_TABLE_TOO_LONG",
    name,
    `${table.count} different ${name} are more than the ${LONGEST_TABLE} that indices can reach`,
    "Reduce the model (the console draws fewer than 1000 faces anyway) or split it into several files.",
    { needed: table.count, available: LONGEST_TABLE },
  );
}

function tableByUse(corners: Int32Array, stride: number, order: Uint32Array): BuildTable {
  const { remap, first } = weld(corners.length / stride, [{ array: corners, stride }], order);
  const numbers = Int32Array.from(remap); // 0xffffffff, a corner that was not met, becomes -1
  return { values: gather(corners, stride, first), count: first.length, numbers, asInSource: false };
}

/** Undefined if two corners claim one place in the source and have different values. */
function tableInSourceOrder(
  corners: Int32Array,
  stride: number,
  present: (corner: number) => boolean,
  { numbers, unused }: SourceNumbers,
): BuildTable | undefined {
  const entries = new Map<number, ArrayLike<number>>();
  const count = corners.length / stride;
  for (let corner = 0; corner < count; corner++) {
    if (!present(corner)) continue;
    const place = numbers[corner] ?? -1;
    if (!Number.isInteger(place) || place < 0) return undefined;
    const value = corners.subarray(corner * stride, (corner + 1) * stride);
    const known = entries.get(place);
    if (!known) entries.set(place, value);
    else if (value.some((number, k) => number !== known[k])) return undefined;
  }
  for (let i = 0; i < (unused?.elements.length ?? 0); i++) {
    const place = unused?.elements[i] ?? -1;
    const value = Array.from({ length: stride }, (_, k) => unused?.values[i * stride + k] ?? 0);
    if (place >= 0 && !entries.has(place)) entries.set(place, value);
  }
  const places = [...entries.keys()].sort((a, b) => a - b);
  const numberOf = new Map(places.map((place, i) => [place, i]));
  const values = new Int32Array(places.length * stride);
  for (const [i, place] of places.entries()) values.set(entries.get(place) ?? [], i * stride);
  return {
    values,
    count: places.length,
    numbers: Int32Array.from({ length: count }, (_, corner) =>
      present(corner) ? (numberOf.get(numbers[corner] ?? -1) ?? -1) : -1,
    ),
    asInSource: places.every((place, i) => place === i),
  };
}
