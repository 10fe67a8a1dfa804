/** One stream of vertex data: `stride` numbers per vertex, compared bit for bit. */
export interface WeldStream {
  readonly array: Float32Array | Uint32Array | Int32Array | Uint16Array | Int16Array | Uint8Array | Int8Array;
  readonly stride: number;
}

/** Which vertices are the same in every stream. */
export interface Weld {
  /** For each source vertex, its number among the distinct ones. */
  readonly remap: Uint32Array;
  /** For each distinct vertex, the first source vertex that has it; in order of first use. */
  readonly first: Uint32Array;
}

/**
 * Finds vertices that are equal in every stream.
 *
 * @param count vertices in each stream
 * @param order vertices in the order in which they are met; without it, as they are numbered. A vertex that is not
 *   met gets no number: its remap is 0xffffffff.
 *
 * @example
 * const { remap, first } = weld(count, [{ array: positions, stride: 3 }, { array: uvs, stride: 2 }]);
 */
export function weld(count: number, streams: readonly WeldStream[], order?: Uint32Array): Weld {
  const words = streams.map(wordsOf);
  const hashes = hashesOf(count, words);
  const slots = new Int32Array(tableSize(count)).fill(-1);
  const mask = slots.length - 1;
  const remap = new Uint32Array(count).fill(0xffffffff);
  const first = new Uint32Array(count);
  let distinct = 0;
  const met = order?.length ?? count;
  for (let i = 0; i < met; i++) {
    const vertex = order?.[i] ?? i;
    if (remap[vertex] !== 0xffffffff) continue;
    let slot = (hashes[vertex] ?? 0) & mask;
    for (;;) {
      const known = slots[slot] ?? -1;
      if (known < 0) {
        slots[slot] = distinct;
        first[distinct] = vertex;
        remap[vertex] = distinct++;
        break;
      }
      const other = first[known] ?? 0;
      if (hashes[other] === hashes[vertex] && isSame(words, other, vertex)) {
        remap[vertex] = known;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return { remap, first: first.slice(0, distinct) };
}

/** Elements `stride` numbers wide, one for each entry of `which`. */
export function gather<T extends WeldStream["array"] | Float64Array>(array: T, stride: number, which: Uint32Array): T {
  // The constructor of an array makes an array of the same kind, which the type system can not say.
  const result = new (array.constructor as new (length: number) => T)(which.length * stride);
  for (let i = 0, to = 0; i < which.length; i++) {
    const from = (which[i] ?? 0) * stride;
    for (let k = 0; k < stride; k++) result[to++] = array[from + k] ?? 0;
  }
  return result;
}

interface Words {
  array: Uint32Array | Uint16Array | Uint8Array;
  stride: number;
}

/** The same bits as unsigned numbers, so that -0 is not 0 and NaN is itself. */
function wordsOf({ array, stride }: WeldStream): Words {
  const { buffer, byteOffset, length } = array;
  if (array.BYTES_PER_ELEMENT === 4) return { array: new Uint32Array(buffer, byteOffset, length), stride };
  if (array.BYTES_PER_ELEMENT === 2) return { array: new Uint16Array(buffer, byteOffset, length), stride };
  return { array: new Uint8Array(buffer, byteOffset, length), stride };
}

/** FNV-1a over words with a final mix, since grids of floats differ in few bits. */
function hashesOf(count: number, streams: readonly Words[]): Uint32Array {
  const hashes = new Uint32Array(count).fill(0x811c9dc5);
  for (const { array, stride } of streams) {
    for (let vertex = 0, at = 0; vertex < count; vertex++) {
      let hash = hashes[vertex] ?? 0;
      for (let k = 0; k < stride; k++) {
        hash = Math.imul(hash ^ (array[at++] ?? 0), 0x01000193);
        hash ^= hash >>> 15;
      }
      hashes[vertex] = hash;
    }
  }
  return hashes;
}

function isSame(streams: readonly Words[], a: number, b: number): boolean {
  for (const { array, stride } of streams) {
    for (let k = 0; k < stride; k++) if (array[a * stride + k] !== array[b * stride + k]) return false;
  }
  return true;
}

function tableSize(count: number): number {
  let size = 16;
  while (size < count * 2) size *= 2;
  return size;
}
