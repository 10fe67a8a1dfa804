import { latin1 } from "../../../bytes/codePage.ts";
import { MeshglotError } from "../../../bytes/fault.ts";
import type { PointEditing } from "../../../editing.ts";
import { typeAndIndex } from "../checkControlPoints.ts";
import type { MshControlPoint, MshFile } from "../file.ts";

/** The one version that has control points. */
const WITH_POINTS = 2002;

/** Control points of an MSH. Adding or changing one rewrites the list alone; a file without a list becomes version 2002. */
export const mshPoints: PointEditing<MshFile> = {
  list: ({ controlPoints = [] }) =>
    controlPoints.map(({ typeIndex, linkedBone, extraInfo, position }) => ({
      name: typeIndex.raw,
      position: [position[0] ?? 0, position[1] ?? 0, position[2] ?? 0],
      bone: linkedBone.raw,
      info: extraInfo.raw,
    })),
  add: (file, { name, position, bone, info }) => {
    requireUsable(file, name, -1);
    const point: MshControlPoint = {
      typeIndex: { raw: name },
      linkedBone: { raw: bone ?? new Uint8Array(0) },
      extraInfo: { raw: info ?? new Uint8Array(0) },
      position: place(position),
    };
    return withPoints(file, [...(file.controlPoints ?? []), point]);
  },
  move: (file, index, position) => changed(file, index, { position: place(position) }),
  rename: (file, index, name) => {
    requireUsable(file, name, index);
    return changed(file, index, { typeIndex: { raw: name } });
  },
  remove: (file, index) => withPoints(file, (file.controlPoints ?? []).toSpliced(index, 1)),
};

function changed(file: MshFile, index: number, fields: Partial<MshControlPoint>) {
  return withPoints(
    file,
    (file.controlPoints ?? []).map((point, i) => (i === index ? { ...point, ...fields } : point)),
  );
}

function withPoints(file: MshFile, controlPoints: MshControlPoint[]): { file: MshFile; notes: string[] } {
  const edited = { ...file, version: WITH_POINTS, controlPointCount: controlPoints.length, controlPoints };
  const notes =
    file.version === WITH_POINTS
      ? []
      : [`Version ${file.version} becomes ${WITH_POINTS}, the one that has control points.`];
  return { file: edited, notes };
}

function place(position: readonly number[]): Float32Array {
  const floats = Float32Array.from(position);
  if (floats.every(Number.isFinite)) return floats;
  throw new MeshglotError({ code: "EDIT_POINT", detail: `${position.join(", ")} is no place that a float can hold` });
}

/**
 * The client splits a name into type and index, and drops the second point of a pair (code).
 * @throws MeshglotError `EDIT_POINT`
 */
function requireUsable(file: MshFile, name: Uint8Array, own: number): void {
  const text = latin1.decode(name).text;
  const split = typeAndIndex(text);
  if (!split) {
    throw new MeshglotError({
      code: "EDIT_POINT",
      detail: `"${text}" is no name of a control point: the client takes what stands before and behind the first underscore`,
      hint: "Names look like trailstart_0.",
    });
  }
  const other = (file.controlPoints ?? []).findIndex(({ typeIndex }, i) => {
    const known = typeAndIndex(latin1.decode(typeIndex.raw).text);
    return i !== own && known?.type === split.type && known.index === split.index;
  });
  if (other < 0) return;
  throw new MeshglotError({
    code: "EDIT_POINT",
    detail: `control point #${other} has type "${split.type}" and index ${split.index} already; the client would drop the second one`,
    hint: "Choose another index, or move the one that is there.",
  });
}
