import { type CodePage, sameBytes, toHex } from "../../bytes/codePage.ts";
import type { RawText } from "../../layout/text.ts";
import type { Influences } from "../../scene/influences.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import type { SceneSkeleton } from "../../scene/skeletonOf.ts";
import type { MshKept } from "./kept.ts";
import { encodeName, keptNameOf } from "./names.ts";

/** The hardware path of the client packs a bone number into eight bits. */
const MAX_BONES = 256;

/** The bones that a file lists, and how the joints of the scene are called in it. */
export interface MshBones {
  boneNames: RawText[];
  /** Bone number per joint of the scene's skeleton; 0 for those that are not listed. */
  numbers: Uint16Array;
}

/**
 * Bone names: the joints that move something, in joint order, and those that the file listed before.
 * @param used joints without which vertices would hang in the air, by number
 * @throws MeshglotError `MSH_CANNOT_HOLD_BONES`, `MSH_CANNOT_HOLD_NAME`, `TEXT_NOT_ENCODABLE`
 */
export function bonesOf(
  skeleton: SceneSkeleton,
  used: ReadonlySet<number>,
  kept: MshKept | undefined,
  codePage: CodePage,
): MshBones {
  const { joints } = skeleton;
  const before = (kept?.boneNames ?? []).map((name) => keptNameOf(name, codePage));
  const aligned = before.length === joints.length;
  const listed = joints.flatMap(({ name }, joint) => {
    const own = aligned ? before[joint] : undefined;
    const known = own?.text === name ? own : before.find((record) => record?.text === name);
    return aligned || used.has(joint) || known ? [{ joint, name, known }] : [];
  });
  if (listed.length > MAX_BONES) {
    const hint = "Merge bones that move little, or split the mesh by body part.";
    const counts = { needed: listed.length, available: MAX_BONES };
    throw sceneFault("MSH_CANNOT_HOLD_BONES", "skin", `${listed.length} bones move the mesh`, hint, counts);
  }
  const numbers = new Uint16Array(joints.length);
  const boneNames: RawText[] = [];
  const taken = new Set<string>();
  for (const { joint, name, known } of listed) {
    numbers[joint] = boneNames.length;
    const raw = known?.name ?? encodeName(name, codePage, `joints[${joint}]`);
    if (!known) refuseUnusable(raw, taken, name, joint);
    taken.add(toHex(raw.raw));
    boneNames.push(raw);
  }
  return { boneNames, numbers };
}

/** The client leaves empty names out, which shifts all later numbers, and finds one bone for two equal names (code). */
function refuseUnusable({ raw }: RawText, taken: ReadonlySet<string>, name: string, joint: number): void {
  const path = `joints[${joint}]`;
  if (raw.byteLength === 0) {
    throw sceneFault(
      "MSH_CANNOT_HOLD_NAME",
      path,
      "the joint has no name",
      "Name it as the bone of the skeleton file.",
    );
  }
  if (taken.has(toHex(raw))) {
    throw sceneFault(
      "MSH_CANNOT_HOLD_NAME",
      path,
      `two joints are called "${name}"`,
      "Rename one, or join the skeletons.",
    );
  }
}

/** Joints that influence a vertex. */
export function usedJoints(influences: readonly Influences[]): Set<number> {
  const used = new Set<number>();
  for (const { joints, weights } of influences) {
    for (let i = 0; i < joints.length; i++) if ((weights[i] ?? 0) > 0) used.add(joints[i] ?? 0);
  }
  return used;
}

/** Number of a name in a list, by its bytes; -1 if it is not there. */
export function findName(names: readonly RawText[], raw: Uint8Array): number {
  return names.findIndex((name) => sameBytes(name.raw, raw));
}
