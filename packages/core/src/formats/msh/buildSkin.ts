import type { Node } from "@gltf-transform/core";
import type { CodePage } from "../../bytes/codePage.ts";
import type { RawText } from "../../layout/text.ts";
import { influencesOf } from "../../scene/influences.ts";
import type { LossLedger } from "../../scene/loss.ts";
import type { SceneSkeleton } from "../../scene/skeletonOf.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { bonesOf, usedJoints } from "./bones.ts";
import type { SurfaceBones } from "./buildBlocks.ts";
import type { MshKept } from "./kept.ts";

/** The bones of a file and what they move. */
export interface MshSkinParts {
  boneNames: RawText[];
  /** Bone number per joint of the scene's skeleton. */
  numbers: Uint16Array;
  /** One per surface. */
  surfaces: SurfaceBones[];
}

/**
 * Bones and influences of all surfaces. A surface without a skin hangs on the joint above it, a vertex without influence
 * on the first bone: every vertex of a skinned file needs one.
 */
export function skinPartsOf(
  surfaces: readonly SceneSurface[],
  skeleton: SceneSkeleton,
  maxInfluences: number,
  kept: MshKept | undefined,
  codePage: CodePage,
  ledger: LossLedger,
): MshSkinParts {
  const influences = surfaces.map((surface) => influencesOf(surface, skeleton, maxInfluences));
  const above = surfaces.map(({ node, skin }) => (skin ? -1 : jointAbove(node, skeleton)));
  const used = usedJoints(influences);
  for (const joint of above) if (joint >= 0) used.add(joint);
  if (used.size === 0) used.add(0);
  const { boneNames, numbers } = bonesOf(skeleton, used, kept, codePage);
  const parts = surfaces.map(({ path }, i): SurfaceBones => {
    const own = influences[i] ?? {
      joints: new Uint16Array(0),
      weights: new Float64Array(0),
      limited: 0,
      unweighted: 0,
    };
    const what = `vertices with more than ${maxInfluences} influences lost the weakest`;
    ledger.add("INFLUENCES_DROPPED", `${path}.WEIGHTS_0`, own.limited, what);
    const joint = above[i] ?? -1;
    if (joint < 0) {
      ledger.add("VERTICES_UNWEIGHTED", path, own.unweighted, "vertices without influence hang on the first bone");
    }
    return { influences: own, numbers, rigid: joint < 0 ? 0 : (numbers[joint] ?? 0) };
  });
  return { boneNames, numbers, surfaces: parts };
}

/** Number of the joint that a node hangs below, or -1. */
function jointAbove(node: Node, { joints }: SceneSkeleton): number {
  for (let above = node.getParentNode(); above; above = above.getParentNode()) {
    const joint = joints.findIndex((known) => known.node === above);
    if (joint >= 0) return joint;
  }
  return -1;
}
