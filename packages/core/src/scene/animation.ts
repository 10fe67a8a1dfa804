import type { Accessor, Animation, Document, Node } from "@gltf-transform/core";
import { accessor } from "./document.ts";

type ChannelPath = "translation" | "rotation" | "scale";

/** An accessor of key times. @param seconds strictly increasing, none negative */
export function timesAccessor(document: Document, name: string, seconds: Float32Array): Accessor {
  return accessor(document, `${name} times`, "SCALAR", seconds);
}

/**
 * Moves one property of a node, linearly between keys (glTF turns rotations the shortest way).
 *
 * @param times one per key; several channels may share it
 * @param values 3 per key, 4 for rotations (x, y, z, w of unit length)
 */
export function addChannel(
  document: Document,
  animation: Animation,
  node: Node,
  path: ChannelPath,
  times: Accessor,
  values: Float32Array,
): void {
  const output = accessor(document, `${node.getName()} ${path}`, path === "rotation" ? "VEC4" : "VEC3", values);
  const sampler = document.createAnimationSampler().setInput(times).setOutput(output).setInterpolation("LINEAR");
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
  animation.addSampler(sampler).addChannel(channel);
}

/**
 * The keys that glTF can have: their times in seconds, strictly increasing in single precision, none negative.
 *
 * @param milliseconds of each key, in the order of the file
 * @returns the seconds, and which key each of them is; `dropped` keys are at negative times or at another key's
 */
export function usableKeys(milliseconds: Int32Array): { seconds: Float32Array; keys: number[]; dropped: number } {
  const sorted = Array.from(milliseconds, (_, i) => i);
  if (milliseconds.some((time, i) => i > 0 && time < (milliseconds[i - 1] ?? 0))) {
    sorted.sort((a, b) => (milliseconds[a] ?? 0) - (milliseconds[b] ?? 0) || a - b);
  }
  const keys: number[] = [];
  const seconds: number[] = [];
  for (const key of sorted) {
    const time = Math.fround((milliseconds[key] ?? 0) / 1000);
    if (time < 0 || time <= (seconds.at(-1) ?? -1)) continue;
    keys.push(key);
    seconds.push(time);
  }
  return { seconds: Float32Array.from(seconds), keys, dropped: milliseconds.length - keys.length };
}

/** Rows of an array picked by number. @param size numbers per row */
export function pickRows(source: Float32Array, size: number, rows: readonly number[]): Float32Array {
  const picked = new Float32Array(size * rows.length);
  rows.forEach((row, i) => {
    picked.set(source.subarray(size * row, size * (row + 1)), size * i);
  });
  return picked;
}
