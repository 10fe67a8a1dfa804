import type { Edited } from "../../../editing.ts";
import { boundsOf } from "../../../scene/space.ts";
import type { UnigineBounds, UnigineFile } from "../file.ts";
import { surfacesOf } from "../surfaces.ts";

/**
 * Boxes and spheres of the surfaces and of the mesh from the positions of the first morph target: the exact box, its
 * middle, and the largest distance from there. Those of empty surfaces stay.
 */
export function recomputeUnigineBounds(file: UnigineFile): Edited<UnigineFile> {
  const views = surfacesOf(file);
  const own = views.map(({ targets }) => targets[0]?.positions ?? new Float32Array(0));
  const surfaces = file.surfaces.map((surface, i) => ({
    ...surface,
    bounds: around(own[i] ? [own[i]] : [], surface.bounds),
  }));
  return { file: { ...file, surfaces, bounds: around(own, file.bounds) } as UnigineFile, notes: [] }; // each surface keeps its own kind
}

function around(arrays: readonly Float32Array[], before: UnigineBounds): UnigineBounds {
  const boxes = arrays.flatMap((positions) => boundsOf(positions) ?? []);
  if (boxes.length === 0) return before;
  const min = [0, 1, 2].map((axis) => Math.min(...boxes.map((box) => box.min[axis] ?? 0)));
  const max = [0, 1, 2].map((axis) => Math.max(...boxes.map((box) => box.max[axis] ?? 0)));
  const center = Float32Array.from(min, (low, axis) => (low + (max[axis] ?? 0)) / 2);
  let square = 0;
  for (const positions of arrays) {
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const [x, y, z] = [0, 1, 2].map((axis) => (positions[i + axis] ?? 0) - (center[axis] ?? 0)) as [
        number,
        number,
        number,
      ];
      square = Math.max(square, x * x + y * y + z * z || 0);
    }
  }
  return { min: Float32Array.from(min), max: Float32Array.from(max), center, radius: Math.fround(Math.sqrt(square)) };
}
