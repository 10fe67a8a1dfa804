import { BufferAttribute } from "three";
import type { ModelPrimitive } from "../protocol.ts";

/** From no influence to all of it, in linear light: night blue, teal, yellow, red. */
const STOPS = [
  [0.005, 0.008, 0.035],
  [0.002, 0.11, 0.2],
  [0.75, 0.5, 0.02],
  [0.75, 0.015, 0.008],
] as const;

/** Vertex colours for the influence of one joint, by its number in the skin; -1 shows how many joints a vertex has. */
export function weightColors({ joints, weights, positions }: ModelPrimitive, joint: number): BufferAttribute {
  const colors = new Float32Array(positions.length);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    let value = 0;
    for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot++) {
      const weight = weights?.[slot] ?? 0;
      if (joint < 0 ? weight > 0 : joints?.[slot] === joint) value += joint < 0 ? 0.25 : weight;
    }
    putHeat(colors, 3 * vertex, value);
  }
  return new BufferAttribute(colors, 3);
}

function putHeat(colors: Float32Array, at: number, value: number): void {
  const place = Math.min(Math.max(value, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(place), STOPS.length - 2);
  const share = place - low;
  for (let channel = 0; channel < 3; channel++) {
    const [a, b] = [STOPS[low]?.[channel] ?? 0, STOPS[low + 1]?.[channel] ?? 0];
    colors[at + channel] = a + (b - a) * share;
  }
}
