import type { Animation, Document, Node } from "@gltf-transform/core";
import type { ConvertOptions } from "../format.ts";
import type { LossLedger } from "./loss.ts";
import { type Curve, curveOf } from "./sampling.ts";
import { sceneFault } from "./sceneFault.ts";

/** The curves of one node. */
export interface NodeCurves {
  translation?: Curve;
  rotation?: Curve;
  scale?: Curve;
}

/**
 * The animation that a file is to be made of.
 * @throws MeshglotError `SCENE_NO_ANIMATION`, `SCENE_WHICH_ANIMATION` with the names
 */
export function chosenClip(document: Document, options: ConvertOptions): Animation {
  const all = document.getRoot().listAnimations();
  const names = all.map((animation) => animation.getName()).join(", ");
  const [first] = all;
  if (!first) {
    throw sceneFault(
      "SCENE_NO_ANIMATION",
      "animations",
      "the scene has no animation",
      "Export it with animations, or give another target.",
    );
  }
  const named = all.find((animation) => animation.getName() === String(options.clip));
  if (named) return named;
  if (options.clip === undefined && all.length === 1) return first;
  throw sceneFault(
    "SCENE_WHICH_ANIMATION",
    "animations",
    options.clip === undefined
      ? `the scene has ${all.length} animations: ${names}`
      : `the scene has no animation "${options.clip}"; it has ${names}`,
    "Choose one with --clip NAME.",
  );
}

/** The curves of an animation by node; channels that move something else are lost. */
export function curvesOf(animation: Animation, ledger: LossLedger): Map<Node, NodeCurves> {
  const curves = new Map<Node, NodeCurves>();
  let lost = 0;
  for (const channel of animation.listChannels()) {
    const [node, path] = [channel.getTargetNode(), channel.getTargetPath()];
    const curve = node && path && path !== "weights" ? curveOf(channel.getSampler(), path) : undefined;
    if (!node || !curve || !path) {
      lost++;
      continue;
    }
    curves.set(node, { ...curves.get(node), [path]: curve });
  }
  ledger.add("CHANNELS_DROPPED", `animations.${animation.getName()}`, lost, "channels that move no bone");
  return curves;
}
