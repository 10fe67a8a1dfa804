import { regenerateEdges } from "./edges.ts";
import type { CollisionTree, UnigineIndices } from "./file.ts";
import { indexValues } from "./indices.ts";
import { regenerateTree } from "./tree.ts";

/**
 * Edges and tree of a surface, as the engine would compute them.
 *
 * @param positions 3 per vertex, metres
 * @param indices 3 per triangle
 * @param leafSize `spatialTreeTriangles` of the file, 4 in all known ones
 * @returns undefined if an index points beyond the positions
 */
export function collisionTreeOf(
  positions: Float32Array,
  indices: UnigineIndices,
  leafSize = 4,
): CollisionTree | undefined {
  const corners = indexValues(indices);
  const edges = regenerateEdges(positions, corners);
  if (!edges) return undefined;
  const tree = regenerateTree(positions, corners, leafSize);
  return {
    edgeCount: edges.length,
    edges,
    treeIndexCount: tree.indices.length,
    treeIndices: { values: tree.indices },
    nodeCount: tree.axes.length,
    nodes: { axes: tree.axes, links: { values: tree.links } },
    boxes: tree.boxes,
    splitDistances: tree.splitDistances,
  };
}

/** Whether all of it is what our rules give, to the last bit, so that it need not be kept. */
export function isCanonicalTree(stored: CollisionTree, made: CollisionTree): boolean {
  const spelledOddly = stored.$raw ?? stored.treeIndices.odd ?? stored.nodes.links.odd;
  return (
    spelledOddly === undefined &&
    same(stored.edges, made.edges) &&
    same(stored.treeIndices.values, made.treeIndices.values) &&
    same(stored.nodes.axes, made.nodes.axes) &&
    same(stored.nodes.links.values, made.nodes.links.values) &&
    sameBits(stored.boxes, made.boxes) &&
    sameBits(stored.splitDistances, made.splitDistances)
  );
}

function same(a: Uint8Array | Int32Array, b: Uint8Array | Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Tells 0 from -0 and NaNs from each other. */
function sameBits(a: Float32Array, b: Float32Array): boolean {
  return same(new Int32Array(a.buffer, a.byteOffset, a.length), new Int32Array(b.buffer, b.byteOffset, b.length));
}
