import type { BuiltArrays } from "./buildSurface.ts";
import { collisionTreeOf } from "./collision.ts";
import type { CollisionTree } from "./file.ts";
import type { SurfaceFacts } from "./surfaceFacts.ts";

/**
 * Edges and tree of a surface. Those of the file that the scene comes from are kept while its shape is the same; a
 * surface that had none goes on having none.
 *
 * @param leafSize `spatialTreeTriangles` of the file
 */
export function buildCollision(
  { targets, cIndices }: BuiltArrays,
  leafSize: number,
  facts: SurfaceFacts | undefined,
  hasOldShape: boolean,
): CollisionTree {
  const kept = facts?.collision();
  if (kept && (hasOldShape || (kept.edgeCount === 0 && kept.nodeCount === 0))) return kept;
  const made = collisionTreeOf(targets[0]?.positions ?? new Float32Array(0), cIndices, leafSize);
  if (!made) throw new RangeError("an index of our own making is out of range"); // numberVertices gives none
  return made;
}
