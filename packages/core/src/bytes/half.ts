import { getFloat16 } from "@petamoriken/float16";

/**
 * The number that a half float in a file stands for. Layouts keep half floats as the 16 bits that they are, because most
 * NaNs do not survive a number; this is for showing and computing.
 *
 * @example readHalf(new DataView(Uint8Array.of(0x00, 0x38).buffer), 0) // 0.5
 */
export function readHalf(view: DataView, at: number): number {
  return getFloat16(view, at, true);
}
