/**
 * The shortest decimal that reads back as the same single-precision number, for instance 0.1 and not
 * 0.10000000149011612.
 */
export function shortestFloat32(value: number): string {
  return shortestWhere(value, (read) => Math.fround(read) === value);
}

/** The shortest decimal `d` for which `1 - d`, as single precision, is `value`: a V coordinate counted from the other end. */
export function shortestFlipped(value: number): string {
  return shortestWhere(1 - value, (read) => Math.fround(1 - read) === value);
}

function shortestWhere(value: number, same: (read: number) => boolean): string {
  for (const digits of [6, 7, 8, 9]) {
    const read = Number(value.toPrecision(digits));
    if (same(read)) return String(read);
  }
  return String(value);
}
