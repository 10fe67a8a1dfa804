import { type GltfWeights, gltfWeights } from "../../scene/weights.ts";
import type { WeightTable } from "./weights.ts";

const SLOTS = 4;

/** Four influences per position, and how many more there were. */
export interface SkinWeights extends GltfWeights {
  dropped: number;
}

/**
 * The influences in glTF's form: the four largest of each vertex, in the order of the file.
 * @param vertexCount positions of the surface; those beyond the table have no influence
 */
export function skinWeights(table: WeightTable, vertexCount: number, jointCount: number): SkinWeights {
  const slots = new Int32Array(SLOTS * vertexCount).fill(-1);
  let dropped = 0;
  let pair = 0;
  for (let vertex = 0; vertex < Math.min(vertexCount, table.counts.length); vertex++) {
    const count = table.counts[vertex] ?? 0;
    const own = Array.from({ length: count }, (_, i) => pair + i);
    const kept = count <= SLOTS ? own : largest(own, table.weights);
    slots.set(kept, SLOTS * vertex);
    dropped += count - kept.length;
    pair += count;
  }
  const at = (array: ArrayLike<number>, vertex: number, slot: number): number => {
    const place = slots[SLOTS * vertex + slot] ?? -1;
    return place < 0 ? 0 : (array[place] ?? 0);
  };
  const result = gltfWeights(
    vertexCount,
    jointCount,
    (vertex, slot) => at(table.weights, vertex, slot) / 65535,
    (vertex, slot) => at(table.joints, vertex, slot),
  );
  return { ...result, dropped };
}

function largest(pairs: number[], weights: Uint16Array): number[] {
  const order = pairs.toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  return order.slice(0, SLOTS).sort((a, b) => a - b);
}
