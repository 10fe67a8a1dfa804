import { type Document, Primitive } from "@gltf-transform/core";
import { accessor } from "./document.ts";
import { replaceNonFinite } from "./finite.ts";
import type { PointArray } from "./salvage.ts";
import type { SceneSources } from "./sources.ts";
import { mapVectors, type Space } from "./space.ts";

/** Hangs positions as points under the root node of a document, each array as a primitive. */
export function pointCloud(
  document: Document,
  arrays: readonly PointArray[],
  space: Space,
  sources: SceneSources,
): void {
  const mesh = document.createMesh("points");
  for (const { path, positions } of arrays) {
    if (positions.length === 0) continue;
    const vectors = mapVectors(positions, space, space.bakeScale ? space.metres : 1);
    replaceNonFinite(vectors);
    const primitive = document
      .createPrimitive()
      .setMode(Primitive.Mode.POINTS ?? 0)
      .setAttribute("POSITION", accessor(document, "positions", "VEC3", vectors));
    mesh.addPrimitive(primitive);
    sources.primitives.set(primitive, { path, triangles: [], vertices: [{ arrays: [{ path }] }] });
  }
  const root = document.getRoot().listScenes()[0]?.listChildren()[0];
  root?.addChild(document.createNode("points").setMesh(mesh));
}
