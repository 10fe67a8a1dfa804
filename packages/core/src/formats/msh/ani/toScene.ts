import { MeshglotError } from "../../../bytes/fault.ts";
import type { Companions, ConvertOptions, FormatScene } from "../../../format.ts";
import { SceneSources } from "../../../scene/sources.ts";
import { skeletonAmong } from "../companions.ts";
import { skeletonScene } from "../skl/toScene.ts";
import type { AniFile, AniVersion } from "./file.ts";

/**
 * An animation on its skeleton. Its tracks name bones and say nothing of how these hang together. Of the bones the file
 * has the tracks that move them; the bones themselves lie in another file.
 * @throws MeshglotError `SKELETON_NEEDED` without a skeleton
 */
export async function aniToScene(
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
  const animation = { name: String(options.name ?? "animation"), file, version };
  const { bones, ...scene } = await skeletonScene(skeleton, [animation], options);
  const sources = new SceneSources();
  file.tracks.forEach(({ bone, keyCount }, i) => {
    const node = bones.nodes[bones.find(bone.raw)];
    // Of several tracks of a bone the first one with keys counts.
    if (node && keyCount > 0 && !sources.nodes.has(node)) sources.nodes.set(node, `tracks[${i}]`);
  });
  return { ...scene, sources };
}
