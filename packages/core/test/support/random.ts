/** Seeded random numbers (mulberry32), so that a failing run can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const INTERESTING = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7f800001];

/** A damaged copy: some bytes flipped, a number overwritten, a part cut out, doubled or cut off. */
export function mutate(source: Uint8Array, random: () => number): Uint8Array {
  const pick = (n: number) => Math.floor(random() * n);
  let bytes = source.slice();
  const changes = 1 + pick(3);
  for (let change = 0; change < changes && bytes.length > 0; change++) {
    const at = pick(bytes.length);
    const kind = pick(6);
    if (kind <= 1) bytes[at] = pick(256);
    else if (kind === 2) bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8));
    else if (kind === 3) {
      const value = INTERESTING[pick(INTERESTING.length)] ?? 0;
      const width = [1, 2, 4][pick(3)] ?? 1;
      for (let i = 0; i < width && at + i < bytes.length; i++) bytes[at + i] = (value >>> (8 * i)) & 0xff;
    } else if (kind === 4) bytes = bytes.slice(0, at);
    else {
      const length = Math.min(bytes.length - at, 1 + pick(16));
      const part = bytes.slice(at, at + length);
      const doubled = new Uint8Array(bytes.length + length);
      doubled.set(bytes.subarray(0, at + length));
      doubled.set(part, at + length);
      doubled.set(bytes.subarray(at + length), at + 2 * length);
      bytes = pick(2) === 0 ? doubled : Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + length)]);
    }
  }
  return bytes;
}
