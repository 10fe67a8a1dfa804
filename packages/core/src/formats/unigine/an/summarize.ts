import { NO_COUNTS, type Summary } from "../../../format.ts";
import { nameForExtras, textOf } from "../names.ts";
import { type AnimFile, type AnimId, ASSUMED_FPS, FRAME_PARTS } from "./file.ts";

/** Joints shown at most; a damaged file may hold very many. */
const SHOWN = 256;

/** How long it takes and what it moves. */
export function summarizeAnim(file: AnimFile, id: AnimId): Summary {
  const joints = (file.joints ?? []).filter((joint) => joint.parent !== undefined); // the last one may be cut off
  const fps = "fps" in file ? file.fps : ASSUMED_FPS;
  const used = (file.frames?.flags ?? []).reduce((sum, own) => sum | own, 0);
  return {
    counts: { ...NO_COUNTS, bones: joints.length },
    bounds: null,
    features: [
      ...FRAME_PARTS.flatMap(({ part, bit }) => (used & bit ? [part] : [])),
      ...("bind" in file ? ["bind pose"] : []),
      ...("rootMotion" in file && file.rootMotion ? ["root motion"] : []),
      ...(file.trailing?.byteLength ? ["trailing bytes"] : []),
    ],
    details: {
      identifier: id,
      frames: file.frameCount ?? null,
      fps: "fps" in file ? fps : `${fps} (assumed)`,
      seconds: fps > 0 && file.frameCount ? (file.frameCount - 1) / fps : 0,
      animatedJoints: file.animatedCount ?? null,
      ...("skeletonGuid" in file
        ? { skeletonGuid: textOf(file.skeletonGuid), skeletonPath: textOf(file.skeletonPath) }
        : {}),
      joints: joints.slice(0, SHOWN).map(({ name }) => nameForExtras(name)),
    },
  };
}
