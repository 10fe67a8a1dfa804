import type { PointEditing } from "../../editing.ts";
import { type EditTarget, unsupported } from "./edit.ts";
import { findName } from "./findName.ts";

/** The attach points of a format. @throws MeshglotError `EDIT_UNSUPPORTED` if it has none */
export function pointsOf({ editing, mesh }: EditTarget): PointEditing<object> {
  if (editing.points) return editing.points;
  throw unsupported(mesh, "attach points", "MSH has control points, bMesh has hardpoints.");
}

/** The number of the point that a user names. */
export function findPoint(target: EditTarget, name: string): Promise<number> {
  const names = pointsOf(target)
    .list(target.mesh.file)
    .map((point) => point.name);
  return findName("point", names, name, target);
}
