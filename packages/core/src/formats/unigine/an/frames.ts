import { bytesOf, copyBytes, countMismatch } from "../../../layout/arrays.ts";
import type { Node } from "../../../layout/node.ts";
import { FRAME_PARTS, type FrameTable } from "./file.ts";

interface Counts {
  frameCount: number;
  animatedCount: number;
}

/** Numbers that an entry with these flags has. */
const NUMBERS = Uint8Array.from({ length: 8 }, (_, flags) =>
  FRAME_PARTS.reduce((sum, { bit, size }) => sum + (flags & bit ? size : 0), 0),
);

/** Numbers behind one byte of flags; bits without a meaning have none. */
export function numbersOf(flags: number): number {
  return NUMBERS[flags & 7] ?? 0;
}

/** Frames as in the file: per frame and animated joint a byte of flags and the parts that it says. */
export const frameTable: Node<FrameTable, Counts> = {
  type: "frames",
  read: (cursor, { frameCount, animatedCount }) => {
    const entries = frameCount * animatedCount;
    const cause = { path: "frameCount", value: frameCount };
    if (entries > cursor.left) cursor.take(entries, cause); // each takes at least its flags
    if (cursor.trace?.current) cursor.trace.current.count = entries;
    const flags = new Uint8Array(entries);
    let size = 0;
    for (let i = 0; i < entries; i++) {
      const own = cursor.bytes[cursor.offset + size] ?? 0; // beyond the end: take() finds that
      flags[i] = own;
      size += 1 + 4 * numbersOf(own);
    }
    const source = new Uint8Array(copyBytes(cursor, size, cause));
    const values = new Uint8Array(size - entries);
    let [from, to] = [0, 0];
    for (const own of flags) {
      const length = 4 * numbersOf(own);
      for (let k = 1; k <= length; k++) values[to++] = source[from + k] ?? 0;
      from += 1 + length;
    }
    return { flags, values: new Float32Array(values.buffer) };
  },
  write: (sink, { flags, values }, { frameCount, animatedCount }) => {
    const entries = frameCount * animatedCount;
    if (flags.length !== entries) throw countMismatch(flags.length, entries, "frameCount");
    const numbers = flags.reduce((sum, own) => sum + numbersOf(own), 0);
    if (values.length !== numbers) throw countMismatch(values.length, numbers, "flags");
    const source = bytesOf(values);
    const bytes = new Uint8Array(entries + 4 * numbers);
    let [from, to] = [0, 0];
    for (const own of flags) {
      bytes[to++] = own;
      for (const end = from + 4 * numbersOf(own); from < end; ) bytes[to++] = source[from++] ?? 0;
    }
    sink.bytes(bytes);
  },
};

/** The motion of one animated joint: a value per frame of each part that any frame has. */
export interface JointMotion {
  position?: Float32Array;
  rotation?: Float32Array;
  scale?: Float32Array;
}

/** Frames joint by joint. A part that a frame lacks is zero, no rotation, or one. @param frames only the first so many */
export function motionsOf(table: FrameTable, animatedCount: number, frames: number): JointMotion[] {
  const used = new Uint8Array(animatedCount);
  table.flags.forEach((own, i) => {
    used[i % animatedCount] = (used[i % animatedCount] ?? 0) | own;
  });
  const motions = Array.from(used, (own): JointMotion => {
    const parts = FRAME_PARTS.filter(({ bit }) => own & bit);
    return Object.fromEntries(parts.map(({ part, size }) => [part, new Float32Array(size * frames)]));
  });
  let from = 0;
  for (let frame = 0, i = 0; frame < frames; frame++) {
    for (let joint = 0; joint < animatedCount; joint++, i++) {
      const own = table.flags[i] ?? 0;
      const motion = motions[joint];
      for (const { part, bit, size, missing } of FRAME_PARTS) {
        const present = (own & bit) !== 0;
        const target = motion?.[part];
        // Number by number: there may be millions of entries, and slices of typed arrays cost more than their contents.
        if (target)
          for (let k = 0; k < size; k++)
            target[size * frame + k] = (present ? table.values[from + k] : missing[k]) ?? 0;
        if (present) from += size;
      }
    }
  }
  return motions;
}

/**
 * Frames from motions: the inverse of {@link motionsOf}. A part is written for a joint if any of its frames differs
 * from what a missing part is.
 *
 * @param motions one per animated joint, `frames` values each
 */
export function framesOf(motions: readonly JointMotion[], frames: number): FrameTable {
  const used = motions.map((motion) =>
    FRAME_PARTS.filter(({ part, size, missing }) => motion[part]?.some((value, i) => value !== missing[i % size])),
  );
  const flagsOf = used.map((parts) => parts.reduce((sum, { bit }) => sum | bit, 0));
  const flags = new Uint8Array(frames * motions.length);
  const values = new Float32Array(frames * flagsOf.reduce((sum, own) => sum + numbersOf(own), 0));
  let to = 0;
  for (let frame = 0; frame < frames; frame++) {
    flags.set(flagsOf, frame * motions.length);
    motions.forEach((motion, joint) => {
      for (const { part, size } of used[joint] ?? []) {
        values.set(motion[part]?.subarray(size * frame, size * (frame + 1)) ?? [], to);
        to += size;
      }
    });
  }
  return { flags, values };
}
