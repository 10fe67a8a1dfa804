import { MeshglotError } from "../../bytes/fault.ts";

/** A step of a path: the name of a field, or the number of an item. */
export type PathStep = string | number;

/**
 * The steps of a path as maps show it.
 *
 * @throws MeshglotError `EDIT_PATH` for text that is no path
 * @example parsePath("controlPoints[1].position") // ["controlPoints", 1, "position"]
 */
export function parsePath(path: string): PathStep[] {
  if (!/^[A-Za-z$]\w*(\.[A-Za-z$]\w*|\[\d+\])*$/.test(path)) {
    throw new MeshglotError({
      code: "EDIT_PATH",
      detail: `"${path}" is no field path`,
      hint: "Paths look like version, positions[41] or controlPoints[0].position; `meshglot map FILE` lists them.",
    });
  }
  return [...path.matchAll(/[A-Za-z$]\w*|\[(\d+)\]/g)].map(([step, index]) =>
    index === undefined ? step : Number(index),
  );
}
