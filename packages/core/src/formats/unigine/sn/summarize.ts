import { NO_COUNTS, type Summary } from "../../../format.ts";
import { nameForExtras } from "../names.ts";
import type { SnFile } from "./file.ts";

/** Joints shown at most; a damaged file may hold very many. */
const SHOWN = 256;

/** The joints with their parents, and what else the skeleton says of them. */
export function summarizeSn(file: SnFile): Summary {
  const joints = (file.joints ?? []).filter((joint) => joint.parent !== undefined); // the last one may be cut off
  const named = (profiles: SnFile["masks"] | undefined) =>
    (profiles ?? []).filter(({ values }) => values !== undefined).map(({ name }) => nameForExtras(name));
  return {
    counts: { ...NO_COUNTS, bones: joints.length },
    bounds: null,
    features: [
      ...(file.masks?.length ? ["blend masks"] : []),
      ...(file.timeProfiles?.length ? ["blend time profiles"] : []),
      ...(file.weightProfiles?.length ? ["blend weight profiles"] : []),
      ...(file.retarget?.length ? ["retarget entries"] : []),
      ...(file.trailing?.byteLength ? ["trailing bytes"] : []),
    ],
    details: {
      masks: named(file.masks),
      timeProfiles: named(file.timeProfiles),
      weightProfiles: named(file.weightProfiles),
      joints: joints.slice(0, SHOWN).map(({ name, parent }) => ({
        name: nameForExtras(name),
        parent: joints[parent] ? nameForExtras(joints[parent].name) : String(parent),
      })),
    },
  };
}
