import type { BmeshFile } from "./file.ts";
import type { LinkReading } from "./options.ts";

export interface Links {
  reading: LinkReading;
  evidence: string;
  /** Why the decision is weak. */
  ambiguous?: string;
}

/** Influences of a vertex at most, by the range that a description gives. */
export const MAX_INFLUENCES = 4;
/** Sums that count as 255. */
export const SUM_TOLERANCE = 2;
/** Part of the links that has to fit for the others to count as damage. */
const MOSTLY = 0.95;

/**
 * What the links mean; the description of the format leaves it open. *ranges*: per vertex its first weight and the
 * number of its weights (likelier: a weight is only an influence and a bone, so something has to say whose it is);
 * *pairs*: per weight the weight and its vertex; *cornerRanges*: as ranges, per entry of `faceIndices`.
 */
export function decideLinks(file: BmeshFile, option?: LinkReading): Links {
  if (option) return { reading: option, evidence: "option" };
  const linkCount = file.links.length / 2;
  const weightCount = file.boneWeights.length / 2;
  if (linkCount === 0 && weightCount === 0) return { reading: "none", evidence: "there are none" };
  const inRange = fittingRanges(file);
  const perVertex = linkCount > 0 && linkCount === file.positions.length / 3;
  const ranges = perVertex && inRange === linkCount;
  const pairs = linkCount > 0 && linkCount === weightCount && arePairs(file);
  const fit = `${linkCount} links, ${weightCount} weights`;
  if (ranges && pairs) {
    if (sumsAreFull(file)) return { reading: "ranges", evidence: `both readings fit; the sums are 255 (${fit})` };
    return {
      reading: "ranges",
      evidence: `both readings fit; the likelier one (${fit})`,
      ambiguous: "both readings fit",
    };
  }
  if (ranges) return { reading: "ranges", evidence: `one range of weights per vertex (${fit})` };
  if (pairs) return { reading: "pairs", evidence: `one link per weight, spread over the vertices (${fit})` };
  if (linkCount > 0 && linkCount === file.faceIndices.length && inRange === linkCount) {
    return { reading: "cornerRanges", evidence: `one range of weights per entry of faceIndices (${fit})` };
  }
  if (perVertex && inRange >= MOSTLY * linkCount) {
    return {
      reading: "ranges",
      evidence: `one range of weights per vertex, ${linkCount - inRange} of them damaged (${fit})`,
    };
  }
  return { reading: "none", evidence: `no reading fits (${fit})`, ambiguous: "no reading fits" };
}

/** Number of links that are possible as first weight and number of weights. */
function fittingRanges({ links, boneWeights }: BmeshFile): number {
  const weightCount = boneWeights.length / 2;
  let fitting = 0;
  for (let i = 0; i + 1 < links.length; i += 2) {
    const [start = 0, count = 0] = [links[i], links[i + 1]];
    if (count <= MAX_INFLUENCES && start + count <= weightCount) fitting++;
  }
  return fitting;
}

/** Whether all links name a weight and a vertex, none of them more often than a vertex may have weights. */
function arePairs({ links, positions }: BmeshFile): boolean {
  const vertexCount = positions.length / 3;
  const linkCount = links.length / 2;
  const times = new Uint8Array(vertexCount);
  for (let i = 0; i + 1 < links.length; i += 2) {
    const [weight = 0, vertex = 0] = [links[i], links[i + 1]];
    if (weight >= linkCount || vertex >= vertexCount) return false;
    const used = (times[vertex] ?? 0) + 1;
    if (used > MAX_INFLUENCES) return false;
    times[vertex] = used;
  }
  return true;
}

/** Whether nearly all ranges hold influences that sum to 255. */
function sumsAreFull({ links, boneWeights }: BmeshFile): boolean {
  let full = 0;
  for (let i = 0; i + 1 < links.length; i += 2) {
    const [start = 0, count = 0] = [links[i], links[i + 1]];
    let sum = 0;
    for (let k = start; k < start + count; k++) sum += boneWeights[2 * k] ?? 0;
    if (Math.abs(sum - 255) <= SUM_TOLERANCE) full++;
  }
  return full >= (0.9 * links.length) / 2;
}
