import type { Document, Primitive } from "@gltf-transform/core";
import { COMPARED, shownNodes } from "./sceneParts.ts";

/** What two scenes hold that nobody looked at when they were compared, in words: "the same" says nothing about it. */
export function notCompared(documents: readonly Document[], others: readonly string[] = []): string[] {
  const roots = documents.map((document) => document.getRoot());
  const primitives = roots.flatMap((root) => root.listMeshes().flatMap((mesh) => mesh.listPrimitives()));
  const shown = new Set(documents.flatMap(shownNodes));
  const nodes = roots.flatMap((root) => root.listNodes());
  const has = (what: string, is: boolean) => (is ? [what] : []);
  return [
    ...others,
    ...has(
      "how joints and points are turned",
      nodes.some((node) => shown.has(node) && !node.getMesh() && node.getParentNode() !== null),
    ),
    ...has("other vertex attributes", primitives.some(hasOther)),
    ...has(
      "morph targets",
      primitives.some((primitive) => primitive.listTargets().length > 0),
    ),
    ...has(
      "materials but for their names",
      roots.some((root) => root.listMaterials().length > 0),
    ),
    ...has(
      "textures",
      roots.some((root) => root.listTextures().length > 0),
    ),
    ...has(
      "animations",
      roots.some((root) => root.listAnimations().length > 0),
    ),
    ...has(
      "what stands in no shown scene",
      nodes.some((node) => !shown.has(node)),
    ),
    ...has("extras", [...roots, ...nodes, ...roots.flatMap((root) => root.listMeshes())].some(hasExtras)),
  ];
}

const LOOKED_AT = new Set<string>(COMPARED);

/** Second sets of colours and the like; names with an underscore are a program's own. */
function hasOther(primitive: Primitive): boolean {
  return primitive.listSemantics().some((name) => !LOOKED_AT.has(name) && !/^(?:JOINTS|WEIGHTS)_/.test(name));
}

function hasExtras(property: { getExtras(): Record<string, unknown> }): boolean {
  return Object.keys(property.getExtras()).length > 0;
}
