import type { Document, Node } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { SurfaceFacts } from "./surfaceFacts.ts";

/** What becomes a surface of the file. */
export type ScenePart =
  | { surface: SceneSurface; facts: SurfaceFacts | undefined }
  /** A surface of a UNIGINE file that had no faces. */
  | { surface?: undefined; node: Node; facts: SurfaceFacts };

/** The surfaces of a scene in the order of the tree, with what is known of the file that they come from. */
export function sceneParts(document: Document, surfaces: readonly SceneSurface[]): ScenePart[] {
  const claimed = new Set<unknown>();
  const byNode = new Map<Node, ScenePart[]>();
  for (const surface of surfaces) {
    // A mesh that stands in the scene twice was there once in the file.
    const facts = claimed.has(surface.mesh) ? undefined : SurfaceFacts.of(document, surface);
    claimed.add(surface.mesh);
    byNode.set(surface.node, [...(byNode.get(surface.node) ?? []), { surface, facts }]);
  }
  const parts: ScenePart[] = [];
  const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
  scene?.traverse((node) => {
    const facts = extrasOf(node);
    const isHollow = facts.kind === "surface" && node.getMesh() === null;
    parts.push(...(isHollow ? [{ node, facts: new SurfaceFacts(document, facts) }] : (byNode.get(node) ?? [])));
  });
  return parts;
}
