import { boundsInMetres, type OpenedMesh, surfacesOf, type UnigineFile } from "@meshglot/core";
import type { SpatialTree } from "../protocol.ts";

/** The collision trees of a UNIGINE mesh, in metres and glTF's axes; none for other formats. */
export function spatialTrees({ format, file }: OpenedMesh): SpatialTree[] {
  if (format.id !== "unigine") return [];
  // The format says what the object is; it was read to its end.
  return surfacesOf(file as UnigineFile).flatMap(({ tree, path }) => {
    if (!tree) return [];
    const { boxes, nodes, nodeCount } = tree;
    const mapped = new Float32Array(boxes.length);
    for (let at = 0; at + 5 < boxes.length; at += 6) {
      const corner = (from: number): [number, number, number] => [
        boxes[from] ?? 0,
        boxes[from + 1] ?? 0,
        boxes[from + 2] ?? 0,
      ];
      const { min, max } = boundsInMetres({ min: corner(at), max: corner(at + 3) }, format.space);
      mapped.set([...min, ...max], at);
    }
    return [{ surface: path, boxes: mapped, depths: depthsOf(nodes.links.values, nodeCount) }];
  });
}

/** How deep each node lies. Damaged links may form rings, so each node is visited once. */
function depthsOf(links: ArrayLike<number>, count: number): Uint16Array {
  const depths = new Uint16Array(count);
  const seen = new Uint8Array(count);
  const waiting = count > 0 ? [0] : [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen[node]) continue;
    seen[node] = 1;
    for (const child of [links[4 * node] ?? -1, links[4 * node + 1] ?? -1]) {
      if (child <= 0 || child >= count || seen[child]) continue;
      depths[child] = (depths[node] ?? 0) + 1;
      waiting.push(child);
    }
  }
  return depths;
}
