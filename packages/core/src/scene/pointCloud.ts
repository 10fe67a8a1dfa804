import { type Document, Primitive } from "@gltf-transform/core";
import { accessor } from "./document.ts";
import { replaceNonFinite } from "./finite.ts";
import { mapVectors, type Space } from "./space.ts";

/**
 * Hangs positions as points under the root node of a document.
 *
 * @param positions 3 numbers each, in the file's own axes and units
 */
export function pointCloud(document: Document, positions: ArrayLike<number>, space: Space): void {
  const vectors = mapVectors(positions, space, space.bakeScale ? space.metres : 1);
  replaceNonFinite(vectors);
  const primitive = document
    .createPrimitive()
    .setMode(Primitive.Mode.POINTS ?? 0)
    .setAttribute("POSITION", accessor(document, "positions", "VEC3", vectors));
  const mesh = document.createMesh("points").addPrimitive(primitive);
  const root = document.getRoot().listScenes()[0]?.listChildren()[0];
  root?.addChild(document.createNode("points").setMesh(mesh));
}
