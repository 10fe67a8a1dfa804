import { MeshglotError } from "../../../bytes/fault.ts";
import type { Companions, ConvertOptions, FormatScene } from "../../../format.ts";
import { skeletonAmong } from "../companions.ts";
import { skeletonScene } from "../skl/toScene.ts";
import type { AniFile, AniVersion } from "./file.ts";

/**
 * An animation on its skeleton. Its tracks name bones and say nothing of how these hang together.
 * @throws MeshglotError `SKELETON_NEEDED` without a skeleton
 */
export function aniToScene(
  file: AniFile,
  version: AniVersion,
  options: ConvertOptions,
  companions?: Companions,
): Promise<FormatScene> {
  const skeleton = skeletonAmong(companions);
  if (!skeleton) {
    throw new MeshglotError({
      code: "SKELETON_NEEDED",
      detail: "an animation alone has nothing to show: its tracks move bones of a skeleton",
      hint: "Give the skeleton, for instance --skeleton normal.skl, or convert a mesh with --skeleton and --animation.",
    });
  }
  return skeletonScene(skeleton, [{ name: String(options.name ?? "animation"), file, version }], options);
}
