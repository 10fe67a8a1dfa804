import { extrasOf } from "../../scene/document.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";

/** Runs of quads (`q`, two triangles each) and of triangles (`t`), in order. */
export type FaceRuns = ["q" | "t", number][];

/**
 * The quads that `extras.meshglot.faceRuns` notes for a surface, if they still fit its triangles: a quad takes two
 * triangles (i, j, k), (l, m, n) with l = k and m = j, by place if not by number.
 *
 * @param indices of the surface, as numbers into `positions`
 * @returns undefined if nothing is noted, `broken` if a single pair does not fit: then the numbering is another
 */
export function faceRunsOf(
  { mesh, primitive }: SceneSurface,
  positions: Int32Array,
  indices: Uint32Array,
): FaceRuns | "broken" | undefined {
  const noted = mesh.listPrimitives().length === 1 ? extrasOf(mesh).faceRuns : extrasOf(primitive).faceRuns;
  const runs = noted ?? extrasOf(primitive).faceRuns;
  if (runs === undefined) return undefined;
  if (!isRuns(runs)) return "broken";
  const same = (a = 0, b = 0) => [0, 1, 2].every((axis) => positions[a * 3 + axis] === positions[b * 3 + axis]);
  let at = 0;
  for (const [kind, count] of runs) {
    const size = kind === "q" ? 6 : 3;
    if (at + count * size > indices.length) return "broken";
    for (let face = 0; kind === "q" && face < count; face++) {
      const i = at + face * size;
      if (!same(indices[i + 2], indices[i + 3]) || !same(indices[i + 1], indices[i + 4])) return "broken";
    }
    at += count * size;
  }
  return at === indices.length ? runs : "broken";
}

function isRuns(value: unknown): value is FaceRuns {
  if (!Array.isArray(value)) return false;
  return value.every(
    (run: unknown) =>
      Array.isArray(run) && (run[0] === "q" || run[0] === "t") && Number.isInteger(run[1]) && run[1] >= 0,
  );
}
