import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import { collisionTreeOf } from "../collision.ts";
import type { CollisionTree, UnigineFile } from "../file.ts";
import { estimateRamBytes } from "../ramEstimate.ts";
import { surfacesOf } from "../surfaces.ts";
import { mapTrees } from "./geometry.ts";

/**
 * Edges and trees of all surfaces as the engine would compute them.
 * @throws MeshglotError `EDIT_UNSUPPORTED` for identifiers without them, and for surfaces whose indices leave their positions
 */
export function recomputeUnigineTree(file: UnigineFile): Edited<UnigineFile> {
  if (!("treeBlocks" in file)) {
    throw new MeshglotError({
      code: "EDIT_UNSUPPORTED",
      detail: "this identifier has no collision trees; ms14 and ms15 have",
    });
  }
  return { file: withTrees(file, (_, made) => made), notes: [] };
}

/** The trees of a mesh whose places changed. What a surface does not have it does not get. */
export function followWithTrees(file: UnigineFile, keepEdges: boolean): UnigineFile {
  return withTrees(file, (stored, made) => {
    const edges = keepEdges || stored.edgeCount === 0 ? stored : made;
    const tree = stored.nodeCount === 0 ? stored : made;
    const { edgeCount, edges: bytes } = edges;
    return { ...tree, edgeCount, edges: bytes };
  });
}

function withTrees(
  file: UnigineFile,
  choose: (stored: CollisionTree, made: CollisionTree) => CollisionTree,
): UnigineFile {
  if (!("treeBlocks" in file)) return file;
  const views = surfacesOf(file);
  const edited = mapTrees(file, (stored, i) => {
    const surface = views[i];
    const positions = surface?.targets[0]?.positions ?? new Float32Array(0);
    const made = surface && collisionTreeOf(positions, surface.cIndices, file.spatialTreeTriangles);
    if (made) return choose(stored, made);
    throw new MeshglotError({
      code: "EDIT_UNSUPPORTED",
      detail: "its indices point beyond its positions, so there is no tree",
      path: `surfaces[${i}]`,
    });
  });
  // The stored number is the engine's own; only what our edit adds to it is known.
  const growth = estimateRamBytes(surfacesOf(edited)) - estimateRamBytes(views);
  return { ...edited, estimatedRamBytes: file.estimatedRamBytes + growth } as UnigineFile;
}
