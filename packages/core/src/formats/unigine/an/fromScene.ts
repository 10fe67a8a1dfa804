import type { Document } from "@gltf-transform/core";
import type { BuildResult, ConvertOptions } from "../../../format.ts";
import type { SceneBone } from "../../../scene/bones.ts";
import { chosenClip, curvesOf, type NodeCurves } from "../../../scene/clips.ts";
import { extrasOf } from "../../../scene/document.ts";
import { LossLedger } from "../../../scene/loss.ts";
import {
  IDENTITY,
  invertAffine,
  type Matrix,
  matrixDistance,
  matrixOf,
  multiplyMatrices,
} from "../../../scene/matrices.ts";
import { loadArray } from "../../../scene/rawData.ts";
import { placementOf } from "../../../scene/rigid.ts";
import { sceneFault } from "../../../scene/sceneFault.ts";
import { inverseOf, type Space } from "../../../scene/space.ts";
import { encodeUnigineName } from "../encodeName.ts";
import { jointOf, jointsOf, transformOf } from "../sn/fromScene.ts";
import { spaceFor } from "../space.ts";
import { type An13File, type AnimFile, ASSUMED_FPS } from "./file.ts";
import { framesOf, type JointMotion } from "./frames.ts";

/** No clip of a game is longer; above, times in single precision could not tell frames apart. */
const MOST_FRAMES = 1_000_000;
/** Closer than this to no change, the space between two joints is taken for none, and numbers keep their bits. */
const UNCHANGED = 1e-6;

/**
 * An animation of a scene as an `.anim`, sampled frame by frame.
 *
 * @param target `an13` or `an12`
 * @throws MeshglotError `SCENE_NO_ANIMATION`, `SCENE_WHICH_ANIMATION`, `SCENE_NO_SKELETON`, `OPTION_VALUE`
 */
export function animFromScene(document: Document, target: string, options: ConvertOptions): BuildResult<AnimFile> {
  const ledger = new LossLedger();
  const animation = chosenClip(document, options);
  const facts = extrasOf(animation);
  const fps = Number(options.fps ?? (typeof facts.fps === "number" && facts.fps > 0 ? facts.fps : ASSUMED_FPS));
  if (!(Number.isInteger(fps) && fps > 0 && fps <= 1000))
    throw sceneFault("OPTION_VALUE", "fps", `${fps} frames a second`, "Give a whole number from 1 to 1000.");
  const bones = jointsOf(document);
  const curves = curvesOf(animation, ledger);
  const moving = bones.flatMap((bone, joint) => {
    const own = curves.get(bone.node);
    return own ? [{ bone, joint, own }] : [];
  });
  const ends = moving.flatMap(({ own }) => Object.values(own).map((curve) => curve?.times.at(-1) ?? 0));
  const frameCount = Math.round(Math.max(0, ...ends) * fps) + 1;
  if (frameCount > MOST_FRAMES)
    throw sceneFault("OPTION_VALUE", "fps", `${frameCount} frames`, `Up to ${MOST_FRAMES} are written; lower --fps.`);
  const between = moving.reduce((sum, { own }) => sum + keysOffFrames(own, fps), 0);
  ledger.add("KEYS_RESAMPLED", "animation", between, `keys that lie between frames at ${fps} frames a second`);
  const back = inverseOf(spaceFor(options));
  const motions = moving.map(({ bone, own }) => motionOf(bone, bones[bone.parent], own, frameCount, fps, back));
  const file: An13File = {
    jointCount: bones.length,
    joints: bones.map(jointOf),
    skeletonGuid: encodeUnigineName(
      String(options.skeletonGuid ?? ""),
      options.skeletonGuid ?? facts.skeletonGuid,
      true,
    ),
    skeletonPath: encodeUnigineName(
      String(options.skeletonPath ?? ""),
      options.skeletonPath ?? facts.skeletonPath,
      true,
    ),
    animatedCount: moving.length,
    animated: Int16Array.from(moving, ({ joint }) => joint),
    fps,
    rootMotion: typeof facts.rootMotion === "number" ? facts.rootMotion : 0,
    frameCount,
    frames: framesOf(motions, frameCount),
    trailing: (loadArray(document, facts.trailing, "u8") as Uint8Array | undefined) ?? new Uint8Array(0),
  };
  const noReference = file.skeletonGuid.raw.byteLength < 2 && file.skeletonPath.raw.byteLength < 2;
  const message = "no GUID of a skeleton is known; link the skeleton in the Editor, or give --skeleton-guid";
  ledger.add("SKELETON_UNLINKED", "skeletonGuid", noReference ? 1 : 0, message);
  return { file, dialect: target, losses: ledger.losses };
}

/** Keys whose time is no frame's, to a thousandth of a frame. */
function keysOffFrames(curves: NodeCurves, fps: number): number {
  const times = Object.values(curves).flatMap((curve) => [...(curve?.times ?? [])]);
  return times.filter((time) => Math.abs(time * fps - Math.round(time * fps)) > 1e-3).length;
}

/** The motion of a joint relative to the joint above it, in the file's axes. A missing curve holds what the node has. */
function motionOf(
  { node }: SceneBone,
  parent: SceneBone | undefined,
  { translation, rotation, scale }: NodeCurves,
  frames: number,
  fps: number,
  back: Space,
): JointMotion {
  const motion = {
    position: new Float32Array(3 * frames),
    rotation: new Float32Array(4 * frames),
    scale: new Float32Array(3 * frames),
  };
  const between = spaceBetween(node.getParentNode()?.getWorldMatrix(), parent);
  for (let frame = 0; frame < frames; frame++) {
    const time = Math.fround(frame / fps); // as exact as the key times are
    const own = {
      position: (translation?.at(time) ?? node.getTranslation()) as [number, number, number],
      rotation: (rotation?.at(time) ?? node.getRotation()) as [number, number, number, number],
      scale: (scale?.at(time) ?? node.getScale()) as [number, number, number],
    };
    const local = between ? placementOf(multiplyMatrices(between, matrixOf(own))) : own;
    const numbers = transformOf(local, back);
    motion.position.set(numbers.slice(0, 3), 3 * frame);
    motion.rotation.set(numbers.slice(3, 7), 4 * frame);
    motion.scale.set(numbers.slice(7, 10), 3 * frame);
  }
  return motion;
}

/** What lies between the space of a node's numbers and the joint above; undefined if nothing does. */
function spaceBetween(above: Matrix | null | undefined, parent: SceneBone | undefined): Matrix | undefined {
  const inverse = parent && invertAffine(parent.rest);
  const between = multiplyMatrices(inverse ?? IDENTITY, above ?? IDENTITY);
  return matrixDistance(between, IDENTITY) < UNCHANGED ? undefined : between;
}
