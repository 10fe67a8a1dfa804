import type { EditablePoint, PointEdit } from "../protocol.ts";

/**
 * The steps that lead from the points of a file to those that the user wants. A point that got another name is one that
 * was removed and one that was added.
 */
export function editsBetween(before: readonly EditablePoint[], after: readonly EditablePoint[]): PointEdit[] {
  const removed = before.filter(({ name }) => !after.some((point) => point.name === name));
  const moved = after.filter((point) => {
    const old = before.find(({ name }) => name === point.name);
    return old?.position.some((value, k) => value !== point.position[k]);
  });
  const added = after.filter(({ name }) => !before.some((point) => point.name === name));
  return [
    ...removed.map(({ name }): PointEdit => ({ kind: "remove", name })),
    ...moved.map(({ name, position }): PointEdit => ({ kind: "move", name, position })),
    ...added.map((point): PointEdit => ({ kind: "add", point })),
  ];
}
