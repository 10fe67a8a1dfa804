import type { Companions, ConvertOptions, FormatScene } from "../../../format.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { SceneSources } from "../../../scene/sources.ts";
import { skeletonAmong } from "../companions.ts";
import { jointSources, jointsScene, skeletonScene } from "../sn/toScene.ts";
import { type AnimFile, type AnimId, FRAME_PARTS } from "./file.ts";
import { motionsOf } from "./frames.ts";

/**
 * An animation on its skeleton, or on the joints that it names itself. Without a skeleton only an11 says where joints
 * that do not move are; in newer files those stand where their parent is, which the losses say. On a skeleton the file has
 * the joints that it names as well; the others lie in the skeleton alone.
 */
export function animToScene(file: AnimFile, id: AnimId, options: ConvertOptions, companions?: Companions): FormatScene {
  const animations = [{ name: String(options.name ?? "animation"), file, id }];
  const skeleton = skeletonAmong(companions);
  if (skeleton) {
    const { nodes: _, joints, ...scene } = skeletonScene(skeleton, animations, options);
    const sources = new SceneSources();
    file.joints.forEach(({ name }, i) => {
      const node = joints.find(name);
      if (node && !sources.nodes.has(node)) sources.nodes.set(node, `joints[${i}]`);
    });
    return { ...scene, sources };
  }
  const ledger = new LossLedger();
  const bind = "bind" in file ? file.bind : firstFrame(file, ledger);
  const { nodes, joints: _, ...scene } = jointsScene(file.joints, bind, animations, options, ledger);
  return { ...scene, sources: jointSources(nodes) };
}

/** The first frame as a pose, 10 numbers per joint. */
function firstFrame(file: AnimFile, ledger: LossLedger): Float32Array {
  const pose = new Float32Array(10 * file.joints.length);
  const rest = FRAME_PARTS.flatMap(({ missing }) => [...missing]);
  for (let at = 0; at < pose.length; at += 10) pose.set(rest, at);
  const moves = new Set<number>();
  motionsOf(file.frames, file.animatedCount, Math.min(1, file.frameCount)).forEach((motion, i) => {
    const joint = file.animated[i] ?? -1;
    if (joint < 0 || joint >= file.joints.length) return;
    moves.add(joint);
    pose.set(motion.position ?? [], 10 * joint);
    if (motion.rotation) pose.set(motion.rotation, 10 * joint + 3);
    if (motion.scale) pose.set(motion.scale, 10 * joint + 7);
  });
  const still = file.joints.length - moves.size;
  ledger.add(
    "POSE_UNKNOWN",
    "joints",
    still,
    "joints that do not move stand where their parent is: no skeleton was given",
  );
  return pose;
}
