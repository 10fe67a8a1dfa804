import type { BmeshFile } from "./file.ts";

/** 1 for each bone that a weight above zero names, whichever way the links are read. */
export function usedBones({ bones, boneWeights }: Pick<BmeshFile, "bones" | "boneWeights">): Uint8Array {
  const used = new Uint8Array(bones.length);
  for (let i = 0; i + 1 < boneWeights.length; i += 2) {
    if ((boneWeights[i] ?? 0) > 0) used[boneWeights[i + 1] ?? 0] = 1;
  }
  return used;
}
