import type { BmeshFile } from "./file.ts";
import { MAX_INFLUENCES } from "./linkReading.ts";
import type { LinkReading } from "./options.ts";

/** Weights of a damaged range that are looked at; the strongest four count. */
const LOOKED_AT = 64;

/** The weights of all vertices, the strongest first. */
export interface Influences {
  /** 4 bytes per vertex, 255 is 1; 0 where there is none. */
  weights: Uint8Array;
  /** 4 bytes per vertex. */
  bones: Uint8Array;
  /** Weights of each vertex in the file, those of 0 included; at most 255. */
  counts: Uint8Array;
  /** Sum of the weights of each vertex. */
  sums: Uint32Array;
  /** Weights above zero that found no place among the strongest four. */
  dropped: number;
}

/** Collects what each vertex hangs on. @param reading any but `none` */
export function influencesOf(file: BmeshFile, reading: LinkReading): Influences {
  const vertexCount = file.positions.length / 3;
  const result: Influences = {
    weights: new Uint8Array(vertexCount * MAX_INFLUENCES),
    bones: new Uint8Array(vertexCount * MAX_INFLUENCES),
    counts: new Uint8Array(vertexCount),
    sums: new Uint32Array(vertexCount),
    dropped: 0,
  };
  const { links, faceIndices } = file;
  if (reading === "pairs") {
    for (let i = 0; i + 1 < links.length; i += 2) addWeight(file, result, links[i + 1] ?? 0, links[i] ?? 0);
    return result;
  }
  const seen = new Uint8Array(reading === "cornerRanges" ? vertexCount : 0);
  for (let i = 0; i + 1 < links.length; i += 2) {
    const vertex = reading === "cornerRanges" ? (faceIndices[i / 2] ?? vertexCount) : i / 2;
    if (vertex >= vertexCount || seen[vertex]) continue;
    if (seen.length > 0) seen[vertex] = 1;
    const start = links[i] ?? 0;
    const count = Math.min(links[i + 1] ?? 0, LOOKED_AT);
    for (let weight = start; weight < start + count; weight++) addWeight(file, result, vertex, weight);
  }
  return result;
}

function addWeight({ boneWeights }: BmeshFile, result: Influences, vertex: number, weight: number): void {
  if (vertex >= result.counts.length || weight >= boneWeights.length / 2) return;
  result.counts[vertex] = Math.min(255, (result.counts[vertex] ?? 0) + 1);
  const influence = boneWeights[2 * weight] ?? 0;
  if (influence === 0) return;
  result.sums[vertex] = (result.sums[vertex] ?? 0) + influence;
  const first = vertex * MAX_INFLUENCES;
  let at = first;
  while (at < first + MAX_INFLUENCES && (result.weights[at] ?? 0) >= influence) at++;
  const last = first + MAX_INFLUENCES - 1;
  if (at > last || (result.weights[last] ?? 0) > 0) result.dropped++;
  if (at > last) return;
  result.weights.copyWithin(at + 1, at, last);
  result.bones.copyWithin(at + 1, at, last);
  result.weights[at] = influence;
  result.bones[at] = boneWeights[2 * weight + 1] ?? 0;
}
