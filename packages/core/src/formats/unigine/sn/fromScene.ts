import type { Document } from "@gltf-transform/core";
import type { BuildResult } from "../../../format.ts";
import { type SceneBone, sceneBones } from "../../../scene/bones.ts";
import { extrasOf } from "../../../scene/document.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { IDENTITY, invertAffine, type Matrix, multiplyMatrices, type Placement } from "../../../scene/matrices.ts";
import { loadArray } from "../../../scene/rawData.ts";
import { placementOf } from "../../../scene/rigid.ts";
import { sceneFault } from "../../../scene/sceneFault.ts";
import { inverseOf, mapQuaternions, mapVectors, type Space } from "../../../scene/space.ts";
import { encodeUnigineName } from "../encodeName.ts";
import type { UnigineJoint } from "../file.ts";
import { spaceFor } from "../space.ts";
import type { SnFile, SnProfile } from "./file.ts";

/** The format numbers joints in 16 bits with a sign. */
const MOST_JOINTS = 32767;

/**
 * The skeleton of a scene as a `.skeleton`: names, parents, and the bind pose of the skin.
 * Masks and profiles of a `.skeleton` that the scene came from are kept while it has the same number of joints.
 *
 * @throws MeshglotError `SCENE_NO_SKELETON`, `SKELETON_CANNOT_HOLD_JOINTS`
 */
export function snFromScene(document: Document, options: Parameters<typeof spaceFor>[0]): BuildResult<SnFile> {
  const ledger = new LossLedger();
  const bones = jointsOf(document);
  const joints = bones.map(jointOf);
  const facts = extrasOf(document.getRoot());
  const [masks, timeProfiles, weightProfiles] = [facts.masks, facts.timeProfiles, facts.weightProfiles].map((list) =>
    profilesOf(document, list, joints.length),
  );
  const modes = loadArray(document, facts.retargetModes, "i32");
  const lengths = loadArray(document, facts.retargetLengths, "f32");
  const known = modes && lengths && (modes.length === joints.length || modes.length === 0) ? modes : undefined;
  const retarget = known
    ? Array.from(known, (mode, i) => ({ mode, customLength: lengths?.[i] ?? -1 }))
    : joints.map(() => ({ mode: 0, customLength: -1 }));
  return {
    file: {
      jointCount: joints.length,
      joints,
      bind: unlessMoved(loadArray(document, facts.skeletonBind, "f32"), bindPose(bones, inverseOf(spaceFor(options)))),
      maskCount: masks?.length ?? 0,
      masks: masks ?? [],
      timeProfileCount: timeProfiles?.length ?? 0,
      timeProfiles: timeProfiles ?? [],
      weightProfileCount: weightProfiles?.length ?? 0,
      weightProfiles: weightProfiles ?? [],
      retargetCount: retarget.length,
      retarget,
      trailing: (loadArray(document, facts.skeletonTrailing, "u8") as Uint8Array | undefined) ?? new Uint8Array(0),
    },
    dialect: "sn10",
    losses: ledger.losses,
  };
}

/** The bones of a scene, as many as the format can number. @throws MeshglotError */
export function jointsOf(document: Document): SceneBone[] {
  const bones = sceneBones(document);
  if (bones.length === 0)
    throw sceneFault("SCENE_NO_SKELETON", "skins", "the scene has no joints", "Export the armature and its skin.");
  if (bones.length > MOST_JOINTS) {
    const detail = `${bones.length} joints; the format numbers ${MOST_JOINTS}`;
    const numbers = { needed: bones.length, available: MOST_JOINTS };
    throw sceneFault("SKELETON_CANNOT_HOLD_JOINTS", "skins", detail, "Leave out bones.", numbers);
  }
  return bones;
}

/** A joint under the name that it came with. */
export function jointOf({ node, parent }: SceneBone): UnigineJoint {
  return { name: encodeUnigineName(node.getName(), extrasOf(node).name), parent };
}

/** Bind transforms relative to the parents: position, quaternion, scale. @param back from glTF's axes to the file's */
export function bindPose(bones: readonly SceneBone[], back: Space): Float32Array {
  const pose = new Float32Array(10 * bones.length);
  bones.forEach(({ bind, parent }, i) => {
    const above: Matrix | undefined = bones[parent]?.bind;
    const inverse = above ? (invertAffine(above) ?? IDENTITY) : IDENTITY;
    pose.set(transformOf(placementOf(multiplyMatrices(inverse, bind)), back), 10 * i);
  });
  return pose;
}

/** Inverse bind matrices and their inverses cost some bits. */
const SAME = 1e-5;

/** The numbers of the file that the scene came from, as long as the bind pose is still the one that they say. */
function unlessMoved(stored: ArrayLike<number> | undefined, pose: Float32Array): Float32Array {
  if (!(stored instanceof Float32Array) || stored.length !== pose.length) return pose;
  const same = pose.every((value, i) => Math.abs(value - (stored[i] ?? 0)) <= SAME * Math.max(1, Math.abs(value)));
  return same ? stored : pose;
}

/** A placement as the file's ten numbers. */
export function transformOf({ position, rotation, scale }: Placement, back: Space): number[] {
  const sizes: Space = { ...back, signs: [1, 1, 1] }; // sizes along axes have no sign to turn
  return [...mapVectors(position, back), ...mapQuaternions(rotation, back), ...mapVectors(scale, sizes)];
}

function profilesOf(document: Document, stored: unknown, joints: number): SnProfile[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: { name?: unknown; values?: unknown } | null): SnProfile[] => {
    const values = loadArray(document, entry?.values, "f32") as Float32Array | undefined;
    if (!values || values.length !== joints) return [];
    return [{ name: encodeUnigineName("", entry?.name, true), valueCount: values.length, values }];
  });
}
