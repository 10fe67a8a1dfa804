import { latin1, sameBytes } from "../../bytes/codePage.ts";
import type { Report } from "../../issues/report.ts";
import type { MshFile } from "./file.ts";

/**
 * Type and index of a control point as the client sees them: split at the first underscore, the right side through a C
 * integer parse ("hand_left_1" is type "hand", index 0).
 * @returns undefined without an underscore or with an empty side
 */
export function typeAndIndex(name: string): { type: string; index: number } | undefined {
  const at = name.indexOf("_");
  if (at <= 0 || at === name.length - 1) return undefined;
  return { type: name.slice(0, at), index: Number.parseInt(name.slice(at + 1), 10) || 0 };
}

export function checkControlPoints(file: MshFile, report: Report): void {
  const points = file.controlPoints ?? [];
  const seen = new Map<string, number>();
  const counts = { trailstart: 0, trailend: 0 };
  points.forEach((point, i) => {
    const path = `controlPoints[${i}]`;
    const name = latin1.decode(point.typeIndex.raw).text;
    const split = typeAndIndex(name);
    if (!split) {
      report.add("MSH_CONTROL_POINT_FORMAT", `${path}.typeIndex`, `control point ${i} is called "${name}"`);
    } else {
      const key = `${split.type}_${split.index}`;
      const before = seen.get(key);
      if (before !== undefined) {
        const message = `control points ${before} and ${i} are both type "${split.type}", index ${split.index}`;
        report.add("MSH_CONTROL_POINT_DUPLICATE", `${path}.typeIndex`, message);
      }
      seen.set(key, i);
      if (split.type === "trailstart" || split.type === "trailend") counts[split.type]++;
    }
    const bone = point.linkedBone.raw;
    const listed = file.boneNames?.some(({ raw }) => sameBytes(raw, bone)) ?? true;
    if (bone.byteLength > 0 && !listed) {
      report.add(
        "MSH_CONTROL_POINT_BONE",
        `${path}.linkedBone`,
        `control point ${i} is linked to "${latin1.decode(bone).text}", which the mesh does not list`,
      );
    }
    if (!point.position.every(Number.isFinite)) {
      report.add("MSH_NOT_FINITE", `${path}.position`, `the position of control point ${i} is not finite`);
    }
  });
  if (counts.trailstart !== counts.trailend) {
    report.add(
      "MSH_TRAIL_POINTS_UNPAIRED",
      "controlPoints",
      `${counts.trailstart} trailstart and ${counts.trailend} trailend points`,
    );
  }
}
