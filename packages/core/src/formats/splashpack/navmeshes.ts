import type { Document, Node } from "@gltf-transform/core";
import { KHRMaterialsUnlit } from "@gltf-transform/extensions";
import { accessor, addExtras } from "../../scene/document.ts";
import type { SceneSources } from "../../scene/sources.ts";
import { mapVectors } from "../../scene/space.ts";
import { flipTriangles, indexArrayFor } from "../../scene/triangles.ts";
import type { SplashpackFile } from "./file.ts";
import { SPLASHPACK_SPACE } from "./space.ts";

const GREY = [0.5, 0.5, 0.5, 1] as const;

/** Navigation meshes as nodes of their own, plain grey and marked, so that they can be told from what is drawn. */
export function addNavmeshes(
  document: Document,
  root: Node,
  file: SplashpackFile,
  factor: number,
  sources: SceneSources,
): void {
  if (!file.navData?.some((corners) => corners.length > 0)) return;
  const unlit = document.createExtension(KHRMaterialsUnlit).createUnlit();
  const material = document
    .createMaterial("navmesh")
    .setBaseColorFactor([...GREY])
    .setRoughnessFactor(1)
    .setMetallicFactor(0)
    .setExtension("KHR_materials_unlit", unlit);
  file.navData.forEach((corners, i) => {
    const node = document.createNode(`navmesh${i}`);
    root.addChild(node);
    sources.nodes.set(node, `navmeshes[${i}]`);
    addExtras(node, { navmesh: true, pad: file.navmeshes?.[i]?.pad || undefined });
    if (corners.length === 0) return;
    const indices = flipTriangles(Uint32Array.from({ length: corners.length / 3 }, (_, vertex) => vertex));
    const primitive = document
      .createPrimitive()
      .setIndices(accessor(document, "indices", "SCALAR", indexArrayFor(indices)))
      .setAttribute("POSITION", accessor(document, "positions", "VEC3", mapVectors(corners, SPLASHPACK_SPACE, factor)))
      .setMaterial(material);
    const path = `navData[${i}]`;
    sources.primitives.set(primitive, {
      path: `navmeshes[${i}]`,
      triangles: [{ arrays: [{ path }] }],
      vertices: [{ arrays: [{ path, every: 3 }] }],
    });
    node.setMesh(document.createMesh(`navmesh${i}`).addPrimitive(primitive));
  });
}
