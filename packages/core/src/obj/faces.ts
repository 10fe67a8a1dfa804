import type { Accessor } from "@gltf-transform/core";

/**
 * The faces of a primitive as rings of vertices. Where the source noted its quads (`faceRuns`), pairs of triangles
 * become the quads that they were.
 */
export function* facesOf(indices: Accessor, positions: Accessor, faceRuns: unknown): Generator<number[]> {
  const all = indices.getArray() ?? [];
  const at = (i: number) => all[i] ?? 0;
  const runs = isRuns(faceRuns) ? faceRuns : [];
  let i = 0;
  for (const [kind, count] of runs) {
    for (let face = 0; face < count && i + 2 < all.length; face++) {
      const quad = kind === "q" && i + 5 < all.length ? quadOf(at, i, positions) : undefined;
      if (quad) yield quad;
      else {
        yield [at(i), at(i + 1), at(i + 2)];
        if (kind === "q") yield [at(i + 3), at(i + 4), at(i + 5)];
      }
      i += kind === "q" ? 6 : 3;
    }
  }
  for (; i + 2 < all.length; i += 3) yield [at(i), at(i + 1), at(i + 2)];
}

/** Two triangles (i, j, k), (l, m, n) with l = k and m = j by position are the quad with outline i, j, n, k. */
function quadOf(at: (i: number) => number, start: number, positions: Accessor): number[] | undefined {
  const [i, j, k, l, m, n] = [0, 1, 2, 3, 4, 5].map((corner) => at(start + corner));
  if (i === undefined || j === undefined || k === undefined || l === undefined || m === undefined || n === undefined)
    return;
  const same = (a: number, b: number) => {
    const [pa, pb] = [positions.getElement(a, []), positions.getElement(b, [])];
    return pa.every((value, axis) => value === pb[axis]);
  };
  return same(l, k) && same(m, j) ? [i, j, n, k] : undefined;
}

function isRuns(value: unknown): value is ["q" | "t", number][] {
  return Array.isArray(value) && value.every((run) => Array.isArray(run) && typeof run[1] === "number");
}
