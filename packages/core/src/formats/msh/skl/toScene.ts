import { codePageFor, DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import type { Companions, ConvertOptions, FormatScene, SceneResult } from "../../../format.ts";
import { accessor, addExtras, newDocument } from "../../../scene/document.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { storeArray } from "../../../scene/rawData.ts";
import { SceneSources } from "../../../scene/sources.ts";
import { addAnimations } from "../ani/animations.ts";
import { namesOf } from "../ani/names.ts";
import { type AniCompanion, animationsAmong } from "../companions.ts";
import { MSH_SPACE } from "../space.ts";
import type { SklFile } from "./file.ts";
import { addBones, type BoneNodes } from "./nodes.ts";

/** A skeleton as a glTF document: bones as nodes in rest pose, a skin that holds the bind pose, its animations. */
export async function sklToScene(
  file: SklFile,
  options: ConvertOptions,
  companions?: Companions,
): Promise<FormatScene> {
  const { bones, ...scene } = await skeletonScene(file, animationsAmong(companions), options);
  const sources = new SceneSources();
  bones.nodes.forEach((node, i) => {
    sources.nodes.set(node, `bones[${i}]`);
  });
  return { ...scene, sources };
}

/** A skeleton that moves, and its bones: which file they come from depends on the one that was opened. */
export async function skeletonScene(
  file: SklFile,
  animations: readonly AniCompanion[],
  options: ConvertOptions,
): Promise<SceneResult & { bones: BoneNodes }> {
  const ledger = new LossLedger();
  const names = file.bones.flatMap(({ name, parentName, childNames }) => [name, parentName, ...childNames]);
  const codePage = await codePageFor(
    String(options.codePage ?? DEFAULT_CODE_PAGE),
    [...names, ...animations.flatMap((animation) => namesOf(animation.file))].map(({ raw }) => raw),
  );
  const { document, root } = newDocument(options, "skeleton", MSH_SPACE);
  const bones = addBones(document, root, file, codePage, ledger);
  if (bones.nodes.length > 0) {
    const skin = document
      .createSkin(root.getName())
      .setInverseBindMatrices(
        accessor(document, "inverse bind matrices", "MAT4", Float32Array.from(bones.inverseBinds.flat())),
      );
    for (const node of bones.nodes) skin.addJoint(node);
  }
  addExtras(document.getRoot(), {
    format: "skl",
    skeletonVersion: file.version,
    codePage: codePage.id,
    skeletonTrailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  });
  addAnimations(document, animations, bones, codePage, ledger);
  return { document, losses: ledger.losses, bones };
}
