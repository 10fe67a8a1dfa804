import type { Document, Node } from "@gltf-transform/core";
import { toHex } from "../../../bytes/codePage.ts";
import type { Json } from "../../../json.ts";
import { addChannel, timesAccessor } from "../../../scene/animation.ts";
import { addExtras } from "../../../scene/document.ts";
import { replaceNonFinite } from "../../../scene/finite.ts";
import type { LossLedger } from "../../../scene/loss.ts";
import { normalizeQuaternions } from "../../../scene/quaternions.ts";
import { storeArray } from "../../../scene/rawData.ts";
import { mapQuaternions, mapVectors, type Space } from "../../../scene/space.ts";
import type { AnimCompanion } from "../companions.ts";
import { nameForExtras, textOf, type UnigineName } from "../names.ts";
import { type AnimFile, ASSUMED_FPS, FRAME_PARTS } from "./file.ts";
import { type JointMotion, motionsOf } from "./frames.ts";

/** Above this, the times of two frames can be the same number in single precision. */
const MOST_FRAMES = 2 ** 23;

/** Finds joint nodes by the bytes of their names. */
export class JointNodes {
  readonly #nodes = new Map<string, Node>();

  /** The first of a name wins. */
  add(name: UnigineName, node: Node): void {
    const key = toHex(name.raw);
    if (!this.#nodes.has(key)) this.#nodes.set(key, node);
  }

  find(name: UnigineName): Node | undefined {
    return this.#nodes.get(toHex(name.raw));
  }
}

/** Animations of joint nodes, each under the name of its file. */
export function addAnimations(
  document: Document,
  animations: readonly AnimCompanion[],
  nodes: JointNodes,
  space: Space,
  ledger: LossLedger,
): void {
  for (const animation of animations) addAnimation(document, animation, nodes, space, ledger);
}

/** Frames a second, where the file does not say a usable number the assumed one. */
export function rateOf(file: AnimFile): number {
  return "fps" in file && file.fps > 0 ? file.fps : ASSUMED_FPS;
}

function addAnimation(
  document: Document,
  { name, file, id }: AnimCompanion,
  nodes: JointNodes,
  space: Space,
  ledger: LossLedger,
): void {
  const path = `animations.${name}`;
  const fps = rateOf(file);
  const frames = file.animatedCount === 0 ? 0 : Math.min(file.frameCount, MOST_FRAMES);
  const animation = document.createAnimation(name);
  const times = timesAccessor(
    document,
    name,
    Float32Array.from({ length: frames }, (_, frame) => frame / fps),
  );
  const counts = { replaced: 0, turned: 0 };
  const lost: string[] = [];
  const moved = new Set<Node>();
  motionsOf(file.frames, file.animatedCount, frames).forEach((motion, i) => {
    const joint = file.joints[file.animated[i] ?? -1];
    const node = joint && nodes.find(joint.name);
    if (!node || moved.has(node)) {
      lost.push(joint ? textOf(joint.name) : `joint ${file.animated[i]}`);
      return;
    }
    if (frames === 0) return; // a channel needs a key
    moved.add(node);
    for (const { part, values } of channelsOf(motion, space, counts)) {
      addChannel(document, animation, node, part, times, values);
    }
  });
  const dropped = file.animatedCount === 0 ? 0 : file.frameCount - frames;
  const changed = counts.replaced + counts.turned + lost.length + dropped > 0;
  const kept = "animation extras values";
  ledger.add(
    "ANIM_JOINT_UNKNOWN",
    path,
    lost.length,
    `joints that move and are not there: ${lost.slice(0, 5).join(", ")}`,
    kept,
  );
  ledger.add("NOT_FINITE", path, counts.replaced, "numbers that are not finite became 0", kept);
  ledger.add("QUATERNIONS_NORMALIZED", path, counts.turned, "rotations that were not of unit length", kept);
  ledger.add("FRAMES_DROPPED", path, dropped, "frames beyond what single precision can tell apart", kept);
  if ("bind" in file)
    ledger.add("ANIM_ASSUMED_FPS", path, 1, `no rate in the file, ${fps} frames a second assumed`, "the output");
  else if (fps !== file.fps)
    ledger.add("ANIM_FPS", path, 1, `${file.fps} frames a second became ${fps}`, "animation extras fps");
  const facts: Record<string, Json | undefined> = {
    format: "unigine-anim",
    id,
    frames: file.frameCount,
    joints: file.joints.map((joint) => ({ name: nameForExtras(joint.name), parent: joint.parent })),
    animated: storeArray(document, file.animated),
    ...("fps" in file
      ? {
          fps: file.fps,
          rootMotion: file.rootMotion,
          skeletonGuid: nameForExtras(file.skeletonGuid),
          skeletonPath: nameForExtras(file.skeletonPath),
        }
      : { bind: storeArray(document, file.bind) }),
    flags: storeArray(document, file.frames.flags),
    values: changed ? storeArray(document, file.frames.values) : undefined,
    trailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  };
  if (animation.listChannels().length > 0) {
    addExtras(animation, facts);
    return;
  }
  // glTF has no animation that moves nothing.
  times.dispose();
  animation.dispose();
  const present = Object.entries(facts).filter((fact): fact is [string, Json] => fact[1] !== undefined);
  addExtras(document.getRoot(), { [`animation ${name}`]: Object.fromEntries(present) });
  ledger.add("ANIMATION_EMPTY", path, 1, "the animation moves no joint that is there", "document extras");
}

type ChannelPart = "translation" | "rotation" | "scale";

/** The parts of a motion in glTF's axes. */
function channelsOf(motion: JointMotion, space: Space, counts: { replaced: number; turned: number }) {
  const [a, b, c] = space.axes;
  const scaleSpace: Space = { ...space, axes: [a, b, c], signs: [1, 1, 1] }; // sizes along axes have no sign to turn
  return FRAME_PARTS.flatMap(({ part }): { part: ChannelPart; values: Float32Array }[] => {
    const source = motion[part];
    if (!source) return [];
    if (part === "rotation") {
      const { rotations, normalized, replaced } = normalizeQuaternions(mapQuaternions(source, space));
      counts.turned += normalized;
      counts.replaced += replaced;
      return [{ part, values: rotations }];
    }
    const values = mapVectors(source, part === "scale" ? scaleSpace : space);
    counts.replaced += replaceNonFinite(values);
    return [{ part: part === "scale" ? "scale" : "translation", values }];
  });
}
