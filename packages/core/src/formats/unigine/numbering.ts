import { type WeldStream, weld } from "../../scene/weld.ts";

/** Stands for a number that is not known. */
export const NO_NUMBER = 0xffffffff;
/** A table may have this many places per vertex; numbers that are further apart are no numbers of a table. */
const MOST_PLACES = 4;

/** The entries of one of a surface's two tables (positions or t-vertices), and which vertex uses which. */
export interface Numbering {
  /** Per vertex, its entry; {@link NO_NUMBER} for vertices that no face uses. */
  readonly numbers: Uint32Array;
  /** Per entry, the vertex that holds its data; -1 - n for row n of those that no face uses. */
  readonly sources: Int32Array;
}

/**
 * Gives each distinct vertex an entry in a table. Those that come from a file get their old numbers back as long as
 * all vertices of a number still agree; the ones that do not agree any more, and new ones, come behind. Gaps close.
 *
 * @param count vertices in each stream
 * @param order vertices as the faces use them
 * @param wanted per vertex, its number in the file that it comes from
 * @param unused numbers of the entries that no face uses, which the table has all the same
 */
export function numberVertices(
  count: number,
  streams: readonly WeldStream[],
  order: Uint32Array,
  wanted?: Uint32Array,
  unused: ArrayLike<number> = [],
): Numbering {
  const places = wanted ? placesFor(wanted, unused) : 0;
  if (!wanted || places > MOST_PLACES * (count + unused.length)) {
    const { remap, first } = weld(count, streams, order);
    return { numbers: remap, sources: Int32Array.from(first) };
  }
  const { remap, first } = weld(count, [...streams, { array: wanted, stride: 1 }], order);
  const owners = new Int32Array(places); // 0 nobody, n + 1 distinct vertex n, -1 - n unused row n
  const added: number[] = [];
  first.forEach((vertex, distinct) => {
    const number = wanted[vertex] ?? NO_NUMBER;
    if (number < places && owners[number] === 0) owners[number] = distinct + 1;
    else added.push(distinct);
  });
  for (let i = 0; i < unused.length; i++) {
    const number = unused[i] ?? NO_NUMBER;
    if (number < places && owners[number] === 0) owners[number] = -1 - i;
  }
  const entries = new Uint32Array(first.length);
  const sources: number[] = [];
  for (const owner of owners) {
    if (owner === 0) continue;
    if (owner > 0) entries[owner - 1] = sources.length;
    sources.push(owner > 0 ? (first[owner - 1] ?? 0) : owner);
  }
  const kept = sources.length;
  const newcomers = weld(
    count,
    streams,
    Uint32Array.from(added, (distinct) => first[distinct] ?? 0),
  );
  for (const distinct of added) entries[distinct] = kept + (newcomers.remap[first[distinct] ?? 0] ?? 0);
  return {
    numbers: remap.map((distinct) => (distinct === NO_NUMBER ? NO_NUMBER : (entries[distinct] ?? 0))),
    sources: Int32Array.from([...sources, ...newcomers.first]),
  };
}

function placesFor(wanted: Uint32Array, unused: ArrayLike<number>): number {
  let places = 0;
  for (const number of wanted) if (number !== NO_NUMBER && number >= places) places = number + 1;
  for (let i = 0; i < unused.length; i++) places = Math.max(places, (unused[i] ?? 0) + 1);
  return places;
}

/**
 * The rows of a table.
 * @param array `stride` numbers per vertex
 * @param unused rows of the entries that no face uses
 */
export function tableOf<T extends WeldStream["array"]>(
  array: T,
  stride: number,
  { sources }: Numbering,
  unused?: ArrayLike<number>,
): T {
  // The constructor of a typed array makes arrays of its own kind.
  const table = new (array.constructor as new (length: number) => T)(stride * sources.length);
  for (let i = 0, to = 0; i < sources.length; i++) {
    const source = sources[i] ?? 0;
    const [from, row] = source >= 0 ? [array, source] : [unused, -1 - source];
    for (let k = 0; k < stride; k++) table[to++] = from?.[stride * row + k] ?? 0;
  }
  return table;
}
