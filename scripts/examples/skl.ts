import { type SklFile, skl } from "@meshglot/core";
import type { Example } from "./example.ts";
import { ascii, type BonePlan, skeletonOf } from "./lostSaga.ts";

/** 팔 (arm) in CP949. */
const arm = { raw: Uint8Array.of(0xc6, 0xc8) };

const plans: readonly BonePlan[] = [
  { name: ascii("Bip01"), parent: -1, position: [0, 90, 5], turn: { axis: 1, degrees: 90 } },
  { name: ascii("Bip01 Spine"), parent: 0, position: [0, 20, 0], turn: { axis: 2, degrees: 30 } },
  { name: ascii("Bip01 Head"), parent: 1, position: [0, 40, 0] },
  { name: arm, parent: 1, position: [15, 30, -2], turn: { axis: 0, degrees: -45 } },
];

/** Lists of children that make no tree: a name that no bone has, a bone's own ancestor, a bone left out. */
function broken(): SklFile {
  const file = skeletonOf(plans);
  const [, spine] = file.bones;
  if (spine) spine.childNames = [ascii("Bip01 Head"), ascii("Bip01 Tail"), ascii("Bip01")];
  return { ...file, trailing: Uint8Array.of(1, 2, 3) };
}

export const examples: readonly Example[] = [
  {
    name: "biped.skl",
    summary: "four bones, one with a Korean name",
    make: () => skl.write(skeletonOf(plans), "SKL"),
  },
  {
    name: "biped_linked.skl",
    summary: "linked to another skeleton; the head's bind pose is not its rest pose",
    make: () => {
      const file = skeletonOf(plans, { linkedSkeleton: ascii("normal") });
      file.bones[2]?.inverseBindPosition.set([0, -100, 3]);
      return skl.write(file, "SKL");
    },
  },
  {
    name: "biped_broken_tree.skl",
    summary: "an unknown child, a circle, a bone out of reach, trailing bytes",
    make: () => skl.write(broken(), "SKL"),
  },
  { name: "empty.skl", summary: "no bones", make: () => skl.write(skeletonOf([]), "SKL") },
];
