import { addPoint, type Edit, editMesh, listPoints, movePoint, removePoint } from "@meshglot/core";
import type { EditablePoint, EditedFile, PointEdit } from "../protocol.ts";

/** Bytes shown of one changed range, on either side. */
const SHOWN = 64;

/** @throws MeshglotError `EDIT_UNSUPPORTED` for formats without such points */
export async function pointsIn(bytes: Uint8Array): Promise<EditablePoint[]> {
  const points = await listPoints(bytes);
  return points.map(({ name, position, bone }) => ({ name: name.text, position, bone: bone?.text ?? "" }));
}

/**
 * The file with its points moved, removed and added, and the bytes that this changes.
 * @throws MeshglotError `EDIT_*`, `WRITE_*` if an edit is impossible, or its result would not be what was meant
 */
export async function editPoints(bytes: Uint8Array, edits: readonly PointEdit[]): Promise<EditedFile> {
  const { bytes: edited, ranges, notes, issues } = await editMesh(bytes, edits.map(stepOf));
  const cut = (file: Uint8Array, { offset, size }: { offset: number; size: number }) =>
    file.slice(offset, offset + Math.min(size, SHOWN));
  return {
    bytes: edited,
    ranges: ranges.ranges.map(({ path, a, b }) => ({
      path,
      offset: b.offset,
      before: cut(bytes, a),
      after: cut(edited, b),
    })),
    changed: ranges.changed,
    notes,
    issues,
  };
}

function stepOf(edit: PointEdit): Edit {
  if (edit.kind === "move") return movePoint(edit.name, edit.position);
  if (edit.kind === "remove") return removePoint(edit.name);
  const { name, position, bone } = edit.point;
  return addPoint({ name, position, ...(bone === "" ? {} : { bone }) });
}
